//! V4A patches.

use agmark_garyml::diff::DiffFormat;
use expect_test::expect;

use super::{GO, check};

#[test]
fn v4a() {
    check(
        DiffFormat::V4a,
        "*** Begin Patch\n*** Update File: main.go\n@@ func b() {\n-\treturn\n+\tpanic(1)\n }\n*** Add File: new.go\n+one\n+\n*** Delete File: old.go\n*** End Patch\n",
        &[("main.go", GO), ("old.go", "x\n")],
        expect![[r#"
            === main.go
            package main

            func a() {
            	return
            }

            func b() {
            	panic(1)
            }
            === new.go
            one

            === old.go goes
        "#]],
    );
}

#[test]
fn v4a_context_without_its_blank() {
    check(
        DiffFormat::V4a,
        "*** Begin Patch\n*** Update File: x.py\n@@\ndef f():\n    a = 1\n-    b = 2\n+    b = 3\n\n    return\n*** End Patch",
        &[("x.py", "def f():\n    a = 1\n    b = 2\n\n    return\n")],
        expect![[r#"
            === x.py
            def f():
                a = 1
                b = 3

                return
        "#]],
    );
}

#[test]
fn v4a_places() {
    let files: &[(&str, &str)] = &[("f", "a\nx\nb\nx\n")];
    let patch = |body: &str| format!("*** Begin Patch\n*** Update File: f\n{body}*** End Patch\n");
    check(
        DiffFormat::V4a,
        &patch("@@\n-x\n+y\n"),
        files,
        expect![[r#"
            refused: hunk 1 of f does not apply: its lines occur more than once, at lines 2, 4: add surrounding lines
        "#]],
    );
    check(
        DiffFormat::V4a,
        &patch("@@ b\n-x\n+y\n"),
        files,
        expect![[r#"
            === f
            a
            x
            b
            y
        "#]],
    );
    check(
        DiffFormat::V4a,
        &patch("@@\n-x\n+y\n*** End of File\n"),
        files,
        expect![[r#"
            === f
            a
            x
            b
            y
        "#]],
    );
    check(
        DiffFormat::V4a,
        &patch("@@ c\n-x\n+y\n"),
        files,
        expect![[r#"
            refused: hunk 1 of f does not apply: the file has no line "c": the hunk must follow it
        "#]],
    );
    check(
        DiffFormat::V4a,
        &patch("@@\n-b\n*** End of File\n"),
        files,
        expect![[r#"
            refused: hunk 1 of f does not apply: its lines are not at the end of the file, as the diff says
        "#]],
    );
    check(
        DiffFormat::V4a,
        &patch("*** Move to: g\n@@ b\n+new\n"),
        files,
        expect![[r#"
            === f goes
            === g
            a
            x
            b
            new
            x
        "#]],
    );
}

#[test]
fn v4a_that_is_untidy() {
    check(
        DiffFormat::V4a,
        "*** Update File: f\n-a\n+b\n*** Add File: g\nplain\n",
        &[("f", "a\n")],
        expect![[r#"
            1 Untidy: missing *** Begin Patch at the start of the patch
              Automatic: add *** Begin Patch
            5 Untidy: missing + at the start of a line of a new file
              Automatic: insert +
            5 Untidy: missing *** End Patch at the end of the patch
              Offered: add *** End Patch
            === f
            b
            === g
            plain
        "#]],
    );
    check(
        DiffFormat::V4a,
        "*** Begin Patch\nlost\n*** Change File: f\n*** End Patch\nmore\n",
        &[],
        expect![[r#"
            2 Malformed: line outside of a file: a file starts with *** Add File:, *** Update File: or *** Delete File:
            3 Malformed: unknown marker "*** Change File: f": expected *** Add File:, *** Update File:, *** Delete File:, *** Move to:, *** End of File and *** End Patch
            5 Untidy: unexpected text after *** End Patch
            refused: line outside of a file: a file starts with *** Add File:, *** Update File: or *** Delete File:
        "#]],
    );
    check(
        DiffFormat::V4a,
        "*** Begin Patch\n*** Add File: f\n+x\n*** Update File: g\n-y\n+z\n*** End Patch\n",
        &[("f", "there\n"), ("g", "y\n")],
        expect![[r#"
            refused: f: the file already exists: a diff cannot add it or move a file there
        "#]],
    );
}

#[test]
fn v4a_moves_nothing_onto_a_file() {
    check(
        DiffFormat::V4a,
        "*** Begin Patch\n*** Update File: f\n*** Move to: g\n@@\n-a\n+b\n*** End Patch\n",
        &[("f", "a\n"), ("g", "a\n")],
        expect![[r#"
            refused: g: the file already exists: a diff cannot add it or move a file there
        "#]],
    );
}
