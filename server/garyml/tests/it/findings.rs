//! What a person who thinks in another format or in a hurry is told.

use agmark_garyml::syntax::whole::Whole;
use agmark_syntax::testing::{Files, diagnostics, diagnostics_in};
use expect_test::{Expect, expect};

fn check(text: &str, expect: Expect) {
    expect.assert_eq(&diagnostics(agmark_garyml::format(), text));
}

#[test]
fn yaml_syntax_is_reported() {
    check(
        ".Query: >\n  What changed?\n",
        expect![[r#"
            1:9-1:10 warning garyml/yaml ">" is read as the content: the lines below need no marker
              suggestion: remove the marker: 1:7-1:10 ""
        "#]],
    );
    check(
        ".Execute\n  .log\n    message: |-\n      many\n      lines\n",
        expect![[r##"
            3:14-3:16 warning garyml/yaml "|-" is read as the value: enclose text of several lines in """
            4:7-4:11 error garyml/stray-text text inside a command, which contains parameters only
              suggestion: make it a comment: 4:7-4:7 "# ", 5:7-5:7 "# "
        "##]],
    );
    check(
        ".Context id=a path=a.md\n  weight: 0.5\n",
        expect![[r#"
            2:3-2:14 information garyml/yaml "weight" is not a parameter of .Context, so the text of the block starts here: expected id, path, type, format
              suggestion: enclose it in a fence: 2:1-2:1 "  ```yaml\n", 2:14-2:14 "\n  ```"
        "#]],
    );
    check(
        ".Context id=a path=a.md\n  tags:\n    - a\n    - b\n",
        expect![[r#"
            2:3-2:8 information garyml/yaml "tags" is not a parameter of .Context, so the text of the block starts here: expected id, path, type, format
              suggestion: enclose it in a fence: 2:1-2:1 "  ```yaml\n", 4:8-4:8 "\n  ```"
        "#]],
    );
    check(
        ".Instructions\n  Look at it.\n  note: |\n    and again\n",
        expect![[r#"
            3:3-3:10 warning garyml/yaml "|" is read as text: the lines below need no marker
        "#]],
    );
    check(
        ".Execute\n  .log\n    tags:\n      - a\n      - b\n",
        expect![[r##"
            4:7-4:10 error garyml/stray-text text inside a command, which contains parameters only: write a list as [a, b], or repeat its key for each item
              suggestion: make it a comment: 4:7-4:7 "# ", 5:7-5:7 "# "
        "##]],
    );
    check(
        ".Diff id=d format=unified\n  strip: 1\n  --- a/x\n  +++ b/x\n  @@ -1 +1 @@\n  -a\n  +b\n",
        expect![[r#"
            2:3-2:11 error garyml/diff-syntax line outside of a hunk: a hunk starts with @@ -LINE,COUNT +LINE,COUNT @@
            2:3-2:11 information garyml/yaml "strip" is not a parameter of .Diff, so the text of the block starts here: expected id, format, path
        "#]],
    );
}

/// A colon in a text does not make it YAML.
#[test]
fn usual_text_is_not_yaml() {
    for text in [
        ".Plan\n  note: stop here\n  1. look: all of it\n",
        ".Context id=a\n  Dear agent: look\n",
        ".Context id=a\n  See https://example.org\n",
        ".Context id=a\n  ```yaml\n  weight: 0.5\n  text: |\n    x\n  ```\n",
        ".Context id=a\n  \"\"\"\n  weight: 0.5\n  \"\"\"\n",
        ".Instructions\n  a | b > c\n",
        ".Role: a > b\n",
        ".Execute\n  .log message=\">\"\n",
    ] {
        assert!(!diagnostics(agmark_garyml::format(), text).contains("garyml/yaml"), "{text}");
    }
}

#[test]
fn parameters_of_directives() {
    check(
        ".Context id=a pth=a.md\n  x\n.Include path=a.garyml as=b\n.Role id=r mood=good\n  Cook\n.Execute\n  mode: fast\n  .test\n",
        expect![[r#"
            1:15-1:18 warning garyml/unknown-parameter unknown parameter "pth" of .Context: did you mean "path"?
              likely fix: replace with "path": 1:15-1:18 "path"
            3:24-3:26 warning garyml/unknown-parameter unknown parameter "as" of .Include: expected path
            4:12-4:16 warning garyml/unknown-parameter unknown parameter "mood" of .Role: it has no parameters
            7:3-7:7 warning garyml/unknown-parameter unknown parameter "mode" of .Execute: it has no parameters
        "#]],
    );
    check(
        ".Context id=a path=x.md path=y.md\n.Section title=a title=b\n  .x: \"y\"\n",
        expect![[r#"
            1:25-1:29 warning garyml/repeated-parameter repeated parameter "path" of .Context: it has one value
              1:15-1:24 the first one
              suggestion: remove it: 1:24-1:34 ""
            2:1-2:9 warning garyml/misplaced-directive .Section must be inside .Documentation
            2:18-2:23 warning garyml/repeated-parameter repeated parameter "title" of .Section: it has one value
              2:10-2:17 the first one
              suggestion: remove it: 2:17-2:25 ""
        "#]],
    );
}

#[test]
fn arguments_of_documented_commands() {
    let docs = ".Documentation title=x\n  .Section title: y\n    .deploy: \"Deploys\"\n      env: [dev, prod]\n      force: \"whatever is there\"\n    .wait: \"Waits\"\n";
    let task = ".Execute\n  .deploy env=prod froce=true\n  .deploy\n    env: prod\n    speed: 1\n  .wait long=true\n  .test anything=x\n  .ToolCall name=.deploy arguments:\n    evn: prod\n    force:\n      deep: 1\n";
    let files =
        Files::new(&[("task.garyml", task), ("docs.garyml", docs)], &|_| Some(agmark_garyml::format()));
    expect![[r#"
        2:20-2:25 warning garyml/unknown-parameter unknown parameter "froce" of .deploy: did you mean "force"?
          likely fix: replace with "force": 2:20-2:25 "force"
        5:5-5:10 warning garyml/unknown-parameter unknown parameter "speed" of .deploy: expected env, force
        9:5-9:8 warning garyml/unknown-parameter unknown parameter "evn" of .deploy: did you mean "env"?
          likely fix: replace with "env": 9:5-9:8 "env"
    "#]]
    .assert_eq(&diagnostics_in(files.own().expect("a document"), &files));
    // In the document itself, too.
    check(
        &format!("{docs}.Execute\n  .deploy froce=true\n"),
        expect![[r#"
            8:11-8:16 warning garyml/unknown-parameter unknown parameter "froce" of .deploy: did you mean "force"?
              likely fix: replace with "force": 8:11-8:16 "force"
        "#]],
    );
}

#[test]
fn ids_that_nothing_can_refer_to() {
    check(
        ".Context id=\"my notes\" path=a.md\n.Context id=@notes path=a.md\n.Context id=1st path=a.md\n.Context id=\"\" path=a.md\n.Context id=[a, b] path=a.md\n.Context id=é-1 path=a.md\n",
        expect![[r#"
            1:13-1:23 warning garyml/invalid-id invalid id "my notes": an id starts with a letter or _, followed by letters, digits, _ and -
              suggestion: write my-notes: 1:13-1:23 "my-notes"
            2:13-2:19 warning garyml/invalid-id id with @: write @ before references only
              suggestion: write notes: 2:13-2:19 "notes"
            2:14-2:19 error garyml/undefined-id id "notes" is not defined
            3:13-3:16 warning garyml/invalid-id invalid id "1st": an id starts with a letter or _, followed by letters, digits, _ and -
              suggestion: write _1st: 3:13-3:16 "_1st"
            4:13-4:15 warning garyml/invalid-id invalid id "": an id starts with a letter or _, followed by letters, digits, _ and -
            5:13-5:19 warning garyml/invalid-id invalid id "[a, b]": an id starts with a letter or _, followed by letters, digits, _ and -
              suggestion: write a-b: 5:13-5:19 "a-b"
        "#]],
    );
}

#[test]
fn values_that_are_text() {
    check(
        ".Context id=a path=a.md\n.Execute\n  .log all=True some=FALSE none=\"True\" message: true or false\n  .test input: @a x\n  .test files: @a, @a\n  .log message: @all look at this\n  .test\n    targets: @a @a\n",
        expect![[r#"
            3:12-3:16 warning garyml/boolean "True" is text: the boolean is true
              suggestion: write true: 3:12-3:16 "true"
            3:22-3:27 warning garyml/boolean "FALSE" is text: the boolean is false
              suggestion: write false: 3:22-3:27 "false"
            4:16-4:20 warning garyml/not-a-reference "@a x" is text: a reference must be the whole value
            5:16-5:22 warning garyml/not-a-reference "@a, @a" is text: a reference must be the whole value
              suggestion: write the list [@a, @a]: 5:16-5:22 "[@a, @a]"
            8:14-8:19 warning garyml/not-a-reference "@a @a" is text: a reference must be the whole value
              suggestion: write the list [@a, @a]: 8:14-8:19 "[@a, @a]"
        "#]],
    );
    check(
        ".Execute\n  .log message: \"x\" #nospace\n.Role: \"x\" #nospace\n",
        expect![[r#"
            2:17-2:29 warning garyml/not-a-comment text with quotes in it: a comment starts with a space, # and a space
              suggestion: make it a comment: 2:22-2:22 " "
            3:8-3:20 warning garyml/not-a-comment text with quotes in it: a comment starts with a space, # and a space
              suggestion: make it a comment: 3:13-3:13 " "
        "#]],
    );
}

#[test]
fn commands_as_directives() {
    check(
        ".Execute\n  .ApplyPatch diff=@a\n  .REFACTOR\n.Diff id=a format=v4a path=a.patch\n",
        expect![[r#"
            2:4-2:14 warning garyml/unknown-directive ".ApplyPatch" is a directive: did you mean the command ".applyPatch"?
              suggestion: write .applyPatch: 2:4-2:14 "applyPatch"
            3:4-3:12 warning garyml/unknown-directive ".REFACTOR" is a directive: did you mean the command ".refactor"?
              suggestion: write .refactor: 3:4-3:12 "refactor"
        "#]],
    );
}

#[test]
fn content_on_the_line_of_a_directive_without_content() {
    check(
        ".GaryML: 1.0\n.Include: \"a.garyml\"\n.Execute: .test target=x\n.Execute: \"run the tests\"\n.Include: two words\n",
        expect![[r#"
            1:10-1:13 error garyml/stray-text content of .GaryML, which contains parameters only
              suggestion: write version=1.0: 1:8-1:13 " version=1.0"
            2:11-2:21 error garyml/stray-text content of .Include, which contains parameters only
              suggestion: write path="a.garyml": 2:9-2:21 " path=\"a.garyml\""
            3:11-3:25 error garyml/stray-text content of .Execute, which contains commands
              suggestion: move the command to the next line: 3:9-3:25 "\n  .test target=x"
            4:11-4:26 error garyml/stray-text content of .Execute, which contains commands
            5:11-5:20 error garyml/stray-text content of .Include, which contains parameters only
        "#]],
    );
}

#[test]
fn text_beside_commands() {
    check(
        ".Instructions\n  .test\n  Then look at the result.\n  .log message=done\n  And stop.\n",
        expect![[""]],
    );
    check(".Instructions\n  .test\n.Plan\n  x\n", expect![[""]]);
}

#[test]
fn required_parameters() {
    check(
        ".GaryML\n.Documentation\n  Text.\n",
        expect![[r#"
            1:1-1:8 error garyml/missing-parameter missing parameter "version" of .GaryML
              suggestion: add version: 1.0: 1:8-1:8 " version: 1.0"
            2:1-2:15 error garyml/missing-parameter missing parameter "title" of .Documentation
              suggestion: add title="Title": 2:15-2:15 " title=\"Title\""
        "#]],
    );
}

#[test]
fn two_diffs_with_one_id() {
    let diff = ".Diff id=fix format=v4a\n  \"\"\"\n  *** Begin Patch\n  *** Delete File: f\n  *** End Patch\n  \"\"\"\n";
    let whole =
        Whole::new(format!("{diff}{diff}.Diff id=fix format=v4a path=f\n")).expect("a small document");
    let error = agmark_garyml::diff::document::by_id(&whole.structure(), "fix").expect_err("which one?");
    assert_eq!(error.to_string(), "3 .Diff have the id \"fix\", on lines 1, 7 and 13: give each a unique id");
}

/// What `apply` refuses is found while a person writes.
#[test]
fn a_diff_finds_folders() {
    let of = |patch: &str| {
        format!(".Diff id=d format=v4a\n  ```\n  *** Begin Patch\n{patch}  *** End Patch\n  ```\n")
    };
    let said = |patch: &str| {
        let text = of(patch);
        let files = [("task.garyml", text.as_str()), ("src/main.rs", "a\n"), ("a.txt", "a\n")];
        let files = Files::new(&files, &|path| path.ends_with(".garyml").then(agmark_garyml::format));
        diagnostics_in(files.own().expect("a document"), &files)
    };
    expect![[r#"
        4:3-4:23 warning garyml/diff-fails src: the path is a folder: a diff changes files only
    "#]]
    .assert_eq(&said("  *** Delete File: src\n"));
    expect![[r#"
        5:3-5:24 warning garyml/diff-fails a.txt/x: "a.txt" is a file, not a folder
    "#]]
    .assert_eq(&said("  *** Delete File: a.txt\n  *** Add File: a.txt/x\n  +a\n"));
    expect![[r#"
        6:3-6:20 warning garyml/diff-fails n/y: "n" is a file, not a folder
    "#]]
    .assert_eq(&said("  *** Add File: n\n  +a\n  *** Add File: n/y\n  +a\n"));
}

/// Diagnostics are right while a person writes the names of a diff.
#[test]
fn unfinished_names_of_a_diff() {
    let of = |lines: &str| format!(".Diff id=d format=unified\n  ```\n{lines}  ```\n");
    check(
        &of("  --- \n"),
        expect![[r#"
            3:3-3:7 error garyml/diff-syntax missing line with +++ and the new file name after this line
        "#]],
    );
    check(
        &of("  --- a/menu.md\n"),
        expect![[r#"
            3:3-3:16 error garyml/diff-syntax missing line with +++ and the new file name after this line
        "#]],
    );
    check(
        &of("  --- a/menu.md\n  +++ \n"),
        expect![[r#"
            4:3-4:7 error garyml/diff-syntax missing file name after +++
        "#]],
    );
    check(
        &of("  --- a/menu.md\n  +++ b/\n"),
        expect![[r#"
            4:3-4:9 error garyml/diff-syntax missing file name after +++
        "#]],
    );
    check(
        &of("  --- a/menu.md\n  +++ b/menu.md\n  @@ -1 +1 @@\n"),
        expect![[r#"
            5:3-5:14 warning garyml/diff-untidy hunk without lines
        "#]],
    );
}

#[test]
fn a_directive_may_be_meant_for_a_command_of_the_documentation() {
    let docs = ".Documentation title=Work\n  .Section title: Releases\n    .deploy: \"Deploys\"\n    .roll-back: \"Back\"\n";
    let check = |text: &str, expect: Expect| {
        let files =
            Files::new(&[("task.garyml", text), ("docs.garyml", docs)], &|_| Some(agmark_garyml::format()));
        expect.assert_eq(&diagnostics_in(files.own().expect("a document"), &files));
    };
    check(
        ".Execute\n  .Deploy\n  .Roll-Back\n",
        expect![[r#"
        2:4-2:10 warning garyml/unknown-directive ".Deploy" is a directive: did you mean the command ".deploy"?
          suggestion: write .deploy: 2:4-2:10 "deploy"
        3:4-3:13 warning garyml/unknown-directive ".Roll-Back" is a directive: did you mean the command ".roll-back"?
          suggestion: write .roll-back: 3:4-3:13 "roll-back"
    "#]],
    );
    check(
        ".Execute\n  .Deplyo\n  .Log message=x\n  .Contxt\n  .Weather\n",
        expect![[r#"
        2:4-2:10 warning garyml/unknown-directive unknown directive "Deplyo": did you mean the command ".deploy"?
          suggestion: write .deploy: 2:4-2:10 "deploy"
        3:4-3:7 warning garyml/unknown-directive ".Log" is a directive: did you mean the command ".log"?
          suggestion: write .log: 3:4-3:7 "log"
        4:4-4:10 warning garyml/unknown-directive unknown directive "Contxt": did you mean "Context"?
          likely fix: replace with "Context": 4:4-4:10 "Context"
        5:4-5:11 warning garyml/unknown-directive unknown directive "Weather"
    "#]],
    );
}

/// What people write who know YAML or other languages.
#[test]
fn habits_of_other_languages() {
    check(
        "---\nname: x\n---\n.Role: \"x\"\n",
        expect![[r##"
            1:1-1:4 error garyml/stray-text text outside of a directive: GaryML has no front matter; write the version in .GaryML
              suggestion: make it a comment: 1:1-1:1 "# "
            2:1-2:8 error garyml/stray-text parameter outside of a directive
              suggestion: make it a comment: 2:1-2:1 "# "
            3:1-3:4 error garyml/stray-text text outside of a directive: GaryML has no front matter; write the version in .GaryML
              suggestion: make it a comment: 3:1-3:1 "# "
        "##]],
    );
    check(
        "Role: A reviewer\nContext:\n  id: a\n",
        expect![[r##"
            1:1-1:17 error garyml/stray-text invalid directive "Role:": did you mean ".Role"?
              suggestion: write .Role: 1:1-1:5 ".Role"
              suggestion: make it a comment: 1:1-1:1 "# "
            2:1-2:9 error garyml/stray-text invalid directive "Context:": did you mean ".Context"?
              suggestion: write .Context: 2:1-2:8 ".Context"
              suggestion: make it a comment: 2:1-2:1 "# "
            3:3-3:8 error garyml/stray-text parameter outside of a directive
              suggestion: make it a comment: 3:3-3:3 "# "
        "##]],
    );
    check(
        ".Execute\n  - .test\n  - .log message=x\n",
        expect![[r##"
            1:1-1:9 warning garyml/empty-content empty .Execute: expected commands
            2:3-2:10 error garyml/stray-text text inside .Execute, which contains commands: write each of them as .name on a separate line
              suggestion: remove the dashes: 2:3-2:5 "", 3:3-3:5 ""
              suggestion: make it a comment: 2:3-2:3 "# ", 3:3-3:3 "# "
        "##]],
    );
    check(
        ".Execute\n  - test\n",
        expect![[r##"
            1:1-1:9 warning garyml/empty-content empty .Execute: expected commands
            2:3-2:9 error garyml/stray-text text inside .Execute, which contains commands: write each of them as .name on a separate line
              suggestion: make it a comment: 2:3-2:3 "# "
        "##]],
    );
    check(
        ".Execute\n  .test(target=unit, when=now)\n  .log()\n",
        expect![[r#"
            1:1-1:9 warning garyml/empty-content empty .Execute: expected commands
            2:3-2:31 error garyml/malformed-header .test(…) is not a header: write parameters after a space, without parentheses
              suggestion: write .test target=unit when=now: 2:3-2:31 ".test target=unit when=now"
        "#]],
    );
    check(
        ".Context id=a path=a.md\n.Context(id=b)\n",
        expect![[r#"
            2:1-2:15 error garyml/malformed-header .Context(…) is not a header: write parameters after a space, without parentheses
              suggestion: write .Context id=b: 2:1-2:15 ".Context id=b"
        "#]],
    );
    check(".Instructions\n  Call .test(x) or\n  .test(y)\n", expect![[""]]);
    check(
        ".Context path: a.md, id: a b\n",
        expect![[r#"
            1:1-1:9 error garyml/missing-parameter missing parameter "id" of .Context
              suggestion: add id=context: 1:9-1:9 " id=context"
            1:16-1:29 warning garyml/yaml "id:" is part of the value: write several parameters on one line as key=value
              suggestion: write path=a.md id="a b": 1:10-1:29 "path=a.md id=\"a b\""
        "#]],
    );
    check(
        ".Execute\n  .deploy env: prod force: true\n  .log message: see note: it works\n",
        expect![[r#"
            2:16-2:32 information garyml/yaml "force:" is part of the value: write several parameters on one line as key=value
              suggestion: write env=prod force=true: 2:11-2:32 "env=prod force=true"
        "#]],
    );
    check(
        ".Context id=a path=a.md\n.Execute\n  .test target: *a\n  .test targets: a, b\n  .test target: a b\n",
        expect![[r#"
            3:17-3:19 warning garyml/not-a-reference "*a" is text: write the reference as @a
              suggestion: write @a: 3:17-3:19 "@a"
            4:18-4:22 warning garyml/not-a-reference "a, b" is text: write several references as [@a, @b]
              suggestion: write the list [@a, @b]: 4:18-4:22 "[@a, @b]"
        "#]],
    );
}
