//! Comments that silence rules, and the edits that write them; hover.

use crate::common;
use crate::common::{check, check_body, format, program};
use agmark_syntax::diagnostics::diagnose;
use agmark_syntax::world::EmptyWorld;
use agmark_syntax::{Document, Edit, Settings, SuppressionKind};
use expect_test::{Expect, expect};

#[test]
fn in_the_body() {
    check_body(
        "{{ uper .place }}{{/* agmark: allow unknown-function */}} {{ uper .place }}\n{{ uper .place }}\n",
        expect![[r#"
            14:4-14:8 error markdownlang/unknown-function unknown function "uper": did you mean "upper"?
              likely fix: replace with "upper": 14:4-14:8 "upper"
        "#]],
    );
    check_body(
        "{{/* agmark: allow unknown-function */}}\n\n{{ uper .place }}\n{{ uper .place }}\n",
        expect![[r#"
            16:4-16:8 error markdownlang/unknown-function unknown function "uper": did you mean "upper"?
              likely fix: replace with "upper": 16:4-16:8 "upper"
        "#]],
    );
    check_body(
        "{{/* agmark: allow markdownlang/unknown-function */}}\n{{ if uper }}\n{{ uper\n .place }}\n{{ end }}\n{{ uper }}\n",
        expect![[r#"
            18:4-18:8 error markdownlang/unknown-function unknown function "uper": did you mean "upper"?
              likely fix: replace with "upper": 18:4-18:8 "upper"
        "#]],
    );
    check_body(
        "{{ uper }}\n{{- /* agmark: allow-file unknown-function, bad-name */ -}}\n",
        expect![[r#"
            14:45-14:53 hint agmark/unused-allow "bad-name" finds nothing here: remove the comment
              suggestion: remove "bad-name": 14:45-14:53 ""
        "#]],
    );
}

#[test]
fn in_the_front_matter() {
    check(
        "---
name: plan
description: d # agmark: allow-file missing-key
# agmark: allow bad-url
mcp_servers:
- name: maps
  url: maps.example
  ulr: a # agmark: allow unknown-key
other: 1
input: {}
---
",
        expect![[r#"
            9:1-9:6 warning markdownlang/unknown-key unknown key "other" of the program
        "#]],
    );
}

/// Silences the first finding as the editor would, until nothing is found.
#[track_caller]
fn check_silenced(text: &str, kind: SuppressionKind, expected: Expect) {
    let mut text = text.to_owned();
    for _ in 0..5 {
        let document = Document::new(format(), &text);
        let found = diagnose(&document, &EmptyWorld, &Settings::default());
        let Some(first) = found.first() else { break };
        let edit = common::format().suppress(&document, first.span, first.rule.short(), kind);
        text = Edit::apply(&text, &edit.into_iter().collect::<Vec<_>>());
    }
    let left = diagnose(&Document::new(format(), &text), &EmptyWorld, &Settings::default());
    assert!(left.is_empty(), "{left:?}\n{text}");
    expected.assert_eq(&text);
}

#[test]
fn written_by_the_editor() {
    let text =
        "---\nname: plan\nmodle: x\ninput: {}\noutput: {}\n---\nUse mcp__maps__route {{ uper\n .x }} now.\n";
    check_silenced(
        text,
        SuppressionKind::Local,
        expect![[r#"
            ---
            # agmark: allow-file missing-key
            name: plan
            # agmark: allow unknown-key
            modle: x
            input: {}
            output: {}
            ---
            Use mcp__maps__route {{/* agmark: allow undeclared-server */}}{{/* agmark: allow unknown-function */}}{{ uper
             .x }} now.
        "#]],
    );
    check_silenced(
        text,
        SuppressionKind::File,
        expect![[r#"
        ---
        # agmark: allow-file unknown-function
        # agmark: allow-file undeclared-server
        # agmark: allow-file unknown-key
        # agmark: allow-file missing-key
        name: plan
        modle: x
        input: {}
        output: {}
        ---
        Use mcp__maps__route {{ uper
         .x }} now.
    "#]],
    );
}

#[test]
fn hover_knows_words() {
    let text = program("{{ range .days }}{{ upper .sky }}{{ end }}\n");
    let document = Document::new(format(), &text);
    let hover = |word: &str| {
        let at = text.rfind(word).unwrap_or(0) + 1;
        format()
            .hover(&document, &EmptyWorld, at)
            .map_or(String::new(), |h| format!("{}: {}\n", h.span.text(&text), h.markdown.replace('\n', " ")))
    };
    let all: String =
        ["upper", "range", "description", "output", "sky", "name:"].iter().map(|w| hover(w)).collect();
    expect![[r#"
        upper: ``` upper TEXT ```  The text in upper case.
        range: ``` {{ range $i, $item := LIST }}…{{ else }}…{{ end }} ```  Shows the text after it once for each item of a list, each value of an object (keys sorted), or each number below an integer. Inside, the dot is the item.
        description: ``` description: What the program does ```  What the program is for. Models and other programs read it. Required.
        output: ``` output: { type: object, properties: { … }, required: [ … ] } ```  JSON Schema (2020-12) of the output. Required.
        sky: A string.  ```json {   "type": "string" } ```
    "#]].assert_eq(&all);
}
