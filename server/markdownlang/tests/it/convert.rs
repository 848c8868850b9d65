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
    assert_eq!(testing::diagnostics(Arc::new(Markdownlang), &convert::new("poem")), "");
}
