//! Which files a diff means.

use agmark_garyml::diff::base::choose;
use agmark_garyml::diff::{Diff, DiffFormat, plan};

const CHANGE: &str = "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n";

/// Where the paths count from and the first file, of a diff whose `.Diff` has this path. Two folders are above.
fn meant(path: &str) -> Result<(usize, String), String> {
    let diff = Diff::parse(DiffFormat::SearchReplace, CHANGE, Some(path));
    let changes = plan(&diff, |_| Some("a\n".to_owned())).map_err(|refusal| refusal.to_string())?;
    Ok((choose(&diff, 3, |_, _| false), changes[0].path.clone()))
}

#[test]
fn the_path_of_the_directive_stays_in_the_folder() {
    assert_eq!(meant("f"), Ok((0, "f".to_owned())));
    assert_eq!(meant("./x//f"), Ok((0, "x/f".to_owned())));
    for path in ["../f", "./x/../f", "/f", ".git/config", "x/.GIT./config", "c:f", "NUL"] {
        assert!(meant(path).is_err(), "{path}");
    }
}

#[test]
fn each_path_of_each_format_is_checked() {
    let v4a = |line: &str| format!("*** Begin Patch\n{line}\n*** End Patch\n");
    let update = "*** Update File: f\n*** Move to: .git/hooks/x\n@@\n-a\n+b";
    for (format, text) in [
        (DiffFormat::V4a, v4a("*** Add File: ../f\n+x")),
        (DiffFormat::V4a, v4a("*** Delete File: .git/config")),
        (DiffFormat::V4a, v4a(update)),
        (DiffFormat::SearchReplace, format!("../f\n{CHANGE}")),
        (DiffFormat::SearchReplace, format!("a\\.git\\f\n{CHANGE}")),
        (DiffFormat::Unified, "--- a/../f\n+++ b/../f\n@@ -1 +1 @@\n-a\n+b\n".to_owned()),
        (DiffFormat::Unified, "--- /dev/null\n+++ b/GIT~1/hooks/x\n@@ -0,0 +1 @@\n+b\n".to_owned()),
        (DiffFormat::Unified, "--- a/.git/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n".to_owned()),
        (DiffFormat::Unified, "diff --git a/f b/../g\nrename from f\nrename to ../g\n".to_owned()),
    ] {
        let diff = Diff::parse(format, &text, None);
        let refusal = plan(&diff, |_| Some("a\n".to_owned())).expect_err(&text);
        assert!(refusal.is_path(), "{text}{refusal}");
    }
}

#[test]
fn nothing_is_read_before_all_paths_are_checked() {
    let text = "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n--- a/../f\n+++ b/../f\n@@ -1 +1 @@\n-a\n+b\n";
    let diff = Diff::parse(DiffFormat::Unified, text, None);
    assert!(plan(&diff, |path| panic!("{path} was read")).is_err());
}
