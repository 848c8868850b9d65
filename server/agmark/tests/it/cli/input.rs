//! What comes from standard input.

use expect_test::{Expect, expect};

use crate::support::Folder;

#[track_caller]
fn check(args: &[&str], input: &[u8], expected: Expect) {
    let folder = Folder::of(&[("notes/b.agd", "@p b [#there]\n"), ("agmark.toml", "")]);
    let mut all = vec!["check", "--output-format", "concise"];
    all.extend(args);
    expected.assert_eq(&folder.run_with(&all, input).to_string());
}

#[test]
fn a_name_tells_the_format_and_the_place() {
    let text =
        b"@h5 x [#a refs=\"b.agd#there, b.agd#nowhere\"]\n@p [#b refs=\"b.agd#there, b.agd#nowhere\"]\n";
    check(
        &["-", "--stdin-path", "notes/a.agd"],
        text,
        expect![[r#"
        notes/a.agd:1:1: error: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        notes/a.agd:1:36: warning: "b.agd" has no id "nowhere" [agd/dangling-refs]
        notes/a.agd:2:33: warning: "b.agd" has no id "nowhere" [agd/dangling-refs]
        1 file checked: 1 error, 2 warnings; `agmark explain RULE` explains a rule
        exit 1
    "#]],
    );
}

#[test]
fn without_a_name_the_text_must_tell() {
    check(
        &["-"],
        b"<form data-agent-kind=\"acton\"></form>\n",
        expect![[r#"
            2> error: standard input: unknown format: name the text with --stdin-path NAME (for example `--stdin-path x.agd`)
            exit 2
        "#]],
    );
    check(
        &["-"],
        b"plain text\n",
        expect![[r#"
            2> error: standard input: unknown format: name the text with --stdin-path NAME (for example `--stdin-path x.agd`)
            exit 2
        "#]],
    );
}

#[test]
fn other_names_are_told_what_there_is() {
    check(
        &["-", "--stdin-path", "x.rs"],
        b"",
        expect![[r#"
            2> error: x.rs: unknown file format: expected a file that ends in ENDINGS; to check another file as one of these, use `-` with --stdin-path
            exit 2
        "#]],
    );
    check(
        &["-", "--stdin-path", "README.md"],
        b"# Plain Markdown\n",
        expect![[r#"
            no files to check
            2> note: README.md: not in a format that agmark knows, skipped
            exit 0
        "#]],
    );
}

#[test]
fn what_is_no_text_cannot_be_read() {
    check(
        &["-", "--stdin-path", "x.agd"],
        b"@p caf\xe9\n",
        expect![[r#"
            2> error: standard input: invalid UTF-8 at byte 6: convert the text, for example with iconv
            exit 2
        "#]],
    );
}

#[test]
fn a_name_goes_with_standard_input_only() {
    check(
        &["--stdin-path", "x.agd"],
        b"",
        expect![[r#"
            2> error: --stdin-path needs standard input: add `-`, or remove --stdin-path
            exit 2
        "#]],
    );
    check(
        &["-", "x.agd"],
        b"",
        expect![[r#"
            2> error: `-` (standard input) cannot be combined with other paths: run the command twice
            exit 2
        "#]],
    );
}

#[test]
fn fixed_text_goes_to_standard_output() {
    check(
        &["-", "--fix", "--stdin-path", "x.anml"],
        b"main\n   button#e1 \"Go\"\n  link \"x\"\n",
        expect![[r#"
            main
              button#e1 "Go"
              link "x"
            2> x.anml:3:3: warning: "link" is interactive and needs a ref, such as "link#e1" [anml/missing-ref]
            2> 1 file checked: 1 warning; 1 fixed in 1 file; `agmark explain RULE` explains a rule
            exit 0
        "#]],
    );
}
