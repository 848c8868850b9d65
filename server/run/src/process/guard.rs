//! The guard: started in place of a command, it starts the command and ends it, with all its descendants, when it is
//! told to or when its own parent is gone.

use std::ffi::OsString;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitOptions, getppid, kill_process, kill_process_group, waitpid};
use tokio::process::Command;
use tokio::signal::unix::{SignalKind, signal};

use super::{GRACE, not_started};

/// How often the guard looks whether its parent is still there, where nobody tells it.
const LOOK: Duration = Duration::from_millis(250);

/// What shells say when a command cannot be started.
const NOT_STARTED: u8 = 127;

/// Guards a command: `parent` is the process that must live, the rest the command with its arguments. Gives the exit
/// code.
pub fn run(parent: &str, command: &[OsString]) -> u8 {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    match runtime {
        Ok(runtime) => runtime.block_on(guard(parent.parse().ok().and_then(Pid::from_raw), command)),
        Err(error) => {
            eprintln!("cannot start the guard of a server: {error}");
            NOT_STARTED
        }
    }
}

async fn guard(parent: Option<Pid>, command: &[OsString]) -> u8 {
    // From here on the end of our parent is a signal to us, and orphans among our descendants are our children.
    #[cfg(target_os = "linux")]
    {
        let _ = rustix::process::set_parent_process_death_signal(Some(Signal::TERM));
        let _ = rustix::process::set_child_subreaper(Pid::from_raw(1));
    }
    let Ok(mut told) = signal(SignalKind::terminate()) else { return NOT_STARTED };
    if getppid() != parent {
        return NOT_STARTED;
    }
    let Some((program, args)) = command.split_first() else { return NOT_STARTED };
    let started = Command::new(program).args(args).process_group(0).spawn();
    let mut child = match started {
        Ok(child) => child,
        Err(error) => {
            eprintln!("{}", not_started(&program.to_string_lossy(), &error));
            return NOT_STARTED;
        }
    };
    let group = child.id().and_then(|id| Pid::from_raw(i32::try_from(id).ok()?));
    let mut look = tokio::time::interval(LOOK);
    let ended = loop {
        tokio::select! {
            ended = child.wait() => break ended.ok(),
            _ = told.recv() => break None,
            _ = look.tick() => {
                if getppid() != parent {
                    break None;
                }
            }
        }
    };
    if ended.is_none() {
        if let Some(group) = group {
            let _ = kill_process_group(group, Signal::TERM);
        }
        let _ = tokio::time::timeout(GRACE, child.wait()).await;
    }
    if let Some(group) = group {
        let _ = kill_process_group(group, Signal::KILL);
    }
    bury();
    ended.map_or(NOT_STARTED, code)
}

/// Kills whatever descends from us, and whatever descends from that, until nothing is left.
fn bury() {
    let begun = Instant::now();
    while begun.elapsed() < GRACE {
        while let Ok(Some(_)) = waitpid(None, WaitOptions::NOHANG) {}
        let left = descendants();
        if left.is_empty() {
            return;
        }
        for process in left {
            let _ = kill_process(process, Signal::KILL);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// All living processes below us, as the system lists them; none where it does not.
fn descendants() -> Vec<Pid> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let all: Vec<(i32, i32)> = entries
        .filter_map(|entry| {
            let id: i32 = entry.ok()?.file_name().to_str()?.parse().ok()?;
            let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
            // The name before it may hold anything, parentheses too.
            let mut rest = stat.rsplit_once(") ")?.1.split(' ');
            let (state, parent) = (rest.next()?, rest.next()?.parse().ok()?);
            (state != "Z").then_some((id, parent))
        })
        .collect();
    let mut found = vec![std::process::id() as i32];
    let mut next = 0;
    while let Some(above) = found.get(next).copied() {
        found.extend(all.iter().filter(|(_, parent)| *parent == above).map(|(id, _)| *id));
        next += 1;
    }
    found.into_iter().skip(1).filter_map(Pid::from_raw).collect()
}

fn code(status: ExitStatus) -> u8 {
    status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(NOT_STARTED)
}
