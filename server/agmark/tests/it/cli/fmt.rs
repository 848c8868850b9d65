//! `agmark fmt`.

use expect_test::expect;

use crate::support::Folder;

const LOOSE: &str = "@h1   Title   [#t]\n@p one\n\n\n\n@p two\n";
const FIRM: &str = "@h1 Title [#t]\n\n@p one\n\n@p two\n";

#[test]
fn files_are_written_in_place() {
    let folder = Folder::of(&[("a.agd", LOOSE), ("b.agd", FIRM), ("x.html", "<p   >x</p>\n")]);
    expect![[r#"
        formatted a.agd
        1 file formatted, 1 already formatted
        exit 0
    "#]]
    .assert_eq(&folder.run(&["fmt"]).to_string());
    assert_eq!(folder.read("a.agd"), FIRM);
    expect![[r#"
        2 files already formatted
        exit 0
    "#]]
    .assert_eq(&folder.run(&["fmt"]).to_string());
}

#[test]
fn quiet_prints_errors_only() {
    let folder = Folder::of(&[("a.agd", LOOSE), ("plain.md", "# Notes\n")]);
    assert_eq!(folder.run(&["fmt", "-q", "a.agd", "plain.md"]).to_string(), "exit 0\n");
    assert_eq!(folder.read("a.agd"), FIRM);
}

#[test]
fn check_and_diff_write_nothing() {
    let folder = Folder::of(&[("a.agd", LOOSE), ("b.agd", FIRM)]);
    expect![[r#"
        would format a.agd
        1 file would be formatted, 1 already formatted
        exit 1
    "#]]
    .assert_eq(&folder.run(&["fmt", "--check"]).to_string());
    // A blank line that stays is a space in a diff.
    let diff = folder.run(&["fmt", "--diff", "a.agd"]).to_string().replace("\n \n", "\n·\n");
    expect![[r#"
        --- a/a.agd
        +++ b/a.agd
        @@ -1,6 +1,5 @@
        -@h1   Title   [#t]
        -@p one
        -
        +@h1 Title [#t]
        ·
        +@p one
        ·
         @p two
        1 file would be formatted
        exit 0
    "#]]
    .assert_eq(&diff);

    expect![[r#"
        1 file already formatted
        exit 0
    "#]]
    .assert_eq(&folder.run(&["fmt", "--check", "--diff", "b.agd"]).to_string());
    assert_eq!(folder.read("a.agd"), LOOSE);
}

#[test]
fn standard_input_goes_to_standard_output() {
    let folder = Folder::of(&[]);
    let run = |args: &[&str], input: &str| folder.run_with(args, input.as_bytes());
    let ran = run(&["fmt", "-", "--stdin-path", "x.agd"], LOOSE);
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, FIRM, ""));
    let ran = run(&["fmt", "-", "--check", "--stdin-path", "x.agd"], LOOSE);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    let ran = run(&["fmt", "-", "--stdin-path", "README.md"], "# Plain   Markdown\n");
    assert_eq!((ran.code, ran.out.as_str()), (0, "# Plain   Markdown\n"));
    expect![[r#"
        2> error: standard input: unknown format: name the text with --stdin-path NAME (for example `--stdin-path x.agd`)
        exit 2
    "#]].assert_eq(&run(&["fmt", "-"], "text\n").to_string());
}

#[test]
fn what_has_errors_is_left_and_named() {
    let folder = Folder::of(&[("a.agd", "@h1   Title\n@h5   x   y\n@p   text\n")]);
    expect![[r#"
        formatted a.agd
        1 file formatted
        2> warning: a.agd: line 2 not formatted because of errors: `agmark check a.agd` shows them
        exit 1
    "#]]
    .assert_eq(&folder.run(&["fmt"]).to_string());
    expect![[r#"
        @h1 Title

        @h5   x   y

        @p text
    "#]]
    .assert_eq(&folder.read("a.agd"));
}

#[test]
fn what_cannot_be_formatted_is_said_if_it_was_named() {
    let folder = Folder::of(&[
        ("page.html", "<p data-agent-kind=\"status\">x</p>\n"),
        ("x.rs", ""),
        ("y.md", "# y\n"),
    ]);
    expect![[r#"
        no files to format
        2> note: page.html: AAF has no formatting, skipped
        2> note: y.md: not in a format that agmark knows, skipped
        exit 0
    "#]]
    .assert_eq(&folder.run(&["fmt", "page.html", "y.md"]).to_string());
    expect![[r#"
        no files to format
        2> error: no.agd: file does not exist: check the spelling and the folder
        2> error: x.rs: unknown file format: expected a file that ends in ENDINGS; to check another file as one of these, use `-` with --stdin-path
        exit 2
    "#]].assert_eq(&folder.run(&["fmt", "x.rs", "no.agd"]).to_string());
}

#[test]
fn what_is_mostly_errors_stays_as_it_is() {
    let text = "nav\n\n??\r\n!!\n\n%%\n";
    let folder = Folder::of(&[("a.anml", text), ("b.anml", "nav\n\n??\n")]);
    expect![[r#"
        formatted b.anml
        1 file formatted, 1 already formatted
        2> warning: a.anml: lines 1-6 not formatted because of errors: `agmark check a.anml` shows them
        2> warning: b.anml: line 3 not formatted because of errors: `agmark check b.anml` shows them
        exit 1
    "#]]
    .assert_eq(&folder.run(&["fmt"]).to_string());
    assert_eq!(folder.read("a.anml"), text);
    assert_eq!(folder.read("b.anml"), "nav\n??\n");
}
