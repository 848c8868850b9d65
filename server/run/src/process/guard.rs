//! The guard starts a command. It ends the command and all its descendants when it gets a signal or when its own parent
//! ends.

use std::ffi::OsString;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitOptions, getppid, kill_process, kill_process_group, wait};
use tokio::process::Command;
use tokio::signal::unix::{SignalKind, signal};

use super::child::{GRACE, cannot_start};

/// How often the guard checks its parent on systems without a signal for the end of a parent.
const INTERVAL: Duration = Duration::from_millis(250);

/// The longest time for killing the descendants. Nearly always a few milliseconds are enough.
const CLEANUP: Duration = Duration::from_secs(3);

/// The exit code of shells for a command that cannot be started.
const NOT_STARTED: u8 = 127;

/// Runs a command with its arguments until it ends or the process `parent` ends. Returns the exit code.
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
    // From now on, this process gets a signal when its parent ends, and adopts orphans among its descendants.
    #[cfg(target_os = "linux")]
    {
        let _ = rustix::process::set_parent_process_death_signal(Some(Signal::TERM));
        let _ = rustix::process::set_child_subreaper(Pid::from_raw(1));
    }
    let Ok(mut terminate) = signal(SignalKind::terminate()) else { return NOT_STARTED };
    if getppid() != parent {
        return NOT_STARTED;
    }
    let Some((program, args)) = command.split_first() else { return NOT_STARTED };
    let started = Command::new(program).args(args).process_group(0).spawn();
    let mut child = match started {
        Ok(child) => child,
        Err(error) => {
            eprintln!("{}", cannot_start(&program.to_string_lossy(), &error));
            return NOT_STARTED;
        }
    };
    let group = child.id().and_then(|id| Pid::from_raw(i32::try_from(id).ok()?));
    let mut interval = tokio::time::interval(INTERVAL);
    let ended = loop {
        tokio::select! {
            ended = child.wait() => break ended.ok(),
            _ = terminate.recv() => break None,
            _ = interval.tick() => {
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
    kill_descendants();
    ended.map_or(NOT_STARTED, code)
}

/// Kills all descendants, repeatedly, until none remain. This process adopts orphans among them: while it has
/// descendants, it has children. One look at `/proc` does not tell that there are none, because a process whose parent
/// ends in the middle of it can be overlooked.
fn kill_descendants() {
    let begun = Instant::now();
    while begun.elapsed() < CLEANUP {
        loop {
            match wait(WaitOptions::NOHANG) {
                Ok(Some(_)) => {}
                Err(Errno::CHILD) => return,
                Ok(None) | Err(_) => break,
            }
        }
        for process in descendants() {
            let _ = kill_process(process, Signal::KILL);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// All running descendants of this process; empty if the system has no `/proc`.
fn descendants() -> Vec<Pid> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let all: Vec<(i32, i32)> = entries
        .filter_map(|entry| {
            let id: i32 = entry.ok()?.file_name().to_str()?.parse().ok()?;
            let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
            // The name before it may contain any character, also parentheses.
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
