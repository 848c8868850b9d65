//! `agmark check --fix`.

use expect_test::expect;

use crate::support::Folder;

#[test]
fn safe_fixes_are_applied_and_the_rest_is_reported() {
    let folder = Folder::of(&[
        ("a.anml", "main\n   button#e1 \"Go\"\n     link#e2 \"x\" checked\n   buton#e3 \"y\"\n"),
        ("b.agd", "@p one\n  \n@p two\n"),
        ("c.agd", "@h5 not safe to guess\n"),
        ("d.agd", "@p fine\n"),
    ]);
    let before = folder.run(&["check", "--output-format", "concise"]);
    expect![[r#"
        a.anml:2:1: error: indent must be a multiple of 2 (found 3, read as 2) [anml/odd-indent]
        a.anml:3:1: error: indent must be a multiple of 2 (found 5, read as 4) [anml/odd-indent]
        a.anml:3:18: warning: `checked` without quotes or brackets: write "checked" for a name, [checked] for states [anml/bare-state]
        a.anml:4:1: error: indent must be a multiple of 2 (found 3, read as 2) [anml/odd-indent]
        a.anml:4:4: hint: unknown role "buton": did you mean "button"? [anml/unknown-role]
        b.agd:2:1: hint: white space on a blank line [agd/whitespace-line]
        c.agd:1:1: error: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        4 files checked: 4 errors, 1 warning, 2 hints; 4 fixable with --fix; `agmark explain RULE` explains a rule
        exit 1
    "#]]
    .assert_eq(&before.to_string());
    let ran = folder.run(&["check", "--fix", "--output-format", "concise"]);
    expect![[r#"
        a.anml:3:17: warning: `checked` without quotes or brackets: write "checked" for a name, [checked] for states [anml/bare-state]
        a.anml:4:3: hint: unknown role "buton": did you mean "button"? [anml/unknown-role]
        c.agd:1:1: error: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        4 files checked: 1 error, 1 warning, 1 hint; 4 fixed in 2 files; `agmark explain RULE` explains a rule
        exit 1
    "#]]
    .assert_eq(&ran.to_string());
    expect![[r#"
        main
          button#e1 "Go"
            link#e2 "x" checked
          buton#e3 "y"
    "#]]
    .assert_eq(&folder.read("a.anml"));
    assert_eq!(folder.read("b.agd"), "@p one\n\n@p two\n");
    assert_eq!(folder.read("c.agd"), "@h5 not safe to guess\n");
    // A second run finds nothing to fix.
    let again = folder.run(&["check", "--fix", "--output-format", "concise"]);
    assert!(!again.out.contains("fixed"), "{again}");
}

#[test]
fn a_fix_that_brings_up_another_is_followed() {
    // Without the comment's first rule the comment is of no use at all.
    let folder = Folder::of(&[("a.agd", "@! agmark: allow duplicate-id\n@p one [#a]\n   \n@p two\n")]);
    let ran = folder.run(&["check", "--fix", "--output-format", "json"]);
    assert_eq!(ran.out, "{\"files\":1,\"diagnostics\":[]}\n", "{ran}");
    assert_eq!(folder.read("a.agd"), "@p one [#a]\n\n@p two\n");
}

#[cfg(unix)]
#[test]
fn a_file_that_must_not_be_written_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::of(&[("a.agd", "@p one\n  \n@p two\n")]);
    let path = folder.path().join("a.agd");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o444)).unwrap();
    let ran = folder.run(&["check", "--fix", "--output-format", "concise"]);
    expect![[r#"
        a.agd:2:1: hint: white space on a blank line [agd/whitespace-line]
        1 file checked: 1 hint; `agmark explain RULE` explains a rule
        2> error: a.agd: permission denied: make the file and its folder writable
        exit 2
    "#]]
    .assert_eq(&ran.to_string());
    assert_eq!(folder.read("a.agd"), "@p one\n  \n@p two\n");
}
