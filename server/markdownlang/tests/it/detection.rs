//! Which Markdown files are programs. All others are ignored.

use std::path::Path;
use std::sync::Arc;

use agmark_markdownlang::Markdownlang;
use agmark_syntax::{Candidate, Registry};

fn is_program(path: Option<&str>, language: Option<&str>, text: &str, imported: bool) -> bool {
    let registry = Registry::new(vec![Arc::new(Markdownlang)]);
    let surroundings = agmark_syntax::Surroundings { imported, described: false };
    let file = Candidate { path: path.map(Path::new), language, text: &text, surroundings };
    registry.detect(&file).is_some()
}

fn on_disk(text: &str) -> bool {
    is_program(Some("trips/plan.md"), None, text, false)
}

#[test]
fn a_schema_and_one_more_key_make_a_program() {
    assert!(on_disk("---\nname: plan\ninput: { type: object }\n---\nPlan.\n"));
    assert!(on_disk("---\ndescription: Plans\noutput:\n  type: object\n---\nPlan.\n"));
    assert!(on_disk("---\ninput: {}\noutput: {}\n---\nPlan.\n"));
    assert!(on_disk("\u{feff}---\r\nname: plan\r\ninput:\r\n  type: object\r\n---\r\nPlan.\r\n"));
    assert!(on_disk("---\n{ name: plan, input: { type: object } }\n---\n"));
}

#[test]
fn other_markdown_is_left_alone() {
    assert!(!on_disk("# Plan\n\ninput: {}\nname: plan\n"));
    assert!(!on_disk("---\nname: plan\ndescription: Plans trips. Takes an input.\n---\nA skill.\n"));
    assert!(!on_disk("---\ninput: { type: object }\n---\nOne key is not enough.\n"));
    assert!(!on_disk("---\nname: plan\ninput: what is given\noutput: [what, comes]\n---\n"));
    assert!(!on_disk("----\nname: plan\ninput: {}\n----\n"));
    assert!(!on_disk("\n---\nname: plan\ninput: {}\n---\n"));
    assert!(!on_disk("---\ntitle: input and output\nlayout: post\n---\ninput: {}\nname: x\n"));
}

#[test]
fn mappings_of_other_tools_are_left_alone() {
    // dotprompt
    assert!(!on_disk(
        "---\nmodel: x\ninput:\n  schema:\n    topic: string\noutput:\n  format: json\n  schema:\n    a: string\n---\nHi\n"
    ));
    assert!(!on_disk("---\nname: p\ninput:\n  default:\n    topic: x\n---\nHi\n"));
    // R Markdown
    assert!(!on_disk(
        "---\nname: report\ntitle: Report\noutput:\n  html_document:\n    toc: true\n---\n# Hi\n"
    ));
    assert!(!on_disk("---\ndescription: Report\noutput: { html_document: { toc: true } }\n---\n# Hi\n"));
    // Readings of a README, and of an action.
    assert!(!on_disk("---\nname: x\ndescription: y\ninput:\n  file: a.txt\noutput:\n  file: b.txt\n---\n"));
    assert!(!on_disk("---\nname: x\noutput: { type: markdown, path: y }\n---\n"));
    // The same while it is being written.
    assert!(!on_disk("---\nname: \"x\noutput:\n  html_document:\n    toc: true\n---\n"));
    assert!(on_disk("---\nname: x\ninput: { $ref: '#/$defs/a', $defs: { a: {} } }\n---\n"));
    assert!(on_disk("---\nname: x\noutput:\n  anyOf: [{ type: string }]\n---\n"));
    assert!(on_disk("---\nname: x\noutput:\n  description: What comes\n  type: [string, 'null']\n---\n"));
}

#[test]
fn what_is_still_being_written_stays_a_program() {
    assert!(on_disk("---\nname: plan\ndescription: \"Plans\ninput:\n  type: object\noutput:\n---\nPlan.\n"));
    assert!(on_disk("---\nname: plan\ninput: { type: object\n---\nPlan.\n"));
    assert!(on_disk("---\nname: plan\ninput:\n  type: object\n\nPlan {{ .trip }}.\n"));
}

#[test]
fn names_languages_and_imports_count() {
    let text = "---\nname: plan\ninput: {}\n---\n";
    assert!(is_program(Some("plan.MD"), Some("markdown"), text, false));
    assert!(is_program(None, Some("markdown"), text, false));
    assert!(!is_program(Some("plan.txt"), None, text, false));
    assert!(!is_program(Some("plan.md"), Some("plaintext"), text, false));
    assert!(is_program(Some("plan.txt"), Some("markdownlang"), "Plan.", false));
    assert!(is_program(Some("plan.md"), None, "Plan.", true));
    assert!(!is_program(Some("plan.html"), None, "Plan.", true));
}
