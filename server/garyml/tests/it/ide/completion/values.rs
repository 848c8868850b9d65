//! Completions of values.

use expect_test::expect;

use super::{check, labels};
use crate::ide::Case;

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
        let case = Case::new(&format!("{docs}.Execute\n{line}"), &[]);
        let offered = case.format().completions(case.document(), &case.files, case.offset);
        let labels: Vec<_> = offered.iter().map(|offer| offer.label.as_str()).collect();
        assert_eq!(labels.join(" "), expected, "{line}");
    }
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
    // On the line of a header, a list may contain blanks.
    check(
        &ids.replace(".test\n", ".test input=[@one, |]\n"),
        expect![[r#"
        @two (id)
        →   .test input=[@one, @two]
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
