//! A run that is killed leaves each file whole, and the next run leaves nothing else.

use std::path::Path;
use std::time::{Duration, Instant};

use super::{Case, Files, cases, files, is_temporary};

/// More steps than any command takes.
const MANY: usize = 500;

/// Each file is as it was or as the command leaves it; nothing else is there but temporary files.
#[track_caller]
fn whole(now: &Files, before: &Files, after: &Files, when: &str) {
    for (name, text) in now.iter().filter(|(name, _)| !is_temporary(name)) {
        let known = before.get(name) == Some(text) || after.get(name) == Some(text);
        assert!(known, "{when}: {name} is neither old nor new: {:?}", String::from_utf8_lossy(text));
    }
    for name in before.keys().filter(|name| after.contains_key(*name)) {
        assert!(now.contains_key(name), "{when}: {name} is lost");
    }
}

/// What a whole run makes of the files.
fn complete(case: &Case) -> (Files, Files) {
    let folder = tempfile::tempdir().unwrap();
    case.lay_out(folder.path());
    let before = files(folder.path());
    let ran = case.command(folder.path()).output().unwrap();
    assert!(ran.status.success(), "{}: {}", case.name, String::from_utf8_lossy(&ran.stderr));
    let after = files(folder.path());
    assert_ne!(before, after, "{}: nothing was written", case.name);
    assert!(!after.keys().any(|name| is_temporary(name)), "{}: {:?}", case.name, after.keys());
    (before, after)
}

#[track_caller]
fn next_run(case: &Case, folder: &Path, before: &Files, after: &Files, when: &str) {
    whole(&files(folder), before, after, when);
    // It may have nothing to do any more, or say that a file exists.
    case.command(folder).output().unwrap();
    let now = files(folder);
    whole(&now, before, after, when);
    let left: Vec<_> = now.keys().filter(|name| is_temporary(name)).collect();
    assert!(left.is_empty(), "{when}: {left:?} is left over");
}

#[test]
fn a_run_that_is_killed_at_any_step_leaves_whole_files() {
    for case in cases() {
        let (before, after) = complete(&case);
        let mut steps = 0;
        for step in 1..MANY {
            let folder = tempfile::tempdir().unwrap();
            case.lay_out(folder.path());
            let ran =
                case.command(folder.path()).env("AGMARK_STEP", format!("kill:{step}")).output().unwrap();
            if ran.status.code().is_some() {
                break;
            }
            steps += 1;
            let when = format!("{} killed at step {step}", case.name);
            next_run(&case, folder.path(), &before, &after, &when);
        }
        assert!((5..MANY - 1).contains(&steps), "{}: {steps} steps", case.name);
    }
}

/// Kills at random moments: `AGMARK_KILLS=1000` tries more than usual.
#[test]
fn a_run_that_is_killed_at_any_time_leaves_whole_files() {
    let tries = std::env::var("AGMARK_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(3_u32);
    for case in cases() {
        let (before, after) = complete(&case);
        let begun = Instant::now();
        complete(&case);
        let length = begun.elapsed();
        for one in 1..=tries {
            let folder = tempfile::tempdir().unwrap();
            case.lay_out(folder.path());
            let mut child = case.command(folder.path()).spawn().unwrap();
            std::thread::sleep(Duration::from_nanos(
                u64::try_from(length.as_nanos()).unwrap() * u64::from(one) / u64::from(tries),
            ));
            child.kill().unwrap();
            child.wait().unwrap();
            next_run(&case, folder.path(), &before, &after, &format!("{} killed at time {one}", case.name));
        }
    }
}
