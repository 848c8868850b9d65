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
            2> error: ask/task.garyml:8: hunk 1 of menu.md does not apply: line 2 of the file is "Stew", where the diff has "Soup": nothing was changed
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
            2> error: ask/task.garyml:25: hunk 2 of menu.md does not apply: no line of the file is "Salad": nothing was changed
            exit 1
        "#]],
    );
    assert_eq!(folder.read("menu.md"), "# Menu\nSoup\nTea\n");
    check(
        &folder,
        &["apply", "ask/task.garyml", "other"],
        expect![[r#"
            2> error: ask/task.garyml: no diff to apply: there is no .Diff with the id "other": there are fix, wrong, gone
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
            2> error: nothing was changed: FOLDER/locked.md: must not be written: give yourself the permission to, for the file and its folder
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
            2> error: w/t.garyml:4: ../out.md: the path leads out of the workspace: a diff changes files inside of it only: nothing was changed
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
                2> error: w/link/out.md: outside of the workspace: only files inside of it are looked at
                exit 2
            "#]],
        );
        assert!(!folder.path().join("elsewhere/out.md").exists());
    }
    assert!(!folder.path().join("out.md").exists());
}

#[test]
fn the_path_of_a_diff_may_lead_up() {
    let up = |path: &str| {
        format!(
            ".Diff id=up format=search_replace path={path}\n  <<<<<<< SEARCH\n  a\n  =======\n  b\n  >>>>>>> REPLACE\n"
        )
    };
    let folder = Folder::of(&[
        ("w/agmark.toml", ""),
        ("w/ask/in.garyml", &up("../f.md")),
        ("w/ask/out.garyml", &up("../../f.md")),
        ("w/f.md", "a\n"),
        ("f.md", "a\n"),
    ]);
    check(
        &folder,
        &["apply", "w/ask/in.garyml", "up"],
        expect![[r#"
            changed w/f.md
            exit 0
        "#]],
    );
    assert_eq!((folder.read("w/f.md"), folder.read("f.md")), ("b\n".to_owned(), "a\n".to_owned()));
    let ran = folder.run(&["garyml", "apply", "w/ask/out.garyml", "up"]);
    assert!(ran.err.contains("f.md: outside of the workspace"), "{ran}");
    assert_eq!(folder.read("f.md"), "a\n");
}
