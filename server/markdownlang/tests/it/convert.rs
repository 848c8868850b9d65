//! Skills and prompts as programs.

use std::sync::Arc;

use agmark_markdownlang::{Markdownlang, Program, convert};
use agmark_syntax::testing;

const SKILL: &str = "\
# Page Reader

Reads a page and returns the title and summary.

Parameters:

- url (required): The page to read
- style (optional): How to write (short, long, list)
- max_words (optional): Number of words

Uses the fetch tool to read {url}. Ask `/word-count` for the length.
";

#[test]
fn a_skill_becomes_a_program() {
    let made = convert::skill(SKILL, "SKILL");
    assert_eq!(made.name, "page-reader");
    let program = Program::load(&made.text).unwrap_or_else(|error| panic!("{error}\n{}", made.text));
    assert_eq!(program.description, "Reads a page and returns the title and summary.");
    assert_eq!(
        program.input,
        serde_json::json!({
            "type": "object",
            "properties": {
                "url": { "type": "string", "format": "uri", "description": "The page to read" },
                "style": { "type": "string", "enum": ["short", "long", "list"], "default": "short", "description": "How to write" },
                "max_words": { "type": "integer", "description": "Number of words" }
            },
            "required": ["url"]
        }),
        "{}",
        made.text
    );
    assert_eq!(program.output["required"], serde_json::json!(["title", "summary"]));
    assert_eq!(program.servers.iter().map(|s| s.name.as_str()).collect::<Vec<_>>(), ["fetch"]);
    assert_eq!(program.imports.iter().map(|i| i.path.as_str()).collect::<Vec<_>>(), ["./word-count.md"]);
    assert!(made.text.contains("read {{ .url }}."), "{}", made.text);
    assert!(!made.text.contains("Parameters:"), "{}", made.text);
    // What the text has no place for is told at its end.
    let end =
        "\n\n- How to write: {{ .style }}\n{{ with .max_words }}- Number of words: {{ . }}\n{{ end -}}\n";
    assert!(made.text.ends_with(end), "{}", made.text);
    let found = testing::diagnostics(Arc::new(Markdownlang), &made.text);
    assert_eq!(found, "", "{}", made.text);
}

#[test]
fn prose_that_speaks_of_a_parameter_shows_it() {
    let made = convert::skill("Reads a Page-Url, or a page.\n\nInput:\n- page: What to read\n", "x");
    assert!(made.text.ends_with("---\nReads a Page-Url, or {{ .page }}.\n"), "{}", made.text);
    let made = convert::skill(
        "# A page\n```\na page\n```\nRead an old page.\n\nInput:\n- page: What to read\n",
        "x",
    );
    assert!(made.text.ends_with("Read an old page.\n\n- What to read: {{ .page }}\n"), "{}", made.text);
}

#[test]
fn front_matter_of_a_skill_counts() {
    let made = convert::skill(
        "---\nname: Big Job\ndescription: \"Does: it\"\n---\nDo $ARGUMENTS with {{ braces }}.\n",
        "x",
    );
    let program = Program::load(&made.text).unwrap_or_else(|error| panic!("{error}\n{}", made.text));
    assert_eq!((program.name.as_str(), program.description.as_str()), ("big-job", "Does: it"));
    let prompt = agmark_markdownlang::render(&program, &serde_json::json!({ "arguments": "this" }));
    assert_eq!(prompt.as_deref(), Ok("Do this with {{ braces }}.\n"));
}

#[test]
fn a_plain_prompt_becomes_a_program() {
    let made = convert::skill("Write a poem.\n", "poem");
    let program = Program::load(&made.text).unwrap_or_else(|error| panic!("{error}\n{}", made.text));
    assert_eq!((program.name.as_str(), program.description.as_str()), ("poem", "Write a poem."));
    assert_eq!(testing::diagnostics(Arc::new(Markdownlang), &convert::new_program("poem")), "");
}

/// The input schema of a program made of a list of parameters.
fn input(list: &str) -> serde_json::Value {
    let made = convert::skill(&format!("# P\n\nDoes it.\n\nParameters:\n\n{list}"), "p");
    let program = Program::load(&made.text).unwrap_or_else(|error| panic!("{error}\n{}", made.text));
    program.input
}

fn property(line: &str) -> (serde_json::Value, bool) {
    let input = input(&format!("{line}\n"));
    let (name, mut schema) =
        input["properties"].as_object().unwrap().iter().next().map(|(n, s)| (n.clone(), s.clone())).unwrap();
    schema.as_object_mut().unwrap().remove("description");
    let required = input["required"].as_array().is_some_and(|all| all.iter().any(|one| *one == *name));
    (schema, required)
}

#[test]
fn types_and_defaults_are_those_that_the_text_states() {
    use serde_json::json;
    for (line, schema, required) in [
        (
            "- lang (en, de, fr): The language. Defaults to de.",
            json!({ "type": "string", "enum": ["en", "de", "fr"], "default": "de" }),
            false,
        ),
        (
            "- lang (optional): One of them (en, de), default: `de`",
            json!({ "type": "string", "enum": ["en", "de"], "default": "de" }),
            false,
        ),
        (
            "- lang (en, de): The language. Defaults to fr.",
            json!({ "type": "string", "enum": ["en", "de"] }),
            false,
        ),
        ("- size (integer, optional): How big", json!({ "type": "integer" }), false),
        ("- size (integer, default 3): How big", json!({ "type": "integer", "default": 3 }), false),
        ("- size (default: 2.5): How big", json!({ "type": "number", "default": 2.5 }), false),
        ("- count (string): What to count", json!({ "type": "string" }), true),
        ("- port (string, default: \"80\"): Where", json!({ "type": "string", "default": "80" }), false),
        ("- limit: How many. Defaults to 10.", json!({ "type": "integer", "default": 10 }), false),
        ("- limit: How many. Defaults to auto.", json!({ "type": "string", "default": "auto" }), false),
        (
            "- quick (boolean): Be quick. Default is true",
            json!({ "type": "boolean", "default": true }),
            false,
        ),
        ("- quick (default: false)", json!({ "type": "boolean", "default": false }), false),
        ("- tags (string[]): Some", json!({ "type": "array", "items": { "type": "string" } }), true),
        (
            "- sizes (list of integers, optional): Some",
            json!({ "type": "array", "items": { "type": "integer" } }),
            false,
        ),
        ("- ratio: number - How wide", json!({ "type": "number" }), true),
        ("- text: Text to read", json!({ "type": "string" }), true),
        ("- branch (required): The default branch", json!({ "type": "string" }), true),
        ("- branch: The default branch", json!({ "type": "string" }), true),
        ("- page: The page. English by default", json!({ "type": "string" }), false),
        ("- format (json, text): How to write", json!({ "type": "string", "enum": ["json", "text"] }), true),
        ("- level (integer, 1, 2, 3): How deep", json!({ "type": "integer", "enum": [1, 2, 3] }), true),
        (
            "- out: Where to. Defaults to `./out dir`.",
            json!({ "type": "string", "default": "./out dir" }),
            false,
        ),
        (
            "- mode (a | b, default b): How",
            json!({ "type": "string", "enum": ["a", "b"], "default": "b" }),
            false,
        ),
    ] {
        assert_eq!(property(line), (schema, required), "{line}");
    }
}

#[test]
fn what_is_not_understood_stays_in_the_description() {
    let said = |line: &str| input(line)["properties"]["x"]["description"].clone();
    assert_eq!(said("- x (e.g. a b, c d): What\n"), "(e.g. a b, c d): What");
    assert_eq!(said("- x: What (see below). Defaults to de.\n"), "What (see below). Defaults to de.");
    assert_eq!(said("- x (required): What\n"), "What");
}

#[test]
fn a_default_is_not_put_in_place_of_a_value_that_was_given() {
    let made =
        convert::skill("Go {quick}.\n\nParameters:\n- quick (boolean, default: true): Be quick\n", "p");
    let program = Program::load(&made.text).unwrap_or_else(|error| panic!("{error}\n{}", made.text));
    let prompt = |input| agmark_markdownlang::render(&program, &input).unwrap();
    assert!(prompt(serde_json::json!({ "quick": false })).starts_with("Go false."), "{}", made.text);
    assert!(prompt(serde_json::json!({})).starts_with("Go true."), "{}", made.text);
}

#[test]
fn placeholders_without_a_list_become_parameters() {
    let made = convert::skill("Write about {topic} for {reader}. Not `{code}`.\n\n```\n{fenced}\n```\n", "p");
    let program = Program::load(&made.text).unwrap_or_else(|error| panic!("{error}\n{}", made.text));
    assert_eq!(program.input["required"], serde_json::json!(["topic", "reader"]));
    assert!(made.text.contains("Write about {{ .topic }} for {{ .reader }}. Not `{code}`."), "{}", made.text);
    let made = convert::skill("Write about {topic} as {style}.\n\nParameters:\n- style: How\n", "p");
    let program = Program::load(&made.text).unwrap_or_else(|error| panic!("{error}\n{}", made.text));
    assert_eq!(program.input["required"], serde_json::json!(["style"]));
    assert!(made.text.contains("Write about {topic} as {{ .style }}."), "{}", made.text);
    assert!(made.notes.contains(&"`{topic}` is not one of the parameters, kept in the text".to_owned()));
}

#[test]
fn tables_of_parameters_are_read() {
    let table = "# P\n\nDoes it.\n\n## Parameters\n\n| Name | Type | Required | Default | Description |\n|------|:----:|---|---|---|\n\
                 | `city` | string | yes | - | Where |\n| days | integer | no | `3` | How many |\n| kind | (a, b) | no |  | Which |\n\nGo.\n";
    let made = convert::skill(table, "p");
    let program = Program::load(&made.text).unwrap_or_else(|error| panic!("{error}\n{}", made.text));
    let properties = &program.input["properties"];
    assert_eq!(properties["city"]["type"], "string", "{}", made.text);
    assert_eq!(
        properties["days"],
        serde_json::json!({ "type": "integer", "default": 3, "description": "How many" })
    );
    assert_eq!(properties["kind"]["type"], "string");
    assert_eq!(program.input["required"], serde_json::json!(["city"]));
    assert!(!made.text.contains("| Name |") && made.text.contains("\nGo.\n"), "{}", made.text);
}

#[test]
fn servers_with_commands_and_fields_of_the_result_are_read() {
    let text = "# P\n\nDoes it with the fetch tool.\n\n## Servers\n\n- files: `npx -y @scope/files \"/tmp\"`\n- notes (local): `cat notes`\n\n\
                ## Returns\n\n- title (string): The title\n- pages (integer, optional): How many\n- tags (string[])\n";
    let made = convert::skill(text, "p");
    let program = Program::load(&made.text).unwrap_or_else(|error| panic!("{error}\n{}", made.text));
    assert_eq!(program.servers.iter().map(|s| s.name.as_str()).collect::<Vec<_>>(), ["files", "fetch"]);
    assert!(
        made.text.contains("command: npx\n    args: [\"-y\", \"@scope/files\", \"/tmp\"]\n"),
        "{}",
        made.text
    );
    assert_eq!(program.output["properties"]["pages"]["type"], "integer", "{}", made.text);
    assert_eq!(program.output["required"], serde_json::json!(["title", "tags"]));
    assert_eq!(made.notes, ["the command of the server `fetch` is a guess: check it in `mcp_servers`"]);
}

#[test]
fn what_cannot_be_read_is_noted() {
    let made = convert::skill(
        "---\nname: p\n---\nDo it.\n\nParameters:\n\n- the first thing: What\n- good: Fine\n",
        "p",
    );
    assert_eq!(
        made.notes,
        [
            "line 8: not a readable parameter, kept in the text",
            "the text does not say what it returns: the output has the field `result`"
        ]
    );
    assert!(made.text.contains("- the first thing: What\n"), "{}", made.text);
    for hostile in [
        "{",
        "{}",
        "{a",
        "{{",
        "}{",
        "{\u{e9}}",
        "`{a}",
        "|\n",
        "Parameters:\n|",
        "Parameters:\n||\n||\n||\n",
        "Parameters:\n- \n",
    ] {
        let made = convert::skill(hostile, "p");
        assert!(Program::load(&made.text).is_ok(), "{hostile:?}: {}", made.text);
    }
}
