//! Completions of headers and of the keys of parameters.

use agmark_syntax::Edit;
use expect_test::expect;

use super::{DOCS, check, labels, offers};
use crate::ide::Case;

#[test]
fn directives() {
    check(
        ".|",
        expect![[r#"
        GaryML (directive)
        Role (directive)
        Query (directive)
        Instructions (directive)
        Plan (directive)
        OutputFormat (directive)
        ReasoningStrategy (directive)
        Context (directive)
        … 15 in all
        → .GaryML version: ${1:1.0}
    "#]],
    );
    check(
        ".GaryML version: 1.0\n.Con|\n",
        expect![[r#"
            Role (directive)
            Query (directive)
            Instructions (directive)
            Plan (directive)
            OutputFormat (directive)
            ReasoningStrategy (directive)
            Context (directive)
            Execute (directive)
            … 14 in all
            → .Role: "$1"
        "#]],
    );
    check(
        ".Con|text id=a\n",
        expect![[r#"
        GaryML (directive)
        Role (directive)
        Query (directive)
        Instructions (directive)
        Plan (directive)
        OutputFormat (directive)
        ReasoningStrategy (directive)
        Context (directive)
        … 15 in all
        → .GaryML id=a
    "#]],
    );
    check(
        ".Documentation\n    .Sec|\n",
        expect![[r#"
        Section (directive)
        Include (directive)
        →     .Section title: ${1:Title}
              .$0
    "#]],
    );
}

#[test]
fn commands() {
    check(
        ".Execute\n  .|",
        expect![[r#"
        tag (command, docs.garyml)
        refactor (command, built in)
        test (command, built in)
        applyPatch (command, built in)
        help (command, built in)
        log (command, built in)
        scaffold (command, built in)
        Include (directive)
        … 10 in all
        →   .tag
            name: $1
            sign: $2
    "#]],
    );
    check(
        ".Execute\n  .ta|\n",
        expect![[r#"
        tag (command, docs.garyml)
        refactor (command, built in)
        test (command, built in)
        applyPatch (command, built in)
        help (command, built in)
        log (command, built in)
        scaffold (command, built in)
        Include (directive)
        … 10 in all
        →   .tag
            name: $1
            sign: $2
    "#]],
    );
    check(
        ".Examples\n  .Execute\n    .|\n",
        expect![[r#"
        tag (command, docs.garyml)
        refactor (command, built in)
        test (command, built in)
        applyPatch (command, built in)
        help (command, built in)
        log (command, built in)
        scaffold (command, built in)
        Include (directive)
        … 10 in all
        →     .tag
            name: $1
            sign: $2
    "#]],
    );
}

#[test]
fn names_of_tool_calls() {
    check(
        ".Execute\n  .ToolCall name=|",
        expect![[r#"
        .tag (command)
        .refactor (command)
        .test (command)
        .applyPatch (command)
        .help (command)
        .log (command)
        .scaffold (command)
        →   .ToolCall name=.tag
    "#]],
    );
    check(
        ".Execute\n  .ToolCall\n    name: .t|",
        expect![[r#"
        tag (command)
        refactor (command)
        test (command)
        applyPatch (command)
        help (command)
        log (command)
        scaffold (command)
        →     name: .tag
    "#]],
    );
    check(
        ".Documentation\n  .Section title: X\n    .|",
        expect![[r#"
        Section (directive)
        Include (directive)
        Command (directive)
        ToolCall (directive)
        →     .Section title: ${1:Title}
            .$0
    "#]],
    );
}

#[test]
fn parameters() {
    check(
        ".Context |",
        expect![[r#"
        id (parameter, required)
        path (parameter)
        type (parameter)
        format (parameter)
        → .Context id=
    "#]],
    );
    check(
        ".Context id=a p|",
        expect![[r#"
        path (parameter)
        type (parameter)
        format (parameter)
        → .Context id=a path=
    "#]],
    );
    check(
        ".Context id=a\n  |\n",
        expect![[r#"
        path (parameter)
        type (parameter)
        format (parameter)
        →   path: 
    "#]],
    );
    check(
        ".Execute\n  .tag\n    s|\n",
        expect![[r#"
        name (parameter)
        sign (parameter)
        →     name: 
    "#]],
    );
    check(
        ".Execute\n  .log |",
        expect![[r#"
        message (parameter)
        level (parameter)
        →   .log message=
    "#]],
    );
}

#[test]
fn the_first_word_under_a_header_may_be_a_parameter() {
    check(
        ".Context\n  pa|",
        expect![[r#"
        path (parameter)
        →   path: 
    "#]],
    );
    check(
        ".Context id=a\n  pa|\n",
        expect![[r#"
        path (parameter)
        →   path: 
    "#]],
    );
    check(".Context id=a\n  some words pa|\n", expect![[""]]);
    check(".Context id=a\n  some words\n  pa|\n", expect![[""]]);
    check(".Context id=a\n  xy|\n", expect![[""]]);
}

#[test]
fn an_empty_document_begins_with_a_directive() {
    check(
        "|",
        expect![[r#"
        .GaryML (directive)
        .Role (directive)
        .Query (directive)
        .Instructions (directive)
        .Plan (directive)
        .OutputFormat (directive)
        .ReasoningStrategy (directive)
        .Context (directive)
        … 15 in all
        → .GaryML version: ${1:1.0}
    "#]],
    );
    check(
        "\n|\n",
        expect![[r#"
        .GaryML (directive)
        .Role (directive)
        .Query (directive)
        .Instructions (directive)
        .Plan (directive)
        .OutputFormat (directive)
        .ReasoningStrategy (directive)
        .Context (directive)
        … 15 in all
        → .GaryML version: ${1:1.0}
    "#]],
    );
}

#[test]
fn nothing_in_text() {
    check(".Plan\n  .|\n", expect![[""]]);
    check(".Context id=a\n  ```\n  .|\n  ```\n", expect![[""]]);
    check(".Plan\n  1. look\n  see: |\n", expect![[""]]);
    check("# .|\n", expect![[""]]);
}

/// Inserted directives have no errors when their placeholders are filled with words.
#[test]
fn completions_are_well_formed() {
    for text in [".|", ".Examples\n  .|", ".Execute\n  .|", ".Documentation title=x\n  .|"] {
        let case = Case::new(text, &[DOCS]);
        let margin: String =
            case.text.lines().last().unwrap_or("").chars().take_while(|c| *c == ' ').collect();
        for offer in offers(&case) {
            let filled = fill(&offer.edit.text).replace('\n', &format!("\n{margin}"));
            let edit = Edit::replace(offer.edit.span, filled);
            let after = Edit::apply(&case.text, &[edit]);
            let found = agmark_syntax::testing::diagnostics(agmark_garyml::format(), &after);
            // Placeholders may be empty.
            let wrong = |l: &&str| {
                !l.starts_with(' ')
                    && !["empty-content", "stray-text", "unknown-command", "diff-syntax", "bare"]
                        .iter()
                        .any(|r| l.contains(r))
            };
            let wrong: Vec<&str> = found.lines().filter(wrong).collect();
            assert!(wrong.is_empty(), "{after}\n{wrong:?}");
        }
    }
}

/// A snippet with its placeholders filled with their names.
fn fill(snippet: &str) -> String {
    let mut out = String::new();
    let mut rest = snippet;
    while let Some(at) = rest.find('$') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        if let Some(inner) = rest.strip_prefix('{') {
            let end = inner.find('}').expect("a closed place");
            out.push_str(inner[..end].split_once(':').map_or("x", |(_, name)| name));
            rest = &inner[end + 1..];
        } else {
            rest = &rest[1..];
            out.push('x');
        }
    }
    out.push_str(rest);
    out
}

#[test]
fn an_empty_line_offers_what_may_be_there() {
    let all = labels(".Role: \"x\"\n\n|\n.Query: \"y\"\n");
    assert_eq!(all.first().map(String::as_str), Some(".Role"), "{all:?}");
    assert!(all.contains(&".Context".to_owned()) && !all.contains(&".Section".to_owned()), "{all:?}");
    assert!(!all.contains(&".GaryML".to_owned()), "the version comes first: {all:?}");
    // Parameters of the header above come first.
    let all = labels(".Context id=a\n  |\n");
    assert_eq!(all.first().map(String::as_str), Some("path"), "{all:?}");
    let all = labels(".Execute\n  |\n");
    assert!(all.contains(&".tag".to_owned()) && all.contains(&".test".to_owned()), "{all:?}");
    let all = labels(".Documentation\n  title: x\n  |\n");
    assert!(all.contains(&".Section".to_owned()), "{all:?}");
    // Text contains none.
    assert_eq!(labels(".Plan\n  \"\"\"\n  |\n  \"\"\"\n"), [""; 0]);
    assert_eq!(labels(".Plan\n  1. do it\n  |\n  2. do more\n"), [""; 0]);
}
