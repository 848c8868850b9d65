//! `agmark garyml apply`, which writes several files: all of them, or none.

use std::fs;

use super::meanwhile::{in_place, stopped};
use super::{Case, MENU, cases, files};

pub const NAME: &str = "garyml apply";

const PATCH: &str = ".Diff id=all format=v4a\n  \"\"\"\n  *** Begin Patch\n  *** Update File: a.md\n  @@\n  -Soup\n  +Stew\n  *** Add File: new/deep.md\n  +Tea\n  *** Update File: b.md\n  *** Move to: c.md\n  @@\n  -Soup\n  +Salad\n  *** Delete File: d.md\n  *** End Patch\n  \"\"\"\n";

/// A diff of the files in `folder`, which is empty or ends with a slash.
pub fn apply(folder: &str) -> Case {
    let patch = PATCH.replace("File: ", &format!("File: {folder}")).replace("to: ", &format!("to: {folder}"));
    let mut files = vec![("t.garyml".to_owned(), patch)];
    files.extend(["a.md", "b.md", "d.md"].map(|name| (format!("{folder}{name}"), MENU.to_owned())));
    Case { name: NAME, files, args: vec!["garyml", "apply", "t.garyml", "all"] }
}

/// Files that were written before a conflict are put back; one that a person has saved since then stays, and is told of.
#[test]
fn an_apply_that_cannot_be_taken_back_says_so() {
    let case = cases().into_iter().find(|case| case.name == NAME).unwrap();
    let (mut untouched, mut kept) = (0, 0);
    for step in 1..100 {
        let folder = tempfile::tempdir().unwrap();
        case.lay_out(folder.path());
        let said = folder.path().join("said");
        let mut command = case.command(folder.path());
        command.stderr(fs::File::create(&said).unwrap());
        let save = || {
            for name in ["a.md", "b.md"].map(|name| folder.path().join(name)).iter().filter(|p| p.exists()) {
                in_place(name);
            }
        };
        let Some(status) = stopped(command, step, save) else { break };
        let said = fs::read_to_string(said).unwrap();
        if status.success() {
            continue;
        }
        let last = said.lines().last().unwrap_or_default();
        let whole = !said.contains("could not be put back");
        assert_eq!(last.contains("nothing was changed"), whole, "at step {step}: {said}");
        assert!(whole || last.contains("not all files could be put back"), "at step {step}: {said}");
        let now = files(folder.path());
        assert_eq!(now["d.md"], MENU.as_bytes(), "at step {step}: {said}");
        assert!(!now.contains_key("new/deep.md") && !now.contains_key("c.md"), "at step {step}: {said}");
        *(if whole { &mut untouched } else { &mut kept }) += 1;
    }
    assert!(untouched > 1 && kept > 1, "{untouched} conflicts before the first write, {kept} after it");
}

/// A link that replaces a folder while a diff is applied is not followed.
#[test]
fn an_apply_writes_through_no_link_that_comes_meanwhile() {
    let names = ["a.md", "b.md", "d.md"];
    let mut steps = 0;
    for step in 1..100 {
        let (folder, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (sub, away) = (folder.path().join("sub"), folder.path().join("away"));
        let case = apply("sub/");
        case.lay_out(folder.path());
        names.iter().for_each(|name| fs::write(outside.path().join(name), MENU).unwrap());
        let before = files(outside.path());
        let swap = || {
            fs::rename(&sub, &away).unwrap();
            std::os::unix::fs::symlink(outside.path(), &sub).unwrap();
        };
        if stopped(case.command(folder.path()), step, swap).is_none() {
            break;
        }
        steps += 1;
        assert_eq!(files(outside.path()), before, "at step {step}");
    }
    assert!(steps > 10, "{steps} steps");
}
