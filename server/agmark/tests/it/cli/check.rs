//! `agmark check`: which files, which exit code.

use expect_test::{Expect, expect};

use crate::support::{Folder, Ran};

pub const BAD: &str = "@h5 x\n";
pub const GOOD: &str = "@p x\n";
/// An interactive element without a ref is a warning.
pub const WARNING: &str = "button \"Go\"\n";

pub fn concise(folder: &Folder, args: &[&str]) -> Ran {
    let mut all = vec!["check", "--output-format", "concise"];
    all.extend(args);
    folder.run(&all)
}

#[track_caller]
pub fn check(files: &[(&str, &str)], args: &[&str], expected: Expect) {
    expected.assert_eq(&concise(&Folder::of(files), args).to_string());
}

#[test]
fn clean_is_0_and_errors_are_1() {
    check(
        &[("a.agd", GOOD)],
        &[],
        expect![[r#"
        1 file checked: no findings
        exit 0
    "#]],
    );
    check(
        &[("a.agd", BAD)],
        &[],
        expect![[r#"
        a.agd:1:1: error: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        1 file checked: 1 error; `agmark explain RULE` explains a rule
        exit 1
    "#]],
    );
    check(
        &[],
        &[],
        expect![[r#"
        no files to check
        exit 0
    "#]],
    );
}

#[test]
fn warnings_count_when_they_are_denied() {
    check(
        &[("a.anml", WARNING)],
        &[],
        expect![[r#"
        a.anml:1:1: warning: "button" is interactive and needs a ref, such as "button#e1" [anml/missing-ref]
        1 file checked: 1 warning; `agmark explain RULE` explains a rule
        exit 0
    "#]],
    );
    assert_eq!(concise(&Folder::of(&[("a.anml", WARNING)]), &["--deny-warnings"]).code, 1);
}

#[test]
fn references_are_followed_into_other_files() {
    let files = [
        ("a/x.agd", "@p x [#here refs=\"../b/y.agd#there, ../b/y.agd#nowhere, z.agd#a\"]\n"),
        ("b/y.agd", "@p y [#there]\n"),
    ];
    check(
        &files,
        &["a"],
        expect![[r#"
        a/x.agd:1:48: warning: "../b/y.agd" has no id "nowhere" [agd/dangling-refs]
        a/x.agd:1:63: warning: "z.agd" does not exist: cannot look up "a" [agd/dangling-refs]
        1 file checked: 2 warnings; `agmark explain RULE` explains a rule
        exit 0
    "#]],
    );
    check(
        &files,
        &["a/x.agd"],
        expect![[r#"
        a/x.agd:1:48: warning: "../b/y.agd" has no id "nowhere" [agd/dangling-refs]
        a/x.agd:1:63: warning: "z.agd" does not exist: cannot look up "a" [agd/dangling-refs]
        1 file checked: 2 warnings; `agmark explain RULE` explains a rule
        exit 0
    "#]],
    );
    check(
        &[files[0], files[1], ("agmark.toml", "")],
        &["a/x.agd"],
        expect![[r#"
        a/x.agd:1:48: warning: "../b/y.agd" has no id "nowhere" [agd/dangling-refs]
        a/x.agd:1:63: warning: "z.agd" does not exist: cannot look up "a" [agd/dangling-refs]
        1 file checked: 2 warnings; `agmark explain RULE` explains a rule
        exit 0
    "#]],
    );
}

#[test]
fn what_a_program_imports_is_a_program() {
    let program = "---\nname: main\ndescription: x\nimports: [./part.md]\ninput: {type: object}\n\
                   output: {type: object}\n---\nx\n";
    let files = [("main.md", program), ("part.md", "{{ .x | uper }}\n"), ("other.md", "{{ .x | uper }}\n")];
    check(
        &files,
        &[],
        expect![[r#"
            main.md:4:11: error: "./part.md" is not a program: import a .md file with front matter [markdownlang/not-a-program]
            part.md:1:1: error: missing front matter: start with a line "---", the keys of the program, and a line "---" [markdownlang/missing-front-matter]
            part.md:1:9: error: unknown function "uper": did you mean "upper"? [markdownlang/unknown-function]
            2 files checked: 3 errors; `agmark explain RULE` explains a rule
            exit 1
        "#]],
    );
    check(
        &files,
        &["part.md", "other.md"],
        expect![[r#"
            part.md:1:1: error: missing front matter: start with a line "---", the keys of the program, and a line "---" [markdownlang/missing-front-matter]
            part.md:1:9: error: unknown function "uper": did you mean "upper"? [markdownlang/unknown-function]
            1 file checked: 2 errors; `agmark explain RULE` explains a rule
            2> note: other.md: not in a format that agmark knows, skipped
            exit 1
        "#]],
    );
}

#[test]
fn wrong_usage_is_2() {
    let folder = Folder::of(&[]);
    for args in [&["check", "--output-format", "xml"][..], &["check", "-", "a.agd"], &["chekc"], &[]] {
        let ran = folder.run(args);
        assert_eq!(ran.code, 2, "{args:?}: {ran}");
        assert!(!ran.err.is_empty() && ran.out.is_empty(), "{args:?}: {ran}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    use std::io::Read;
    let many: String = (0..4000).map(|i| format!("@h5 {i}\n\n")).collect();
    let folder = Folder::of(&[("a.agd", &many)]);
    for format in ["full", "concise", "json", "sarif", "github", "agent"] {
        let mut child = folder
            .command(&["check", "--output-format", format])
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut err = String::new();
        child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(1), ""), "{format}");
    }
}

#[test]
fn order_is_the_same_each_time() {
    let files: Vec<_> =
        (0..200).map(|i| (format!("{}/{i}.agd", i % 7), format!("@h5 {i}\n@h6 {i}\n"))).collect();
    let files: Vec<_> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let folder = Folder::of(&files);
    let first = concise(&folder, &[]).out;
    assert_eq!(first.lines().count(), 401);
    assert_eq!(concise(&folder, &["."]).out, first);
    let mut sorted: Vec<_> = first.lines().take(400).collect();
    sorted.sort_by_key(|line| line.split(':').next().map(std::path::PathBuf::from));
    assert_eq!(first.lines().take(400).collect::<Vec<_>>(), sorted);
}
