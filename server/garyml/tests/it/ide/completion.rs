use agmark_syntax::{Completion, Edit};
use expect_test::{Expect, expect};

use super::Case;

const DOCS: (&str, &str) = (
    "docs.garyml",
    ".Documentation\n  .Section title: Releases\n    .tag: \"Tags a commit\"\n      name: \"of the tag\"\n      sign: true\n",
);

fn offers(case: &Case) -> Vec<Completion> {
    case.format().completions(case.document(), &case.files, case.offset)
}

/// What is offered, at most eight of it, and the line once the first one is chosen.
fn check(text: &str, expect: Expect) {
    let case = Case::new(text, &[DOCS, ("notes.md", "x"), ("src/main.go", "x"), ("src/a b.go", "x")]);
    let all = offers(&case);
    let mut out = String::new();
    for offer in all.iter().take(8) {
        out.push_str(&format!("{} ({})\n", offer.label, offer.detail));
    }
    if all.len() > 8 {
        out.push_str(&format!("… {} in all\n", all.len()));
    }
    if let Some(first) = all.first() {
        let after = Edit::apply(&case.text, std::slice::from_ref(&first.edit));
        let line = after[..first.edit.span.start as usize].matches('\n').count();
        out.push_str("→ ");
        out.push_str(&after.lines().skip(line).collect::<Vec<_>>().join("\n  "));
        out.push('\n');
    }
    expect.assert_eq(&out);
}

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
fn values_that_the_documentation_names() {
    let docs = ".Documentation title=x\n  .Section title: y\n    .deploy: \"z\"\n      env: [dev, \"prod\"]\n      force: true\n      why: \"a reason\"\n";
    for (line, expected) in [
        ("  .deploy env=|", "dev prod"),
        ("  .deploy env=p|\n", "dev prod"),
        ("  .deploy\n    env: |", "dev prod"),
        ("  .deploy\n    env: [dev, |]", "prod"),
        ("  .deploy force=|", "true false"),
        ("  .deploy why=|", ""),
    ] {
        let case = super::Case::new(&format!("{docs}.Execute\n{line}"), &[]);
        let offered = case.format().completions(case.document(), &case.files, case.offset);
        let labels: Vec<_> = offered.iter().map(|offer| offer.label.as_str()).collect();
        assert_eq!(labels.join(" "), expected, "{line}");
    }
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
fn entries_of_a_list_are_not_offered_again() {
    let ids = ".Context id=one\n  \"x\"\n\n.Context id=two\n  \"y\"\n\n.Execute\n  .test\n";
    check(
        &format!("{ids}    input: [@one, @|]\n"),
        expect![[r#"
        two (id)
        →     input: [@one, @two]
    "#]],
    );
    check(
        &format!("{ids}    input: [@|]\n"),
        expect![[r#"
        one (id)
        two (id)
        →     input: [@one]
    "#]],
    );
    check(
        &format!("{ids}    input: [@|, @two]\n"),
        expect![[r#"
        one (id)
        →     input: [@one, @two]
    "#]],
    );
    // In the line of a header a list may have blanks.
    check(
        &ids.replace(".test\n", ".test input=[@one, |]\n"),
        expect![[r#"
        @two (id)
        →   .test input=[@one, @two]
    "#]],
    );
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
fn values() {
    check(
        ".Diff id=a format=|",
        expect![[r#"
        v4a (format)
        search_replace (format)
        unified (format)
        → .Diff id=a format=v4a
    "#]],
    );
    check(
        ".Diff\n  format: uni|\n",
        expect![[r#"
        v4a (format)
        search_replace (format)
        unified (format)
        →   format: v4a
    "#]],
    );
    check(
        ".Context id=a format=|\n",
        expect![[r#"
        json (format)
        yaml (format)
        markdown (format)
        python (format)
        go (format)
        diff (format)
        javascript (format)
        typescript (format)
        … 22 in all
        → .Context id=a format=json
    "#]],
    );
    check(
        ".Context id=a type: |\n",
        expect![[r#"
        file (type)
        schema (type)
        text (type)
        → .Context id=a type: file
    "#]],
    );
    check(
        ".Execute\n  .log level=|\n",
        expect![[r#"
        debug (level)
        info (level)
        warning (level)
        error (level)
        →   .log level=debug
    "#]],
    );
}

#[test]
fn ids() {
    check(
        ".Context id=notes path=x\n.Diff id=fix format=v4a\n.Execute\n  .applyPatch\n    diff: |\n",
        expect![[r#"
            @fix (id)
            @notes (id)
            →     diff: @fix
        "#]],
    );
    check(
        ".Context id=notes path=x\n.Execute\n  .test target=@|\n",
        expect![[r#"
        notes (id)
        →   .test target=@notes
    "#]],
    );
    check(".Context id=notes path=x\n.Execute\n  .test\n    targets: [@notes, @|]\n", expect![""]);
    check(
        ".Context id=notes path=x\n.Plan: @|\n",
        expect![[r#"
        notes (id)
        → .Plan: @notes
    "#]],
    );
}

#[test]
fn paths() {
    check(
        ".Context id=a path=|",
        expect![[r#"
        docs.garyml (file)
        notes.md (file)
        src/ (folder)
        task.garyml (file)
        → .Context id=a path=docs.garyml
    "#]],
    );
    check(
        ".Context id=a\n  path: src/|\n",
        expect![[r#"
        a b.go (file)
        main.go (file)
        →   path: "src/a b.go"
    "#]],
    );
    check(
        ".Context id=a path=\"src/a|\"\n",
        expect![[r#"
        a b.go (file)
        main.go (file)
        → .Context id=a path="src/a b.go"
    "#]],
    );
}

#[test]
fn languages() {
    check(
        ".Context id=a\n  ```|\n",
        expect![[r#"
        python (language)
        go (language)
        json (language)
        diff (language)
        javascript (language)
        typescript (language)
        rust (language)
        java (language)
        … 22 in all
        →   ```python
    "#]],
    );
    check(
        ".Context id=a\n  ```py|\n",
        expect![[r#"
        python (language)
        go (language)
        json (language)
        diff (language)
        javascript (language)
        typescript (language)
        rust (language)
        java (language)
        … 22 in all
        →   ```python
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

/// What is chosen can be read: no directive is written that is wrong at once, its places filled with words.
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
            // What is to be filled in may still be empty.
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

/// A snippet with its places filled with their names.
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

/// The labels that are offered.
fn labels(text: &str) -> Vec<String> {
    offers(&Case::new(text, &[DOCS])).into_iter().map(|offer| offer.label).collect()
}

#[test]
fn an_empty_line_offers_what_may_be_there() {
    let all = labels(".Role: \"x\"\n\n|\n.Query: \"y\"\n");
    assert_eq!(all.first().map(String::as_str), Some(".Role"), "{all:?}");
    assert!(all.contains(&".Context".to_owned()) && !all.contains(&".Section".to_owned()), "{all:?}");
    assert!(!all.contains(&".GaryML".to_owned()), "the version stands first: {all:?}");
    // Parameters of the header above come first.
    let all = labels(".Context id=a\n  |\n");
    assert_eq!(all.first().map(String::as_str), Some("path"), "{all:?}");
    let all = labels(".Execute\n  |\n");
    assert!(all.contains(&".tag".to_owned()) && all.contains(&".test".to_owned()), "{all:?}");
    let all = labels(".Documentation\n  title: x\n  |\n");
    assert!(all.contains(&".Section".to_owned()), "{all:?}");
    // Text is no place for them.
    assert_eq!(labels(".Plan\n  \"\"\"\n  |\n  \"\"\"\n"), [""; 0]);
    assert_eq!(labels(".Plan\n  1. do it\n  |\n  2. do more\n"), [""; 0]);
}

#[test]
fn entries_of_lists_and_repeated_keys_are_not_offered_again() {
    let ids = ".Context id=a\n  \"x\"\n.Context id=b\n  \"y\"\n.Context id=c\n  \"z\"\n\n.Execute\n";
    let refer = |line: &str| {
        labels(&format!("{ids}{line}\n"))
            .into_iter()
            .filter(|label| label.starts_with('@'))
            .collect::<Vec<_>>()
    };
    assert_eq!(refer("  .test context=[@a, |]"), ["@b", "@c"]);
    assert_eq!(refer("  .test context=[|, @b, @c]"), ["@a"]);
    assert_eq!(refer("  .test\n    context: [@a, @b, |]"), ["@c"]);
    // The same key again makes a list.
    assert_eq!(refer("  .test\n    context: @a\n    context: |"), ["@b", "@c"]);
    assert_eq!(refer("  .test\n    context: [@a, @c]\n    context: |"), ["@b"]);
    assert_eq!(refer("  .test\n    context: |"), ["@a", "@b", "@c"]);
}
