//! Unified diffs and line endings.

use agmark_garyml::diff::{DiffFormat, PathState, plan};
use expect_test::expect;

use super::{check, diff, go};

#[test]
fn unified() {
    go(
        DiffFormat::Unified,
        "diff --git a/main.go b/main.go\nindex 1..2 100644\n--- a/main.go\n+++ b/main.go\n@@ -1,4 +1,5 @@ package\n package main\n+// Says nothing.\n \n func a() {\n \treturn\n@@ -7,3 +8,3 @@\n-func b() {\n+func c() {\n \treturn\n }\n",
        expect![[r#"
            === main.go
            package main
            // Says nothing.

            func a() {
            	return
            }

            func c() {
            	return
            }
        "#]],
    );
}

#[test]
fn unified_at_other_lines_and_with_wrong_counts() {
    go(
        DiffFormat::Unified,
        "--- main.go\n+++ main.go\n@@ -1,9 +1 @@\n func b() {\n-\treturn\n+\tpanic(1)\n }\n\n",
        expect![[r#"
            3 Untidy: wrong line counts: the header counts 9 old and 1 new lines, the hunk has 3 and 3
              Offered: write -1,3 +1,3
            === main.go
            package main

            func a() {
            	return
            }

            func b() {
            	panic(1)
            }
        "#]],
    );
}

#[test]
fn unified_that_fits_twice_as_well() {
    go(
        DiffFormat::Unified,
        "--- main.go\n+++ main.go\n@@ -6,2 +6,2 @@\n-\treturn\n+\tpanic(1)\n }\n",
        expect![[r#"
            refused: hunk 1 of main.go does not apply: its lines occur more than once, at lines 4, 8: add surrounding lines
        "#]],
    );
}

#[test]
fn a_hunk_must_follow_the_one_before() {
    go(
        DiffFormat::Unified,
        "--- main.go\n+++ main.go\n@@ -3,3 +3,3 @@\n-func a() {\n+func c() {\n \treturn\n }\n@@ -4 +4 @@\n-\treturn\n+\tpanic(1)\n",
        expect![[r#"
            === main.go
            package main

            func c() {
            	return
            }

            func b() {
            	panic(1)
            }
        "#]],
    );
}

#[test]
fn unified_that_does_not_fit() {
    go(
        DiffFormat::Unified,
        "--- main.go\n+++ main.go\n@@ -1 +1 @@\n-package main\n+package x\n@@ -7,3 +7,3 @@\n func b() {\n-\tgo away\n+\tstay\n }\n",
        expect![[r#"
            refused: hunk 2 of main.go does not apply: line 8 of the file is "\treturn", but the diff expects "\tgo away"
        "#]],
    );
    go(
        DiffFormat::Unified,
        "--- a/other.go\n+++ b/other.go\n@@ -1 +1 @@\n-x\n+y\n",
        expect![[r#"
            refused: other.go: the file does not exist
        "#]],
    );
    go(
        DiffFormat::Unified,
        "--- a/../other.go\n+++ b/../other.go\n@@ -1 +1 @@\n-x\n+y\n",
        expect![[r#"
            refused: the path "../other.go" contains `..`: name a file inside the folder
        "#]],
    );
}

#[test]
fn unified_files_come_and_go_and_move() {
    check(
        DiffFormat::Unified,
        "--- /dev/null\n+++ b/new.go\n@@ -0,0 +1,2 @@\n+one\n+two\n\\ No newline at end of file\n--- a/old.go\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\ndiff --git a/from.go b/to.go\nrename from from.go\nrename to to.go\n--- a/from.go\n+++ b/to.go\n@@ -1 +1 @@\n-y\n+z\ndiff --git a/p b/q\nrename from p\nrename to q\n",
        &[("old.go", "x\n"), ("from.go", "y\n"), ("p", "same")],
        expect![[r#"
            === new.go
            one
            two=== old.go goes
            === from.go goes
            === to.go
            z
            === p goes
            === q
            same"#]],
    );
    check(
        DiffFormat::Unified,
        "--- a/old.go\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n",
        &[("old.go", "x\ny\n")],
        expect![[r#"
            refused: old.go: the file has more lines than the diff removes
        "#]],
    );
    check(
        DiffFormat::Unified,
        "--- x.orig\n+++ x\n@@ -1 +1 @@\n-a\n+b\n",
        &[("x.orig", "a\n"), ("x", "a\n")],
        expect![[r#"
            === x
            b
        "#]],
    );
}

#[test]
fn line_endings_stay() {
    let change = "--- f\n+++ f\n@@ -1,2 +1,3 @@\n a\n-b\n+c\n+d\n";
    for (old, new) in [
        ("a\r\nb\r\n", "a\r\nc\r\nd\r\n"),
        ("a\nb", "a\nc\nd"),
        ("a\nb\n", "a\nc\nd\n"),
        ("a\r\r\nb\r\n", "a\r\r\nc\r\nd\r\n"),
        ("a\nb\r\n", "a\nc\nd\n"),
    ] {
        let result =
            plan(&diff(DiffFormat::Unified, change), |_| PathState::File(old.to_owned())).expect("it fits");
        assert_eq!(result[0].after.as_deref(), Some(new));
    }
    let end = "--- f\n+++ f\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n";
    let result = plan(&diff(DiffFormat::Unified, end), |_| PathState::File("a".to_owned())).expect("it fits");
    assert_eq!(result[0].after.as_deref(), Some("a\n"));
    let bare = "--- f\n+++ f\n@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file\n";
    let result =
        plan(&diff(DiffFormat::Unified, bare), |_| PathState::File("a\n".to_owned())).expect("it fits");
    assert_eq!(result[0].after.as_deref(), Some("b"));
}

#[test]
fn unified_that_is_malformed() {
    go(
        DiffFormat::Unified,
        "--- a/main.go\n+++ b/main.go\n@@ here @@\n-package main\n+package x\nstrange\n",
        expect![[r#"
            3 Malformed: invalid hunk header "@@ here @@": expected @@ -LINE,COUNT +LINE,COUNT @@
            6 Malformed: invalid line of a hunk: it must start with a space, - or +
            refused: invalid hunk header "@@ here @@": expected @@ -LINE,COUNT +LINE,COUNT @@
        "#]],
    );
    go(
        DiffFormat::Unified,
        "",
        expect![[r#"
            1 Malformed: not a unified diff: expected --- and +++, then hunks that start with @@
            refused: not a unified diff: expected --- and +++, then hunks that start with @@
        "#]],
    );
}

#[test]
fn unified_removes_lines_that_look_like_headers() {
    check(
        DiffFormat::Unified,
        "--- a/x.sql\n+++ b/x.sql\n@@ -1,3 +1,2 @@\n select\n--- a\n-b\n+++ c\n",
        &[("x.sql", "select\n-- a\nb\n")],
        expect![[r#"
            === x.sql
            select
            ++ c
        "#]],
    );
}

#[test]
fn a_diff_that_changes_nothing_is_refused() {
    go(
        DiffFormat::Unified,
        "--- main.go\n+++ main.go\n@@ -1 +1 @@\n-package main\n+package main\n",
        expect![[r#"
            refused: the diff changes nothing
        "#]],
    );
}

#[test]
fn unified_files_without_a_line() {
    check(
        DiffFormat::Unified,
        "diff --git a/new b/new\nnew file mode 100644\nindex 0000000..e69de29\ndiff --git a/old b/old\ndeleted file mode 100644\nindex e69de29..0000000\n",
        &[("old", "")],
        expect![[r#"
            === new
            === old goes
        "#]],
    );
    check(
        DiffFormat::Unified,
        "diff --git a/old b/old\ndeleted file mode 100644\n",
        &[("old", "there\n")],
        expect![[r#"
            refused: old: the file has more lines than the diff removes
        "#]],
    );
}

/// A part that cannot be applied is reported.
#[test]
fn unified_with_unsupported_changes() {
    let file = "--- a/main.go\n+++ b/main.go\n@@ -1 +1 @@\n-package main\n+package x\n";
    for line in [
        "diff --git a/f b/g\nsimilarity index 90%\ncopy from f\ncopy to g\n--- a/f\n+++ b/g\n@@ -1 +1 @@\n-a\n+b",
        "diff --git a/i.png b/i.png\nBinary files a/i.png and b/i.png differ",
        "diff --git a/i.png b/i.png\nGIT binary patch\nliteral 3\nabc",
        "Only in b: x",
    ] {
        let diff = diff(DiffFormat::Unified, &format!("{file}{line}\n"));
        let look = |path: &str| super::at(&[("main.go", "package main\n")], path);
        let refusal = plan(&diff, look).expect_err(line);
        assert!(refusal.to_string().contains("cannot be applied") || line.starts_with("Only"), "{refusal}");
    }
}

#[test]
fn links_and_submodules_are_refused() {
    for (head, word) in [
        ("new file mode 120000\n--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+target\n", "symbolic link"),
        ("deleted file mode 120000\n--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-target\n", "symbolic link"),
        ("old mode 100644\nnew mode 120000\n", "symbolic link"),
        ("index 1..2 120000\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-target\n+other\n", "symbolic link"),
        ("new file mode 160000\n--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+Subproject commit 1\n", "submodule"),
        (
            "index 1..2 160000\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-Subproject commit 1\n+Subproject commit 2\n",
            "submodule",
        ),
    ] {
        let diff = diff(DiffFormat::Unified, &format!("diff --git a/f b/f\n{head}"));
        let refusal = plan(&diff, |_| PathState::File("target\n".to_owned())).expect_err(head);
        assert!(refusal.to_string().contains(word), "{refusal}");
    }
}

#[test]
fn a_diff_of_modes_is_passed_over() {
    let modes = "diff --git a/f b/f\nold mode 100644\nnew mode 100755\n";
    let only = diff(DiffFormat::Unified, modes);
    assert_eq!(only.problems, []);
    assert_eq!(plan(&only, |_| PathState::Nothing), Ok(Vec::new()));
    go(
        DiffFormat::Unified,
        &format!("{modes}--- a/main.go\n+++ b/main.go\n@@ -1 +1,2 @@\n package main\n+\n"),
        expect![[r#"
            === main.go
            package main


            func a() {
            	return
            }

            func b() {
            	return
            }
        "#]],
    );
}

#[test]
fn a_byte_order_mark_stays_and_hides_no_line() {
    const MARK: &str = "\u{feff}";
    let change = |old: &str, new: &str| format!("--- f\n+++ f\n@@ -1,2 +1,2 @@\n-{old}\n+{new}\n b\n");
    let marked = &[("f", "\u{feff}a\nb\n")][..];
    for (text, expected) in [
        (change("a", "c"), format!("=== f\n{MARK}c\nb\n")),
        (change("\u{feff}a", "\u{feff}c"), format!("=== f\n{MARK}c\nb\n")),
        // The diff removes the mark.
        (change("\u{feff}a", "a"), "=== f\na\nb\n".to_owned()),
        ("--- f\n+++ f\n@@ -0,0 +1 @@\n+x\n".to_owned(), format!("=== f\n{MARK}x\na\nb\n")),
        ("--- f\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n".to_owned(), "=== f goes\n".to_owned()),
    ] {
        let diff = diff(DiffFormat::Unified, &text);
        assert_eq!(super::applied(&diff, marked), expected, "{text}");
    }
    let replace = "<<<<<<< SEARCH\na\n=======\nc\n>>>>>>> REPLACE\n";
    let diff = agmark_garyml::diff::Diff::parse(DiffFormat::SearchReplace, replace, Some("f"));
    assert_eq!(super::applied(&diff, marked), format!("=== f\n{MARK}c\nb\n"));
}
