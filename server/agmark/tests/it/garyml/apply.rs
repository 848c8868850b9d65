//! `agmark garyml apply`: all of a diff, or nothing.

use crate::support::Folder;
use expect_test::expect;

use super::{check, folder};

#[test]
fn a_dry_run_changes_nothing() {
    let folder = folder();
    check(
        &folder,
        &["apply", "ask/task.garyml", "fix", "--dry-run"],
        expect![[r#"
            --- a/menu.md
            +++ b/menu.md
            @@ -1,3 +1,3 @@
             # Menu
            -Soup
            +Stew
             Tea
            --- /dev/null
            +++ b/new/list.md
            @@ -0,0 +1 @@
            +salt
            exit 0
        "#]],
    );
    assert_eq!(folder.read("menu.md"), "# Menu\nSoup\nTea\n");
    assert!(!folder.path().join("new").exists());
}

#[test]
fn a_diff_is_applied() {
    let folder = folder();
    check(
        &folder,
        &["apply", "ask/task.garyml", "@fix"],
        expect![[r#"
            changed menu.md
            added new/list.md
            exit 0
        "#]],
    );
    assert_eq!(folder.read("menu.md"), "# Menu\nStew\nTea\n");
    assert_eq!(folder.read("new/list.md"), "salt\n");
    check(
        &folder,
        &["apply", "ask/task.garyml", "fix"],
        expect![[r#"
            2> error: ask/task.garyml:8: hunk 1 of menu.md does not apply: line 2 of the file is "Stew", but the diff expects "Soup": nothing was changed
            exit 1
        "#]],
    );
    check(
        &folder,
        &["apply", "ask/task.garyml", "gone"],
        expect![[r#"
            removed menu.md
            moved old.md to deep/new.md
            exit 0
        "#]],
    );
    assert!(!folder.path().join("menu.md").exists() && !folder.path().join("old.md").exists());
    assert_eq!(folder.read("deep/new.md"), "y\n");
}

#[test]
fn all_hunks_or_none() {
    let folder = folder();
    check(
        &folder,
        &["apply", "ask/task.garyml", "wrong"],
        expect![[r#"
            2> error: ask/task.garyml:25: hunk 2 of menu.md does not apply: the file has no line "Salad": nothing was changed
            exit 1
        "#]],
    );
    assert_eq!(folder.read("menu.md"), "# Menu\nSoup\nTea\n");
    check(
        &folder,
        &["apply", "ask/task.garyml", "other"],
        expect![[r#"
            2> error: ask/task.garyml: no diff to apply: unknown .Diff "other": expected fix, wrong, gone
            exit 2
        "#]],
    );
}

#[cfg(unix)]
#[test]
fn all_files_or_none() {
    use std::fs::{Permissions, set_permissions};
    use std::os::unix::fs::PermissionsExt;
    let text = ".Diff id=two format=v4a\n  \"\"\"\n  *** Begin Patch\n  *** Update File: a.md\n  -a\n  +b\n  *** Add File: n/x.md\n  +x\n  *** Update File: locked.md\n  -a\n  +b\n  *** End Patch\n  \"\"\"\n";
    let folder =
        Folder::of(&[("agmark.toml", ""), ("t.garyml", text), ("a.md", "a\n"), ("locked.md", "a\n")]);
    set_permissions(folder.path().join("locked.md"), Permissions::from_mode(0o444)).unwrap();
    check(
        &folder,
        &["apply", "t.garyml", "two"],
        expect![[r#"
            2> error: nothing was changed: FOLDER/locked.md: permission denied: make the file and its folder writable
            exit 2
        "#]],
    );
    assert_eq!(folder.read("a.md"), "a\n");
    assert!(!folder.path().join("n").exists());
}

#[test]
fn a_diff_stays_in_the_workspace() {
    let text = ".Diff id=out format=v4a\n  \"\"\"\n  *** Begin Patch\n  *** Add File: ../out.md\n  +x\n  *** End Patch\n  \"\"\"\n.Diff id=link format=v4a\n  \"\"\"\n  *** Begin Patch\n  *** Add File: link/out.md\n  +x\n  *** End Patch\n  \"\"\"\n";
    let folder = Folder::of(&[("w/agmark.toml", ""), ("w/t.garyml", text), ("elsewhere/x", "")]);
    check(
        &folder,
        &["apply", "w/t.garyml", "out"],
        expect![[r#"
            2> error: w/t.garyml:4: the path "../out.md" contains `..`: name a file inside the folder: nothing was changed
            exit 1
        "#]],
    );
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.path().join("elsewhere"), folder.path().join("w/link")).unwrap();
        check(
            &folder,
            &["apply", "w/t.garyml", "link"],
            expect![[r#"
                2> error: nothing was changed: FOLDER/w/link: "link" is a link, and links are not followed here: name the file itself
                exit 2
            "#]],
        );
        assert!(!folder.path().join("elsewhere/out.md").exists());
    }
    assert!(!folder.path().join("out.md").exists());
}

#[test]
fn the_path_of_a_diff_does_not_lead_up() {
    let up = ".Diff id=up format=search_replace path=../f.md\n  <<<<<<< SEARCH\n  a\n  =======\n  b\n  >>>>>>> REPLACE\n";
    let folder = Folder::of(&[("w/agmark.toml", ""), ("w/ask/in.garyml", up), ("w/f.md", "a\n")]);
    let ran = folder.run(&["garyml", "apply", "w/ask/in.garyml", "up"]);
    assert!(ran.code == 1 && ran.err.contains("contains `..`"), "{ran}");
    assert_eq!(folder.read("w/f.md"), "a\n");
    // Without it, the file is found in a folder above.
    folder.write("w/ask/in.garyml", up.replace("../", "").as_bytes());
    assert_eq!(folder.run(&["garyml", "apply", "w/ask/in.garyml", "up"]).code, 0);
    assert_eq!(folder.read("w/f.md"), "b\n");
}

#[test]
fn a_diff_leaves_git_alone() {
    let add = |path: &str| {
        format!(
            ".Diff id=x format=v4a\n  \"\"\"\n  *** Begin Patch\n  *** Add File: {path}\n  +x\n  *** End Patch\n  \"\"\"\n"
        )
    };
    let folder = Folder::of(&[(".git/HEAD", "ref\n")]);
    for path in
        [".git/hooks/pre-commit", ".GIT/config", "git~1/config", ".git./x", ".g\u{200c}it/x", "a/.git/x"]
    {
        folder.write("t.garyml", add(path).as_bytes());
        let found = folder.run(&["check", "t.garyml"]);
        assert!(found.code == 1 && found.out.contains("garyml/diff-path"), "{path}: {found}");
        let ran = folder.run(&["garyml", "apply", "t.garyml", "x"]);
        assert!(ran.code == 1 && ran.err.contains("must not change"), "{path}: {ran}");
    }
    let inside: Vec<_> = std::fs::read_dir(folder.path().join(".git")).unwrap().collect();
    assert_eq!(inside.len(), 1);
}

#[cfg(unix)]
#[test]
fn a_diff_follows_no_link() {
    use std::os::unix::fs::symlink;
    let patch = |line: &str| {
        format!(".Diff id=x format=v4a\n  \"\"\"\n  *** Begin Patch\n  {line}\n  *** End Patch\n  \"\"\"\n")
    };
    let folder = Folder::of(&[("w/agmark.toml", ""), ("w/in/f", "a\n"), ("out/old", "a\n"), ("w/f", "a\n")]);
    let at = |path: &str| folder.path().join(path);
    symlink("../out/new", at("w/dangling")).unwrap();
    symlink("../out/old", at("w/link")).unwrap();
    symlink("../out", at("w/folder")).unwrap();
    symlink("in", at("w/inner")).unwrap();
    for line in [
        "*** Add File: dangling\n  +x",
        "*** Update File: link\n  @@\n  -a\n  +b",
        "*** Delete File: link",
        "*** Add File: folder/new\n  +x",
        "*** Add File: folder/deep/new\n  +x",
        "*** Update File: inner/f\n  @@\n  -a\n  +b",
        "*** Update File: f\n  *** Move to: folder/f\n  @@\n  -a\n  +b",
        "*** Update File: f\n  *** Move to: dangling\n  @@\n  -a\n  +b",
    ] {
        folder.write("w/t.garyml", patch(line).as_bytes());
        let found = folder.run(&["check", "w/t.garyml"]);
        assert!(found.out.contains("garyml/diff-path"), "{line}: {found}");
        let ran = folder.run(&["garyml", "apply", "w/t.garyml", "x"]);
        assert!(ran.code != 0 && ran.err.contains("link"), "{line}: {ran}");
        assert_eq!(
            folder.read("out/old") + &folder.read("w/in/f") + &folder.read("w/f"),
            "a\na\na\n",
            "{line}"
        );
        assert_eq!(std::fs::read_dir(at("out")).unwrap().count(), 1, "{line}");
    }
}

/// What `apply` refuses `check` finds, with the same words.
#[test]
fn check_finds_what_apply_refuses() {
    let v4a = |lines: &str| format!("*** Begin Patch\n{lines}\n*** End Patch");
    let unified = |lines: &str| lines.to_owned();
    for (format, patch, words) in [
        ("v4a", v4a("*** Delete File: d"), "d: the path is a folder"),
        ("v4a", v4a("*** Update File: d\n@@\n-a\n+b"), "d: the path is a folder"),
        ("v4a", v4a("*** Delete File: f\n*** Add File: f/x\n+a"), "\"f\" is a file, not a folder"),
        ("v4a", v4a("*** Add File: n\n+a\n*** Add File: n/y\n+a"), "\"n\" is a file, not a folder"),
        ("v4a", v4a("*** Update File: binary\n@@\n-a\n+b"), "the file is not UTF-8 text"),
        (
            "unified",
            unified("diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+f"),
            "a symbolic link (mode 120000)",
        ),
        (
            "unified",
            unified("--- \"a/\\303\\251\"\n+++ \"b/\\303\\251\"\n@@ -1 +1 @@\n-x\n+b"),
            "hunk 1 of é does not apply",
        ),
    ] {
        let text = format!(".Diff id=x format={format}\n  ```\n{patch}\n  ```\n");
        let folder = Folder::of(&[("agmark.toml", ""), ("f", "a\n"), ("d/x", "a\n"), ("é", "a\n")]);
        folder.write("binary", b"\xff\xfe\n");
        folder.write("t.garyml", text.as_bytes());
        let found = folder.run(&["check", "t.garyml"]);
        let ran = folder.run(&["garyml", "apply", "t.garyml", "x"]);
        assert!(found.out.contains(words), "{text}{found}");
        assert!(ran.code == 1 && ran.err.contains(words), "{text}{ran}");
        assert_eq!(folder.read("f") + &folder.read("d/x") + &folder.read("é"), "a\na\na\n");
        assert!(!folder.path().join("n").exists() && !folder.path().join("l").exists());
    }
}

#[test]
fn a_diff_of_modes_changes_nothing() {
    let text = ".Diff id=x format=unified\n  ```\n  diff --git a/f b/f\n  old mode 100644\n  new mode 100755\n  ```\n";
    let folder = Folder::of(&[("agmark.toml", ""), ("t.garyml", text), ("f", "a\n")]);
    assert_eq!(folder.run(&["check", "t.garyml"]).code, 0);
    check(
        &folder,
        &["apply", "t.garyml", "x"],
        expect![[r#"
            2> note: nothing to change: the diff changes only file modes, which are ignored
            exit 0
        "#]],
    );
}

#[test]
fn two_diffs_with_one_id_are_refused() {
    let text = ".Diff id=x format=v4a path=a\n.Diff id=x format=v4a path=b\n";
    let folder = Folder::of(&[("agmark.toml", ""), ("t.garyml", text)]);
    check(
        &folder,
        &["apply", "t.garyml", "x"],
        expect![[r#"
            2> error: t.garyml: no diff to apply: 2 .Diff have the id "x", on lines 1 and 2: give each a unique id
            exit 2
        "#]],
    );
}
