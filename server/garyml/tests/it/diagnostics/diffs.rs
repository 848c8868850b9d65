//! Diagnostics of diffs.

use agmark_garyml::syntax::whole::Whole;
use expect_test::expect;

use super::{check, diagnostics_among};

#[test]
fn two_diffs_with_one_id() {
    let diff = ".Diff id=fix format=v4a\n  \"\"\"\n  *** Begin Patch\n  *** Delete File: f\n  *** End Patch\n  \"\"\"\n";
    let whole =
        Whole::new(format!("{diff}{diff}.Diff id=fix format=v4a path=f\n")).expect("a small document");
    let error = agmark_garyml::diff::document::by_id(&whole.structure(), "fix").expect_err("which one?");
    assert_eq!(error.to_string(), "3 .Diff have the id \"fix\", on lines 1, 7 and 13: give each a unique id");
}

/// The editor reports what `apply` refuses.
#[test]
fn a_diff_finds_folders() {
    let of = |patch: &str| {
        format!(".Diff id=d format=v4a\n  ```\n  *** Begin Patch\n{patch}  *** End Patch\n  ```\n")
    };
    let found = |patch: &str| {
        let text = of(patch);
        diagnostics_among(&text, &[("src/main.rs", "a\n"), ("a.txt", "a\n")])
    };
    expect![[r#"
        4:3-4:23 warning garyml/diff-fails src: the path is a folder: a diff changes files only
    "#]]
    .assert_eq(&found("  *** Delete File: src\n"));
    expect![[r#"
        5:3-5:24 warning garyml/diff-fails a.txt/x: "a.txt" is a file, not a folder
    "#]]
    .assert_eq(&found("  *** Delete File: a.txt\n  *** Add File: a.txt/x\n  +a\n"));
    expect![[r#"
        6:3-6:20 warning garyml/diff-fails n/y: "n" is a file, not a folder
    "#]]
    .assert_eq(&found("  *** Add File: n\n  +a\n  *** Add File: n/y\n  +a\n"));
}

/// Diagnostics are right while a person writes the names of a diff.
#[test]
fn unfinished_names_of_a_diff() {
    let of = |lines: &str| format!(".Diff id=d format=unified\n  ```\n{lines}  ```\n");
    check(
        &of("  --- \n"),
        expect![[r#"
            3:3-3:7 error garyml/diff-syntax missing line with +++ and the new file name after this line
        "#]],
    );
    check(
        &of("  --- a/menu.md\n"),
        expect![[r#"
            3:3-3:16 error garyml/diff-syntax missing line with +++ and the new file name after this line
        "#]],
    );
    check(
        &of("  --- a/menu.md\n  +++ \n"),
        expect![[r#"
            4:3-4:7 error garyml/diff-syntax missing file name after +++
        "#]],
    );
    check(
        &of("  --- a/menu.md\n  +++ b/\n"),
        expect![[r#"
            4:3-4:9 error garyml/diff-syntax missing file name after +++
        "#]],
    );
    check(
        &of("  --- a/menu.md\n  +++ b/menu.md\n  @@ -1 +1 @@\n"),
        expect![[r#"
            5:3-5:14 warning garyml/diff-untidy hunk without lines
        "#]],
    );
}
