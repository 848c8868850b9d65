//! The words of markdownlang, with what people and the checks want to know of them.

pub(crate) mod schema_keywords;

/// A function of templates.
pub(crate) struct Function {
    pub name: &'static str,
    /// How it is called, for people.
    pub usage: &'static str,
    /// How many arguments it takes at least, one that is piped in included.
    pub least: usize,
    /// How many it takes at most; none if there is no limit.
    pub most: Option<usize>,
    /// What it gives, in a sentence or two.
    pub docs: &'static str,
}

/// A word with its meaning: a keyword of templates, or a key of the front matter.
pub(crate) struct Word {
    pub name: &'static str,
    pub usage: &'static str,
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

const fn word(name: &'static str, usage: &'static str, docs: &'static str) -> Word {
    Word { name, usage, docs }
}

/// All functions that a template may call.
pub(crate) static FUNCTIONS: &[Function] = &[
    function(
        "and",
        "and A B …",
        1,
        None,
        "The first argument that is empty (false, 0, nil, \"\", no items), else the last one. What comes after \
         the first empty one is not evaluated.",
    ),
    function(
        "default",
        "VALUE | default FALLBACK",
        2,
        Some(2),
        "The value, or the fallback where the value is missing, nil, zero or empty.",
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
         `index .rows 0 \"name\"`. The way to a key that is no identifier: `index . \"first-name\"`.",
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
        "The first argument that is not empty, else the last one. What comes after it is not evaluated.",
    ),
    function(
        "print",
        "print VALUE …",
        0,
        None,
        "Its arguments as text; a blank between two that are no strings.",
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
        "Its arguments as text with blanks in between, and a line end.",
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
        "What follows, if the value is not empty.",
    ),
    word(
        "else",
        "{{ else }}",
        "What follows where the condition before it does not hold, or the list has no items.",
    ),
    word("end", "{{ end }}", "Ends `if`, `range`, `with`, `define` and `block`."),
    word(
        "range",
        "{{ range $i, $item := LIST }}…{{ else }}…{{ end }}",
        "What follows, once for each item of a list, each value of an object (keys sorted), or each number below \
         an integer. Inside, the dot is the item.",
    ),
    word(
        "with",
        "{{ with VALUE }}…{{ else }}…{{ end }}",
        "What follows, if the value is not empty. Inside, the dot is the value.",
    ),
    word("break", "{{ break }}", "Leaves the innermost `range`."),
    word("continue", "{{ continue }}", "Goes on with the next item of the innermost `range`."),
    word(
        "define",
        "{{ define \"name\" }}…{{ end }}",
        "A template with a name, shown where `template` asks for it. Inside, the dot is the value that it was given.",
    ),
    word(
        "template",
        "{{ template \"name\" VALUE }}",
        "Shows a template that `define` gives, with VALUE as its dot.",
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
        "What the program is called as a tool and in summaries: letters, digits, `_` and `-`, at most 64. Required.",
    ),
    word(
        "description",
        "description: What the program does",
        "Tells the model, and programs that import this one, what it is for. Required.",
    ),
    word(
        "input",
        "input: { type: object, properties: { … }, required: [ … ] }",
        "JSON Schema (2020-12) of what the program is given. Its properties are the fields of the template. Required.",
    ),
    word(
        "output",
        "output: { type: object, properties: { … }, required: [ … ] }",
        "JSON Schema (2020-12) that the answer has to fit. Required.",
    ),
    word(
        "imports",
        "imports: [./other.md]",
        "Programs that this one may call as tools, by path: relative to this file, or absolute.",
    ),
    word(
        "mcp_servers",
        "mcp_servers: [{ name: files, command: …, args: [ … ] }]",
        "MCP servers whose tools this program may call, as `mcp__SERVER__TOOL`.",
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

/// Models that people ask for; any other name will do as well.
pub(crate) static MODELS: &[Word] = &[
    word("gpt-4o", "model: gpt-4o", "What runs a program that names no model."),
    word("gpt-4o-mini", "model: gpt-4o-mini", "Smaller and cheaper than gpt-4o."),
    word("gpt-4.1", "model: gpt-4.1", "Follows long instructions closely."),
    word("gpt-4.1-mini", "model: gpt-4.1-mini", "Smaller and cheaper than gpt-4.1."),
    word("gpt-4.1-nano", "model: gpt-4.1-nano", "The smallest of its family."),
    word("o3", "model: o3", "Reasons before it answers."),
    word("o4-mini", "model: o4-mini", "Reasons before it answers; smaller and cheaper than o3."),
    word("gpt-5", "model: gpt-5", "Reasons as long as the task needs."),
    word("gpt-5-mini", "model: gpt-5-mini", "Smaller and cheaper than gpt-5."),
];

/// The keys of an entry of `mcp_servers`.
pub(crate) static SERVER_KEYS: &[Word] = &[
    word(
        "name",
        "name: files",
        "What its tools are called by: `mcp__NAME__TOOL`. Unique; letters, digits, `_`, `-`.",
    ),
    word(
        "command",
        "command: npx",
        "The program to start; it is spoken to over its standard input and output.",
    ),
    word(
        "args",
        "args: [\"-y\", …]",
        "The arguments of the command. `${VAR}` is taken from the environment.",
    ),
    word(
        "env",
        "env: { KEY: value }",
        "Variables that are added to the environment of the command. `${VAR}` is taken from the environment.",
    ),
    word("url", "url: https://…", "The address of a server that runs already, http or https."),
    word(
        "headers",
        "headers: { Authorization: \"Bearer ${TOKEN}\" }",
        "Headers of each request to a `url`. `${VAR}` is taken from the environment: keep tokens there.",
    ),
    word("disabled", "disabled: true", "Leaves the server out."),
];

pub(crate) fn find_function(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|f| f.name == name)
}

pub(crate) fn find<'a>(words: &'a [Word], name: &str) -> Option<&'a Word> {
    words.iter().find(|w| w.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_in_order_and_have_words() {
        for pair in FUNCTIONS.windows(2) {
            assert!(pair[0].name < pair[1].name, "{} stands before {}", pair[0].name, pair[1].name);
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
