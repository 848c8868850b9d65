//! Indents, tabs, blocks and stray text.

use agmark_garyml::ast::Ast;
use agmark_garyml::syntax::whole::Whole;
use agmark_syntax::{Diagnostic, Document, Edit};
use expect_test::expect;

use super::check;

/// A document after all its automatic fixes.
fn fixed(text: &str) -> String {
    let document = Document::new(agmark_garyml::format(), text);
    let world = agmark_syntax::world::EmptyWorld;
    let found = agmark_syntax::diagnostics::diagnose(&document, &world, &Default::default());
    let edits: Vec<Edit> =
        found.iter().filter_map(Diagnostic::automatic).flat_map(|f| f.edits.clone()).collect();
    Edit::apply(text, &edits)
}

fn tree(text: &str) -> String {
    let whole = Whole::new(text.to_owned()).expect("a small document");
    Ast::of(&whole.structure()).to_json().to_string()
}

#[test]
fn a_tidy_document_is_left_alone() {
    let text = r#"# What a release needs.
.GaryML version: 1.0

.Role: "Release manager of a small library" # one person

.Context id=changes type=file path=CHANGES.md
  ````md
  ## 2.1
  ```toml
  version = "2.1"
  ```
  ````

.Instructions
  """
  Read @changes first.
    # not a comment
  """

.Plan
  1. Look at the changes: all of them
     .tag comes later
  2. Tag

.Documentation title="How we work"
  Commands for releases.
  .Section title: "Releases"
    .tag: "Tags a commit"
      name: "the name of the tag"
      notes: "what it says"
      force: true

.Diff id=bump format=unified
  ```diff
  --- a/Cargo.toml
  +++ b/Cargo.toml
  ```

.Execute
  .applyPatch diff=@bump
  .tag
    name: v2.1
    notes: [@changes, "and thanks"]
  .ToolCall
    name: .tag
    arguments:
      force: false
"#;
    check(text, expect![[""]]);
}

#[test]
fn tabs() {
    check(
        ".Execute\n\t.test\n\t\ttarget: all tests\n",
        expect![[r#"
            2:1-2:2 error garyml/tab-indent tab in the indent: only spaces are allowed
              fix: indent by 2 spaces: 2:1-2:2 "  "
            3:1-3:3 error garyml/tab-indent tab in the indent: only spaces are allowed
              fix: indent by 4 spaces: 3:1-3:3 "    "
        "#]],
    );
    check(
        ".Plan\n\t1. look\n  \t2. leap\n",
        expect![[r#"
            2:1-2:2 error garyml/tab-indent tab in the indent: only spaces are allowed
              fix: indent by spaces: 2:1-2:2 "  ", 3:1-3:4 "  "
        "#]],
    );
}

#[test]
fn everything_at_column_0() {
    let text = ".Context\nid: notes\n```md\n# Notes\n\n  deeper\n```\n.Plan\n1. look\n\n2. leap\n.Execute\n  .test\n";
    check(
        text,
        expect![[r#"
            2:1-2:10 warning garyml/not-indented missing indent: parameter "id" belongs to .Context
              fix: indent by 2: 2:1-2:1 "  "
            3:1-3:6 warning garyml/not-indented missing indent: code block belongs to .Context
              fix: indent by 2: 3:1-3:1 "  ", 4:1-4:1 "  ", 6:1-6:1 "  ", 7:1-7:1 "  "
            9:1-9:8 warning garyml/not-indented missing indent: text belongs to .Plan
              fix: indent by 2: 9:1-9:1 "  ", 11:1-11:1 "  "
        "#]],
    );
    expect![[r#"
        .Context
          id: notes
          ```md
          # Notes

            deeper
          ```
        .Plan
          1. look

          2. leap
        .Execute
          .test
    "#]]
    .assert_eq(&fixed(text));
}

#[test]
fn text_at_column_0_keeps_what_is_deeper() {
    let text = ".Plan\n1. look\n   - near\n\n2. leap\n\t3. fall\n4. land\n.Diff id=d format=unified\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n.Documentation title: x\nSay\n  more\nof it\n.Query: \"x\"\n";
    check(
        text,
        expect![[r#"
            2:1-2:8 warning garyml/not-indented missing indent: text belongs to .Plan
              fix: indent by 2: 2:1-2:1 "  ", 3:1-3:1 "  ", 5:1-5:1 "  ", 6:1-6:1 "  ", 7:1-7:1 "  "
            6:1-6:2 error garyml/tab-indent tab in the indent: only spaces are allowed
              fix: indent by spaces: 6:1-6:2 "    "
            9:1-9:8 warning garyml/not-indented missing indent: text belongs to .Diff
              fix: indent by 2: 9:1-9:1 "  ", 10:1-10:1 "  ", 11:1-11:1 "  ", 12:1-12:1 "  ", 13:1-13:1 "  ", 14:1-14:1 "  "
            16:1-16:4 warning garyml/not-indented missing indent: text belongs to .Documentation
              fix: indent by 2: 16:1-16:1 "  ", 17:1-17:1 "  ", 18:1-18:1 "  "
        "#]],
    );
    expect![[r#"
        .Plan
          1. look
             - near

          2. leap
              3. fall
          4. land
        .Diff id=d format=unified
          --- a/x
          +++ b/x
          @@ -1,2 +1,2 @@
           a
          -b
          +c
        .Documentation title: x
          Say
            more
          of it
        .Query: "x"
    "#]]
    .assert_eq(&fixed(text));
    let json = tree(text);
    assert!(json.contains(r#"1. look\n   - near\n\n2. leap\n\t3. fall\n4. land"#), "{json}");
}

#[test]
fn commands_at_column_0() {
    let text = ".Execute\n.test\n  target: all tests\n.log\nmessage: done\n.Documentation title: Guide\n.Section title: A\n.build: \"b\"\n.Execute\n  .build\n.log\n";
    check(
        text,
        expect![[r#"
            2:1-2:6 warning garyml/not-indented missing indent: .test belongs to .Execute
              fix: indent by 2: 2:1-2:1 "  ", 3:1-3:3 "    "
            4:1-4:5 warning garyml/not-indented missing indent: .log belongs to .Execute
              fix: indent by 2: 4:1-4:1 "  "
            5:1-5:14 warning garyml/not-indented missing indent: parameter "message" belongs to .log
              fix: indent by 4: 5:1-5:1 "    "
            7:1-7:18 warning garyml/not-indented missing indent: .Section belongs to .Documentation
              fix: indent by 2: 7:1-7:1 "  "
            8:1-8:12 warning garyml/not-indented missing indent: .build belongs to .Section
              fix: indent by 4: 8:1-8:1 "    "
        "#]],
    );
    expect![[r#"
        .Execute
          .test
            target: all tests
          .log
            message: done
        .Documentation title: Guide
          .Section title: A
            .build: "b"
        .Execute
          .build
        .log
    "#]]
    .assert_eq(&fixed(text));
}

#[test]
fn indents() {
    check(
        ".Execute\n    .test\n      target: one\n        to: two\n  .help\n",
        expect![[r#"
            3:1-3:7 warning garyml/indent indent of 6 columns: expected 8
              fix: indent by 8: 3:1-3:7 "        "
            3:15-3:18 hint garyml/bare-reference reference without @: write @one
              suggestion: write @one: 3:15-3:18 "@one"
            3:15-3:18 hint garyml/undefined-bare-id id "one" is not defined
            5:1-5:3 warning garyml/indent indent of 2 columns: expected 4
              fix: indent by 4: 5:1-5:3 "    "
        "#]],
    );
    check(
        ".Context id=a\n   ```\n   x\n   ```\n.Plan\n    a\n      b\n",
        expect![[r#"
            6:1-6:5 warning garyml/indent indent of 4 columns: expected 3
              fix: indent by 3: 6:1-6:5 "   ", 7:1-7:5 "   "
        "#]],
    );
}

#[test]
fn blocks_that_nothing_closes() {
    check(
        ".Plan\n  \"\"\"\n  1. look\n.Execute\n  .test\n    body: \"\"\"\n      x\n",
        expect![[r#"
            2:3-2:6 error garyml/unterminated-block text block without a closing """
              suggestion: add """ at the end: 3:10-3:10 "\n  \"\"\""
            6:11-6:14 error garyml/unterminated-block text block without a closing """
              suggestion: add """ at the end: 7:8-7:8 "\n    \"\"\""
        "#]],
    );
    check(
        ".Context id=a\n```css\n.Button {\n}\n.Plan: \"x\"\n",
        expect![[r#"
            2:1-2:4 error garyml/unterminated-block code block without a closing ```
              suggestion: add ``` at the end: 4:2-4:2 "\n```"
            2:1-2:7 warning garyml/not-indented missing indent: code block belongs to .Context
              fix: indent by 2: 2:1-2:1 "  ", 3:1-3:1 "  ", 4:1-4:1 "  "
        "#]],
    );
}

#[test]
fn text_that_belongs_to_nothing() {
    check(
        "Hello!\nid: x\n.Role: \"y\"\nand more\n  and deeper\n.Execute\n  \"\"\"\n  z\n  \"\"\"\n",
        expect![[r##"
            1:1-1:7 error garyml/stray-text text outside of a directive
              suggestion: make it a comment: 1:1-1:1 "# "
            2:1-2:6 error garyml/stray-text parameter outside of a directive
              suggestion: make it a comment: 2:1-2:1 "# "
            4:1-4:9 error garyml/stray-text text outside of a directive
              suggestion: make it a comment: 4:1-4:1 "# "
            6:1-6:9 warning garyml/empty-content empty .Execute: expected commands
            7:3-7:6 error garyml/stray-text content inside .Execute, which contains commands
              suggestion: make it a comment: 7:3-7:3 "# ", 8:3-8:3 "# ", 9:3-9:3 "# "
        "##]],
    );
}
