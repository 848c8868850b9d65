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
        1 file checked: 1 error, 2 warnings; `agmark explain RULE` tells more
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
        2> error: standard input: its format cannot be told from the text: say what it is with --stdin-path NAME (for example `--stdin-path x.agd`)
        exit 2
    "#]],
    );
    check(
        &["-"],
        b"plain text\n",
        expect![[r#"
        2> error: standard input: its format cannot be told from the text: say what it is with --stdin-path NAME (for example `--stdin-path x.agd`)
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
            2> error: x.rs: agmark has no format for this name: files end in .anml, .anmla, .garyml or .agd; --stdin-path gives the text of another file a name
            exit 2
        "#]],
    );
    check(
        &["-", "--stdin-path", "README.md"],
        b"# Somebody else's\n",
        expect![[r#"
            no file of agmark's formats here
            2> note: README.md: in none of agmark's formats, left alone
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
        2> error: standard input: not UTF-8 from byte 6 on: convert it, for example with iconv
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
        2> error: --stdin-path names what comes from standard input: add `-`, or leave it out
        exit 2
    "#]],
    );
    check(
        &["-", "x.agd"],
        b"",
        expect![[r#"
        2> error: `-` is standard input and stands alone: check the other paths in a run of their own
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
            2> 1 file checked: 1 warning; 1 fixed in 1 file; `agmark explain RULE` tells more
            exit 0
        "#]],
    );
}
