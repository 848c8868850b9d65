//! A person saves a file while a command works on it: whenever that is, the person's text survives.

use std::fs;
use std::path::Path;
use std::process::{Command, ExitStatus};

use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};

use super::{Case, cases, files, is_temporary};

const SAVED: &str = "saved by a person\n";

/// Runs the command up to a step, lets the person save, and lets it go on; none where it has fewer steps.
pub fn stopped(mut command: Command, step: usize, save: impl FnOnce()) -> Option<ExitStatus> {
    let mut child = command.env("AGMARK_STEP", format!("stop:{step}")).spawn().unwrap();
    let pid = Pid::from_child(&child);
    let (_, status) = waitpid(Some(pid), WaitOptions::UNTRACED).unwrap().unwrap();
    if !status.stopped() {
        // It has ended, and was waited for above.
        let _ = child.wait();
        return None;
    }
    save();
    kill_process(pid, Signal::CONT).unwrap();
    Some(child.wait().unwrap())
}

pub fn in_place(path: &Path) {
    fs::write(path, SAVED).unwrap();
}

fn by_rename(path: &Path) {
    let new = path.with_extension("saved");
    fs::write(&new, SAVED).unwrap();
    fs::rename(new, path).unwrap();
}

#[test]
fn what_a_person_saves_meanwhile_survives() {
    let of = |name: &str, file: &'static str| {
        let case = cases().into_iter().find(|case| case.name == name).unwrap();
        (case, file)
    };
    let all = [
        of("fmt", "a.agd"),
        of("check --fix", "a.anml"),
        of("agd edit -i", "a.agd"),
        of("agd format -i", "a.agd"),
        of(super::APPLY, "a.md"),
        of("setup", ".config/kak/kakrc"),
    ];
    for (case, file) in &all {
        // Files that are written before this one have separate steps.
        for (how, save) in [("in place", in_place as fn(&Path)), ("by rename", by_rename)] {
            let mut conflicts = 0;
            let mut steps = 0;
            for step in 1..100 {
                let folder = tempfile::tempdir().unwrap();
                case.lay_out(folder.path());
                let path = folder.path().join(file);
                let Some(status) = stopped(case.command(folder.path()), step, || save(&path)) else { break };
                steps += 1;
                let when = format!("{}, saved {how} at step {step}", case.name);
                let now = files(folder.path());
                assert_eq!(String::from_utf8_lossy(&now[*file]), SAVED, "{when}");
                assert!(!now.keys().any(|name| is_temporary(name)), "{when}: {:?}", now.keys());
                conflicts += usize::from(!status.success());
            }
            assert!(steps > 3, "{}: {steps} steps", case.name);
            if case.name != "setup" {
                assert!(conflicts > 1, "{}, saved {how}: {conflicts} of {steps} saves were seen", case.name);
            }
        }
    }
}

#[test]
fn a_conflict_is_said_and_the_exit_code_is_1() {
    let case = Case {
        name: "fmt",
        files: vec![
            ("a.agd".to_owned(), super::LOOSE.to_owned()),
            ("b.agd".to_owned(), super::LOOSE.to_owned()),
        ],
        args: vec!["fmt", "a.agd", "b.agd"],
    };
    let folder = tempfile::tempdir().unwrap();
    case.lay_out(folder.path());
    let said = folder.path().join("said");
    let mut command = case.command(folder.path());
    command.stderr(fs::File::create(&said).unwrap());
    let status = stopped(command, 1, || in_place(&folder.path().join("a.agd"))).unwrap();
    assert_eq!(status.code(), Some(1));
    let said = fs::read_to_string(said).unwrap();
    assert!(said.contains("a.agd: the file changed while it was being processed"), "{said}");
    assert!(fs::read_to_string(folder.path().join("b.agd")).unwrap().starts_with("@h1 Title [#t]\n"));
}
