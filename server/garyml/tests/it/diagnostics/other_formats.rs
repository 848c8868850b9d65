//! Syntax of YAML and of other formats, and values that are text.

use agmark_syntax::testing::diagnostics;
use expect_test::expect;

use super::check;

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

/// Syntax of YAML and of other languages.
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
}

/// Calls and parameters as other languages write them.
#[test]
fn habits_in_calls_and_parameters() {
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
