//! The words of markdownlang with their documentation.

pub(crate) mod schema_keywords;
mod word;

use word::word;
pub(crate) use word::{Word, find};

/// A function of templates.
pub(crate) struct Function {
    pub name: &'static str,
    /// How it is called.
    pub usage: &'static str,
    /// The minimum number of arguments, with a piped one.
    pub least: usize,
    /// The maximum number of arguments; `None` if there is no limit.
    pub most: Option<usize>,
    /// Its documentation.
    pub docs: &'static str,
}

const fn function(
    name: &'static str,
    usage: &'static str,
    least: usize,
    most: Option<usize>,
    docs: &'static str,
) -> Function {
    Function { name, usage, least, most, docs }
}

/// All functions that a template may call.
pub(crate) static FUNCTIONS: &[Function] = &[
    function(
        "and",
        "and A B …",
        1,
        None,
        "The first argument that is empty (false, 0, nil, \"\", no items), else the last one. The arguments after the \
         first empty one are not evaluated.",
    ),
    function(
        "default",
        "VALUE | default FALLBACK",
        2,
        Some(2),
        "The value, or the fallback if the value is missing, nil, zero or empty.",
    ),
    function("eq", "eq A B …", 2, None, "Whether the first argument equals any of the others."),
    function("ge", "ge A B", 2, Some(2), "Whether A is greater than B or equal to it."),
    function("gt", "gt A B", 2, Some(2), "Whether A is greater than B."),
    function("html", "html VALUE …", 0, None, "The text of its arguments, escaped for HTML."),
    function(
        "index",
        "index LIST NUMBER, index OBJECT \"key\"",
        1,
        None,
        "An item of a list, counted from 0, or the value of a key. Further arguments go deeper: \
         `index .rows 0 \"name\"`. A key that is not an identifier: `index . \"first-name\"`.",
    ),
    function(
        "join",
        "join LIST SEPARATOR",
        2,
        Some(2),
        "The items as one text, with the separator in between: `join .days \", \"`, or `.days | join \", \"`.",
    ),
    function("js", "js VALUE …", 0, None, "The text of its arguments, escaped for a JavaScript string."),
    function("le", "le A B", 2, Some(2), "Whether A is less than B or equal to it."),
    function(
        "len",
        "len VALUE",
        1,
        Some(1),
        "How many items a list has, how many keys an object, how many characters a text.",
    ),
    function("lower", "lower TEXT", 1, Some(1), "The text in lower case."),
    function("lt", "lt A B", 2, Some(2), "Whether A is less than B."),
    function("ne", "ne A B", 2, Some(2), "Whether A and B differ."),
    function("not", "not VALUE", 1, Some(1), "Whether the value is empty (false, 0, nil, \"\", no items)."),
    function(
        "or",
        "or A B …",
        1,
        None,
        "The first argument that is not empty, else the last one. The arguments after it are not evaluated.",
    ),
    function(
        "print",
        "print VALUE …",
        0,
        None,
        "Its arguments as text, with a space between two that are not strings.",
    ),
    function(
        "printf",
        "printf FORMAT VALUE …",
        1,
        None,
        "The values in a format of Go: `printf \"%.2f\" .price`.",
    ),
    function(
        "println",
        "println VALUE …",
        0,
        None,
        "Its arguments as text with spaces in between, and a line end.",
    ),
    function(
        "slice",
        "slice VALUE START [END]",
        2,
        Some(3),
        "The items of a list, or the characters of a text, from START up to before END. Bounds outside of the \
         value are moved to its ends.",
    ),
    function(
        "split",
        "split TEXT SEPARATOR",
        2,
        Some(2),
        "The parts of a text between the separators, as a list: `split .text \",\"`, or `.text | split \",\"`.",
    ),
    function(
        "title",
        "title TEXT",
        1,
        Some(1),
        "The text with the first letter of each word in upper case. As in Go, an apostrophe ends a word.",
    ),
    function("upper", "upper TEXT", 1, Some(1), "The text in upper case."),
    function(
        "urlquery",
        "urlquery VALUE …",
        0,
        None,
        "The text of its arguments, escaped for the query of a URL.",
    ),
];

/// The keywords of templates.
pub(crate) static KEYWORDS: &[Word] = &[
    word(
        "if",
        "{{ if VALUE }}…{{ else if VALUE }}…{{ else }}…{{ end }}",
        "Shows the text after it if the value is not empty.",
    ),
    word(
        "else",
        "{{ else }}",
        "Shows the text after it if the condition before it is false, or the list has no items.",
    ),
    word("end", "{{ end }}", "Ends `if`, `range`, `with`, `define` and `block`."),
    word(
        "range",
        "{{ range $i, $item := LIST }}…{{ else }}…{{ end }}",
        "Shows the text after it once for each item of a list, each value of an object (keys sorted), or each number below \
         an integer. Inside, the dot is the item.",
    ),
    word(
        "with",
        "{{ with VALUE }}…{{ else }}…{{ end }}",
        "Shows the text after it if the value is not empty. Inside, the dot is the value.",
    ),
    word("break", "{{ break }}", "Leaves the innermost `range`."),
    word("continue", "{{ continue }}", "Continues with the next item of the innermost `range`."),
    word(
        "define",
        "{{ define \"name\" }}…{{ end }}",
        "Defines a template, which `template` shows. Inside, the dot is the value that `template` passes.",
    ),
    word(
        "template",
        "{{ template \"name\" VALUE }}",
        "Shows a template that `define` defines, with VALUE as its dot.",
    ),
    word(
        "block",
        "{{ block \"name\" VALUE }}…{{ end }}",
        "Defines a template and shows it at once, with VALUE as its dot.",
    ),
];

/// The keys of the front matter.
pub(crate) static KEYS: &[Word] = &[
    word(
        "name",
        "name: my-program",
        "The name of the program, also as a tool: letters, digits, `_` and `-`, at most 64. Required.",
    ),
    word(
        "description",
        "description: What the program does",
        "What the program is for. Models and other programs read it. Required.",
    ),
    word(
        "input",
        "input: { type: object, properties: { … }, required: [ … ] }",
        "JSON Schema (2020-12) of the input. Its properties are the fields of the template. Required.",
    ),
    word(
        "output",
        "output: { type: object, properties: { … }, required: [ … ] }",
        "JSON Schema (2020-12) of the output. Required.",
    ),
    word(
        "imports",
        "imports: [./other.md]",
        "Programs that this one can call as tools, by path: relative to this file, or absolute.",
    ),
    word(
        "mcp_servers",
        "mcp_servers: [{ name: files, command: …, args: [ … ] }]",
        "MCP servers whose tools this program can call, as `mcp__SERVER__TOOL`.",
    ),
    word("model", "model: gpt-4o", "The model that runs this program, unless the command line names one."),
];

/// The keys that a program must have, each with lines that add it.
pub(crate) static REQUIRED: &[(&str, &str)] = &[
    ("name", "name: my-program\n"),
    ("description", "description: What this program does\n"),
    ("input", "input:\n  type: object\n  properties: {}\n"),
    ("output", "output:\n  type: object\n  properties: {}\n"),
];

/// Common models. Any other name is valid, too.
pub(crate) static MODELS: &[Word] = &[
    word("gpt-4o", "model: gpt-4o", "The default model."),
    word("gpt-4o-mini", "model: gpt-4o-mini", "Smaller and cheaper than gpt-4o."),
    word("gpt-4.1", "model: gpt-4.1", "Follows long instructions closely."),
    word("gpt-4.1-mini", "model: gpt-4.1-mini", "Smaller and cheaper than gpt-4.1."),
    word("gpt-4.1-nano", "model: gpt-4.1-nano", "The smallest of its family."),
    word("o3", "model: o3", "Reasons before it answers."),
    word("o4-mini", "model: o4-mini", "Reasons before it answers; smaller and cheaper than o3."),
    word("gpt-5", "model: gpt-5", "Reasons before it answers; the time depends on the task."),
    word("gpt-5-mini", "model: gpt-5-mini", "Smaller and cheaper than gpt-5."),
];

/// The keys of an entry of `mcp_servers`.
pub(crate) static SERVER_KEYS: &[Word] = &[
    word(
        "name",
        "name: files",
        "The name of the server in its tools: `mcp__NAME__TOOL`. Unique; letters, digits, `_`, `-`.",
    ),
    word(
        "command",
        "command: npx",
        "The program to start. It communicates over its standard input and output.",
    ),
    word(
        "args",
        "args: [\"-y\", …]",
        "The arguments of the command. `${VAR}` is taken from the environment.",
    ),
    word(
        "env",
        "env: { KEY: value }",
        "Additional variables of the environment of the command. `${VAR}` is taken from the environment.",
    ),
    word("url", "url: https://…", "The address of a running server, http or https."),
    word(
        "headers",
        "headers: { Authorization: \"Bearer ${TOKEN}\" }",
        "Headers of each request to a `url`. `${VAR}` is taken from the environment: keep tokens there.",
    ),
    word("disabled", "disabled: true", "Disables the server."),
];

pub(crate) fn find_function(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|f| f.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_in_order_and_have_words() {
        for pair in FUNCTIONS.windows(2) {
            assert!(pair[0].name < pair[1].name, "{} is before {}", pair[0].name, pair[1].name);
        }
        for f in FUNCTIONS {
            assert!(f.usage.contains(f.name) && f.docs.ends_with('.'), "{}", f.name);
            assert!(f.most.is_none_or(|most| most >= f.least), "{}", f.name);
        }
        for w in KEYWORDS.iter().chain(KEYS).chain(SERVER_KEYS) {
            assert!(w.usage.contains(w.name) && w.docs.ends_with('.'), "{}", w.name);
        }
        assert!(REQUIRED.iter().all(|(key, lines)| find(KEYS, key).is_some() && lines.starts_with(key)));
    }
}
