//! Files in place of folders and folders in place of files are found before any change.

use agmark_garyml::diff::{Diff, DiffFormat, PathState, plan};

use super::applied;

fn v4a(lines: &str) -> Diff {
    Diff::parse(DiffFormat::V4a, &format!("*** Begin Patch\n{lines}*** End Patch\n"), None)
}

#[test]
fn a_folder_is_not_a_file() {
    let files = &[("d/x", "a\n"), ("f", "a\n")];
    let folder = "refused: d: the path is a folder: a diff changes files only\n";
    for lines in [
        "*** Update File: d\n-a\n+b\n",
        "*** Delete File: d\n",
        "*** Add File: d\n+a\n",
        "*** Update File: f\n*** Move to: d\n",
    ] {
        assert_eq!(applied(&v4a(lines), files), folder, "{lines}");
    }
    let removed = "--- a/d\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n";
    assert_eq!(applied(&Diff::parse(DiffFormat::Unified, removed, None), files), folder);
}

#[test]
fn nothing_lies_in_a_file() {
    let files = &[("a", "a\n"), ("b/c", "a\n")];
    for (lines, refusal) in [
        ("*** Add File: a/x\n+a\n", "refused: a/x: \"a\" is a file, not a folder\n"),
        ("*** Delete File: a\n*** Add File: a/x\n+a\n", "refused: a/x: \"a\" is a file, not a folder\n"),
        ("*** Delete File: b/c/d\n", "refused: b/c/d: \"b/c\" is a file, not a folder\n"),
        ("*** Add File: n\n+a\n*** Add File: n/y\n+a\n", "refused: n/y: \"n\" is a file, not a folder\n"),
        (
            "*** Add File: n/y/z\n+a\n*** Add File: n\n+a\n",
            "refused: n: the path is a folder: a diff changes files only\n",
        ),
        (
            "*** Add File: n/y\n+a\n*** Update File: a\n*** Move to: n\n",
            "refused: n: the path is a folder: a diff changes files only\n",
        ),
    ] {
        assert_eq!(applied(&v4a(lines), files), refusal, "{lines}");
    }
    assert_eq!(
        applied(&v4a("*** Add File: n/y\n+a\n*** Add File: n/z\n+b\n"), files),
        "=== n/y\na\n=== n/z\nb\n"
    );
}

#[test]
fn a_file_that_is_not_text_is_reported() {
    let diff = v4a("*** Delete File: f\n");
    let refusal = plan(&diff, |_| PathState::Unreadable).expect_err("it is not text");
    assert_eq!(refusal.to_string(), "f: the file is not UTF-8 text: a diff changes text only");
}
