//! `diff` and `patch`.

use expect_test::expect;

use super::{PAGE, check};
use crate::support::Folder;

#[test]
fn diffs() {
    let new = PAGE
        .replace("Search", "Find it")
        .replace("    | Emma", "    | Dune | button#e6 \"Renew\" |\n    | Emma");
    check(
        &["diff", "page.anml", "new.anml"],
        &[("new.anml", &new)],
        "",
        &expect![[r#"
        ---
        type: diff
        base: page.anml
        ---
        main
          form
            * button#e3 "Find it"
          table "Loans"
            ~ ... 1 unchanged
            + | Dune | button#e6 "Renew" |
        exit 0
    "#]],
    );
    check(
        &["diff", "page.anml", "page.anml", "--exit-code"],
        &[],
        "",
        &expect![[r#"
        ---
        type: diff
        base: page.anml
        ---
        exit 0
    "#]],
    );
    check(
        &["diff", "page.anml", "-", "--exit-code"],
        &[],
        PAGE.replace("[required]", "").as_str(),
        &expect![[r#"
            ---
            type: diff
            base: page.anml
            ---
            main
              form
                * searchbox#e2 "Title"
            exit 1
        "#]],
    );
    check(
        &["diff", "page.anml", "bad.anml"],
        &[("bad.anml", "p \"open\n")],
        "",
        &expect![[r#"
        2> error: bad.anml:1: unterminated string: add '"': fix it first, `agmark check` shows all errors
        exit 2
    "#]],
    );
    check(
        &["diff", "-", "-"],
        &[],
        "",
        &expect![[r#"
            2> error: `-` (standard input) cannot be combined with other paths: run the command twice
            exit 2
        "#]],
    );
}

#[test]
fn refs_may_be_kept() {
    let counted = "header\n  link#e1 \"Help\"\n  link#e2 \"Home\" href=/\nmain\n  button#e3 \"Go\"\n";
    let before = "header\n  link#e1 \"Home\" href=/\nmain\n  button#e2 \"Go\"\n";
    let files = [("old.anml", before), ("new.anml", counted)];
    check(
        &["diff", "old.anml", "new.anml"],
        &files,
        "",
        &expect![[r#"
        ---
        type: diff
        base: old.anml
        ---
        header
          * link#e1 "Help"
          + link#e2 "Home" href=/
        main
          - button#e2
          + button#e3 "Go"
        exit 0
    "#]],
    );
    check(
        &["diff", "--keep-refs", "old.anml", "new.anml"],
        &files,
        "",
        &expect![[r#"
        ---
        type: diff
        base: old.anml
        ---
        header
          + link#e4 "Help"
        exit 0
    "#]],
    );
}

#[test]
fn patches() {
    let new = PAGE.replace("By title or author.", "By title.").replace("title: Find a book\n", "");
    let folder = Folder::of(&[("page.anml", PAGE), ("new.anml", &new)]);
    let diff = folder.run(&["anml", "diff", "page.anml", "new.anml"]);
    folder.write("step.anml", diff.out.as_bytes());
    let patched = folder.run(&["anml", "patch", "page.anml", "step.anml"]);
    assert_eq!(patched.code, 0);
    folder.write("new.anml", patched.out.as_bytes());
    assert_eq!(folder.run(&["fmt", "--check", "new.anml"]).code, 0);
    folder.write("again.anml", new.as_bytes());
    folder.run(&["fmt", "again.anml"]);
    assert_eq!(patched.out, folder.read("again.anml"));
    let other = ("other.anml", "main\n  p \"Else\"\n");
    check(
        &["patch", "other.anml", "-"],
        &[other],
        &diff.out,
        &expect![[r#"
            2> error: standard input:8: `p "By title."`: nothing here can be changed by this: a new ref or role is `-` and `+`; the diff does not fit this base: make a new one with `agmark anml diff`
            exit 2
        "#]],
    );
    check(
        &["patch", "page.anml", "page.anml"],
        &[],
        "",
        &expect![[r#"
        2> error: page.anml: this is not a diff: its front matter has no `type: diff`
        exit 2
    "#]],
    );
}
