//! Ids, references and commands.

use expect_test::{Expect, expect};

use super::{check, diagnostics_among};

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

/// If no file defines commands, only the host knows its commands.
#[test]
fn commands_are_unknown_where_the_workspace_defines_some() {
    let task = ".Execute\n  .wash\n  .wosh\n  .test\n";
    let docs = ".Documentation\n  .Section title: x\n    .wash: \"Washes\"\n";
    let found = |others: &[(&str, &str)]| diagnostics_among(task, others);
    assert_eq!(found(&[("notes.garyml", ".Role: \"x\"\n")]), "");
    expect![[r#"
        3:4-3:8 information garyml/unknown-command undefined command "wosh": did you mean "wash"?
          likely fix: replace with "wash": 3:4-3:8 "wash"
    "#]]
    .assert_eq(&found(&[("docs.garyml", docs)]));
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
fn a_directive_may_be_meant_for_a_command_of_the_documentation() {
    let docs = ".Documentation title=Work\n  .Section title: Releases\n    .deploy: \"Deploys\"\n    .roll-back: \"Back\"\n";
    let check = |text: &str, expect: Expect| {
        expect.assert_eq(&diagnostics_among(text, &[("docs.garyml", docs)]));
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
