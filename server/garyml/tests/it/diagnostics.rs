//! What is said of documents that are untidy, and of those that are not.

use agmark_garyml::ast::Ast;
use agmark_garyml::syntax::whole::Whole;
use agmark_syntax::testing::{Files, diagnostics, diagnostics_in};
use agmark_syntax::{Diagnostic, Document, Edit, SuppressionKind};
use expect_test::{Expect, expect};

fn check(text: &str, expect: Expect) {
    expect.assert_eq(&diagnostics(agmark_garyml::format(), text));
}

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
fn the_three_forms_of_parameters_are_one() {
    check(
        ".Context id=a path=b.md\n.Context id: c path: d\n",
        expect![[r#"
            2:1-2:9 warning garyml/empty-content empty .Context: expected code or text
            2:14-2:23 warning garyml/yaml "path:" is part of the value: write several parameters on one line as key=value
              suggestion: write id=c path=d: 2:10-2:23 "id=c path=d"
            2:14-2:23 warning garyml/invalid-id invalid id "c path: d": an id starts with a letter or _, followed by letters, digits, _ and -
              suggestion: write c-path-d: 2:14-2:23 "c-path-d"
        "#]],
    );
    check(
        ".Context\n  id: a\n  path: b.md\n.Section: \"x\"\n",
        expect![[r#"
            4:1-4:9 error garyml/missing-parameter missing parameter "title" of .Section
            4:1-4:9 warning garyml/misplaced-directive .Section must be inside .Documentation
        "#]],
    );
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

#[test]
fn headers() {
    check(
        ".Role a manager\n.Plan \"look\"\n.Query: why\n.Execute now # please\n.Role: \"a\" b\n",
        expect![[r#"
            1:7-1:16 error garyml/malformed-header invalid parameter "a manager": expected key=value, key: value at the end, or : "content"
              suggestion: make it the content: 1:6-1:16 ": \"a manager\""
            2:7-2:8 warning garyml/missing-colon missing colon before the content of .Plan
              fix: insert ":": 2:6-2:6 ":"
            3:9-3:12 hint garyml/unquoted-content content of .Query without quotes
              fix: put it in quotes: 3:9-3:12 "\"why\""
            4:10-4:13 error garyml/malformed-header invalid parameter "now": expected key=value, key: value at the end, or : "content"
            5:8-5:13 hint garyml/unquoted-content content of .Role without quotes
              fix: put it in quotes: 5:8-5:13 "\"\\\"a\\\" b\""
        "#]],
    );
    check(
        ".Execut\n  .test\n.foo: \"x\"\n",
        expect![[r#"
            1:2-1:8 warning garyml/unknown-directive unknown directive "Execut": did you mean "Execute"?
              likely fix: replace with "Execute": 1:2-1:8 "Execute"
        "#]],
    );
}

#[test]
fn missing_and_repeated() {
    check(
        ".Context path=x.md\n.Diff: \"x\"\n.Include\n.ToolCall arguments:\n  a: b\n",
        expect![[r#"
            1:1-1:9 error garyml/missing-parameter missing parameter "id" of .Context
              suggestion: add id=context: 1:9-1:9 " id=context"
            2:1-2:6 error garyml/missing-parameter missing parameter "id" of .Diff
            2:1-2:6 error garyml/missing-parameter missing parameter "format" of .Diff
            3:1-3:9 error garyml/missing-parameter missing parameter "path" of .Include
            4:1-4:10 error garyml/missing-parameter missing parameter "name" of .ToolCall
        "#]],
    );
    check(
        ".Context id=a path=x.md\n  id: b\n.Context id=a path=y.md\n",
        expect![[r#"
            2:3-2:5 error garyml/repeated-id second id of .Context: a block has one id
              1:10-1:14 the first one
              suggestion: remove it: 2:1-3:1 ""
            3:13-3:14 error garyml/duplicate-id id "a" is already defined on line 1
              1:13-1:14 first defined here
              suggestion: name it "a-2": 3:13-3:14 "a-2"
        "#]],
    );
}

#[test]
fn places() {
    check(
        ".GaryML version: 1.0\n  .Role: \"x\"\n.Section title: x\n  .a: \"b\"\n.Execute\n  .Plan: \"x\"\n",
        expect![[r#"
            2:3-2:8 warning garyml/misplaced-directive .Role inside .GaryML, which contains parameters only
              suggestion: move it out of .GaryML: 2:1-2:3 ""
            3:1-3:9 warning garyml/misplaced-directive .Section must be inside .Documentation
            6:3-6:8 warning garyml/misplaced-directive .Plan inside .Execute, which contains commands
              suggestion: move it out of .Execute: 6:1-6:3 ""
        "#]],
    );
}

#[test]
fn references() {
    check(
        ".Context id=notes path=n.md\n.Execute\n  .refactor target=notes input=.notes\n    context: [@notes, @note, other, \"said\"]\n    diff: nothing\n",
        expect![[r#"
            3:20-3:25 hint garyml/bare-reference reference without @: write @notes
              suggestion: write @notes: 3:20-3:25 "@notes"
            3:32-3:38 hint garyml/bare-reference reference without @: write @notes
              suggestion: write @notes: 3:32-3:38 "@notes"
            4:24-4:28 error garyml/undefined-id id "note" is not defined
            4:30-4:35 hint garyml/bare-reference reference without @: write @other
              suggestion: write @other: 4:30-4:35 "@other"
            4:30-4:35 hint garyml/undefined-bare-id id "other" is not defined
            5:11-5:18 hint garyml/bare-reference reference without @: write @nothing
              suggestion: write @nothing: 5:11-5:18 "@nothing"
            5:11-5:18 hint garyml/undefined-bare-id id "nothing" is not defined
        "#]],
    );
}

#[test]
fn commands() {
    check(
        ".Execute\n  .early\n.Documentation\n  .Section title: x\n    .build: \"b\"\n    .build: \"c\"\n.Execute\n  .build\n  .biuld\n  .test\n  .Command name=.build2\n",
        expect![[r#"
            2:4-2:9 information garyml/unknown-command undefined command "early"
            3:1-3:15 error garyml/missing-parameter missing parameter "title" of .Documentation
              suggestion: add title="Title": 3:15-3:15 " title=\"Title\""
            6:6-6:11 warning garyml/duplicate-command command "build" is already defined on line 5
              5:6-5:11 first defined here
            9:4-9:9 information garyml/unknown-command undefined command "biuld": did you mean "build"?
              likely fix: replace with "build": 9:4-9:9 "build"
            11:18-11:24 information garyml/unknown-command undefined command "build2": did you mean "build"?
              suggestion: replace with "build": 11:18-11:24 "build"
        "#]],
    );
}

/// Where nobody defines commands, only the host knows its own.
#[test]
fn commands_are_unknown_where_the_workspace_defines_some() {
    let task = ".Execute\n  .wash\n  .wosh\n  .test\n";
    let docs = ".Documentation\n  .Section title: x\n    .wash: \"Washes\"\n";
    let said = |others: &[(&str, &str)]| {
        let mut files = vec![("task.garyml", task)];
        files.extend(others);
        let files = Files::new(&files, &|_| Some(agmark_garyml::format()));
        diagnostics_in(files.own().expect("a document"), &files)
    };
    assert_eq!(said(&[("notes.garyml", ".Role: \"x\"\n")]), "");
    expect![[r#"
        3:4-3:8 information garyml/unknown-command undefined command "wosh": did you mean "wash"?
          likely fix: replace with "wash": 3:4-3:8 "wash"
    "#]]
    .assert_eq(&said(&[("docs.garyml", docs)]));
}

#[test]
fn suppression() {
    check(
        ".Context path=a.md\n# agmark: allow missing-parameter\n.Context path=b.md\n",
        expect![[r#"
            1:1-1:9 error garyml/missing-parameter missing parameter "id" of .Context
              suggestion: add id=context: 1:9-1:9 " id=context"
        "#]],
    );
    check(
        ".Execute\n  .test # agmark: allow indent\n      # agmark: allow garyml/indent\n      target: all tests\n",
        expect![[r#"
            2:25-2:31 hint agmark/unused-allow "indent" finds nothing here: remove the comment
              fix: remove the comment: 2:8-2:31 ""
        "#]],
    );
    check(
        "# agmark: allow-file bare-reference, undefined-bare-id\n.Execute\n  .test target=x\n",
        expect![[""]],
    );
}

#[test]
fn a_fix_writes_the_comment() {
    let text = ".Execute\n  .test\n      target: all tests\n";
    let document = Document::new(agmark_garyml::format(), text);
    let at = text.find("target").map_or(0, |i| i - 2);
    let span = agmark_syntax::Span::at(at);
    let edit = document
        .format()
        .suppress(&document, span, "garyml/indent", SuppressionKind::Local)
        .expect("GaryML has comments");
    let silenced = Edit::apply(text, &[edit]);
    expect![[r#"
        .Execute
          .test
              # agmark: allow garyml/indent
              target: all tests
    "#]]
    .assert_eq(&silenced);
    check(&silenced, expect![[""]]);
}
