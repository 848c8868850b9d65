//! The files of a diff.

use agmark_garyml::diff::base::choose;
use agmark_garyml::diff::{Diff, DiffFormat, PathState, plan};

const CHANGE: &str = "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n";

/// The folder in which the paths start, and the first file, of a diff whose `.Diff` has this path. There are two
/// folders above.
fn meant(path: &str) -> Result<(usize, String), String> {
    let diff = Diff::parse(DiffFormat::SearchReplace, CHANGE, Some(path));
    let look =
        |path: &str| if path.ends_with('f') { PathState::File("a\n".to_owned()) } else { PathState::Nothing };
    let changes = plan(&diff, look).map_err(|refusal| refusal.to_string())?;
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
        let refusal = plan(&diff, |_| PathState::File("a\n".to_owned())).expect_err(&text);
        assert!(refusal.is_path(), "{text}{refusal}");
    }
}

#[test]
fn nothing_is_read_before_all_paths_are_checked() {
    let text = "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n--- a/../f\n+++ b/../f\n@@ -1 +1 @@\n-a\n+b\n";
    let diff = Diff::parse(DiffFormat::Unified, text, None);
    assert!(plan(&diff, |path| panic!("{path} was read")).is_err());
}

#[test]
fn names_are_read_as_git_writes_them() {
    let names = [
        ("é.txt", r#""a/\303\251.txt""#, r#""b/\303\251.txt""#),
        ("ü b.txt", r#""a/\303\274 b.txt""#, "\"b/ü b.txt\"\t2024-01-01"),
        ("a\"b.txt", r#""a/a\"b.txt""#, r#""b/a\"b.txt""#),
        ("a b.txt", "a/a b.txt\t", "b/a b.txt\t"),
    ];
    for (name, old, new) in names {
        let text = format!("--- {old}\n+++ {new}\n@@ -1 +1 @@\n-a\n+b\n");
        assert_eq!(
            super::applied(&Diff::parse(DiffFormat::Unified, &text, None), &[(name, "a\n")]),
            format!("=== {name}\nb\n")
        );
    }
    let bare = r#"diff --git "a/\303\251" "b/\303\251"
new file mode 100644
diff --git a/old "b/\303\274"
similarity index 100%
rename from old
rename to "\303\274"
"#;
    let done = super::applied(&Diff::parse(DiffFormat::Unified, bare, None), &[("old", "x\n")]);
    assert_eq!(done, "=== é\n=== old goes\n=== ü\nx\n");
}

#[test]
fn an_invalid_quoted_name_is_reported_once() {
    for (name, word) in [(r#""a/\q""#, "backslash"), (r#""a/\377""#, "UTF-8"), ("\"a/x", "closing quote")] {
        let diff =
            Diff::parse(DiffFormat::Unified, &format!("--- {name}\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"), None);
        assert_eq!(diff.problems.len(), 1, "{:?}", diff.problems);
        let refusal = plan(&diff, |_| PathState::File("a\n".to_owned())).expect_err(name);
        assert!(refusal.to_string().contains(word), "{refusal}");
    }
}

/// A quoted backslash is part of the name. Without quotes, it separates folders.
#[test]
fn backslashes_part_folders_only_without_quotes() {
    let change = "@@ -1 +1 @@\n-a\n+b\n";
    let one = Diff::parse(DiffFormat::Unified, &format!("--- a\\f\n+++ a\\f\n{change}"), None);
    assert_eq!(super::applied(&one, &[("a/f", "a\n")]), "=== a/f\nb\n");
    let quoted =
        Diff::parse(DiffFormat::Unified, &format!("--- \"a/x\\\\f\"\n+++ \"b/x\\\\f\"\n{change}"), None);
    assert!(super::applied(&quoted, &[]).contains("contains `\\`"));
}
