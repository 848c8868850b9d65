//! Headers, their parameters and their content.

use expect_test::expect;

use super::{check, diagnostics_among};

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
    expect![[r#"
        2:20-2:25 warning garyml/unknown-parameter unknown parameter "froce" of .deploy: did you mean "force"?
          likely fix: replace with "force": 2:20-2:25 "force"
        5:5-5:10 warning garyml/unknown-parameter unknown parameter "speed" of .deploy: expected env, force
        9:5-9:8 warning garyml/unknown-parameter unknown parameter "evn" of .deploy: did you mean "env"?
          likely fix: replace with "env": 9:5-9:8 "env"
    "#]]
    .assert_eq(&diagnostics_among(task, &[("docs.garyml", docs)]));
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
