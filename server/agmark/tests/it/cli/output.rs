//! The output formats, on a few files.

use expect_test::{Expect, expect, expect_file};

use crate::support::Folder;

fn folder() -> Folder {
    Folder::of(&[
        ("a.agd", "@h1 Größe [#size]\n\n@p See @ref #sise.\n\n@h5 Deep [#size]\n"),
        ("b/screen.anml", "main\n   button#e1 \"Go\"\n"),
        ("c.agd", "@p Nothing wrong here.\n"),
        ("README.md", "# Plain Markdown\n"),
    ])
}

#[track_caller]
fn check(format: &str, expected: Expect) {
    expected.assert_eq(&text(format));
}

/// What a format says of the folder; JSON in lines.
fn text(format: &str) -> String {
    let ran = folder().run(&["check", "--output-format", format]);
    match serde_json::from_str::<serde_json::Value>(&ran.out) {
        Ok(json) => format!("{json:#}\n{}exit {}\n", ran.err, ran.code),
        Err(_) => ran.to_string(),
    }
}

#[test]
fn full() {
    check(
        "full",
        expect![[r#"
            error[agd/dangling-reference]: id "sise" is not defined: did you mean "size"?
             --> a.agd:3:14
              |
            3 | @p See @ref #sise.
              |              ^^^^
              |
            help: replace with "size"
              |
            3 - @p See @ref #sise.
            3 + @p See @ref #size.
              |

            error[agd/unknown-tag]: unknown tag "@h5": did you mean "h4"?
             --> a.agd:5:1
              |
            5 | @h5 Deep [#size]
              | ^^^
              |
            help: replace with "h4"
              |
            5 - @h5 Deep [#size]
            5 + @h4 Deep [#size]
              |

            error[agd/duplicate-id]: id "size" is already defined on line 1
             --> a.agd:5:12
              |
            1 | @h1 Größe [#size]
              |             ---- first defined here
            ...
            5 | @h5 Deep [#size]
              |            ^^^^

            error[anml/odd-indent]: indent must be a multiple of 2 (found 3, read as 2)
             --> b/screen.anml:2:1
              |
            2 |    button#e1 "Go"
              | ^^^
              |
            help: indent by 2 spaces (fixed by --fix)
              |
            2 |   button#e1 "Go"
              | ++

            3 files checked: 4 errors; 1 fixable with --fix; `agmark explain RULE` explains a rule
            exit 1
        "#]],
    );
}

#[test]
fn concise() {
    check(
        "concise",
        expect![[r#"
        a.agd:3:14: error: id "sise" is not defined: did you mean "size"? [agd/dangling-reference]
        a.agd:5:1: error: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        a.agd:5:12: error: id "size" is already defined on line 1 [agd/duplicate-id]
        b/screen.anml:2:1: error: indent must be a multiple of 2 (found 3, read as 2) [anml/odd-indent]
        3 files checked: 4 errors; 1 fixable with --fix; `agmark explain RULE` explains a rule
        exit 1
    "#]],
    );
}

#[test]
fn json() {
    expect_file!["./output_json.txt"].assert_eq(&text("json"));
}

#[test]
fn github() {
    check(
        "github",
        expect![[r#"
        ::error file=a.agd,line=3,endLine=3,col=14,endColumn=18,title=agd/dangling-reference::id "sise" is not defined: did you mean "size"?
        ::error file=a.agd,line=5,endLine=5,col=1,endColumn=4,title=agd/unknown-tag::unknown tag "@h5": did you mean "h4"?
        ::error file=a.agd,line=5,endLine=5,col=12,endColumn=16,title=agd/duplicate-id::id "size" is already defined on line 1%0Afirst defined here: a.agd:1:13
        ::error file=b/screen.anml,line=2,endLine=2,col=1,endColumn=4,title=anml/odd-indent::indent must be a multiple of 2 (found 3, read as 2)
        exit 1
    "#]],
    );
}

#[test]
fn agent() {
    check(
        "agent",
        expect![[r#"
        a.agd:3:14-3:18 error agd/dangling-reference: id "sise" is not defined: did you mean "size"?; fix: replace with "size"
        a.agd:5:1-5:4 error agd/unknown-tag: unknown tag "@h5": did you mean "h4"?; fix: replace with "h4"
        a.agd:5:12-5:16 error agd/duplicate-id: id "size" is already defined on line 1; first defined here: a.agd:1:13
        b/screen.anml:2:1-2:4 error anml/odd-indent: indent must be a multiple of 2 (found 3, read as 2); fix with --fix: indent by 2 spaces
        exit 1
    "#]],
    );
}

#[test]
fn sarif() {
    let ran = folder().run(&["check", "--output-format", "sarif"]);
    let log: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert_eq!((log["version"].as_str(), results.len()), (Some("2.1.0"), 4));
    for result in results {
        let index = result["ruleIndex"].as_u64().unwrap() as usize;
        assert_eq!(rules[index]["id"], result["ruleId"]);
        assert!(!rules[index]["help"]["markdown"].as_str().unwrap().is_empty());
    }
    assert_eq!(ran.code, 1);
}

#[test]
fn colours_are_for_terminals_and_those_who_ask() {
    let run = |name: &str, value: &str| {
        let output = folder().command(&["check"]).env(name, value).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(run("CLICOLOR_FORCE", "1").contains("\u{1b}["));
    assert!(!run("NO_COLOR", "1").contains('\u{1b}'));
    assert!(!run("TERM", "xterm-256color").contains('\u{1b}'));
}
