//! Processes on Unix, each in its own process group.

use std::io;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::process::{Child, Command};
use tokio::time::timeout;

use super::child::StandardStreams;

pub struct Running {
    child: Child,
    /// The leader of the process group; `None` after it has ended.
    leader: Option<Pid>,
    /// The longest time in which it ends after it is asked to.
    patience: Duration,
}

impl Running {
    pub fn start(mut command: Command, patience: Duration) -> io::Result<Self> {
        let child = command.process_group(0).kill_on_drop(false).spawn()?;
        let leader = child.id().and_then(|id| Pid::from_raw(i32::try_from(id).ok()?));
        Ok(Self { child, leader, patience })
    }

    pub fn pipes(&mut self) -> StandardStreams {
        (self.child.stdin.take(), self.child.stdout.take(), self.child.stderr.take())
    }

    /// Asks the group to end, waits, and kills the remaining processes.
    pub async fn stop(&mut self) {
        let Some(leader) = self.leader else { return };
        let _ = kill_process_group(leader, Signal::TERM);
        let ended = timeout(self.patience, self.child.wait()).await;
        let _ = kill_process_group(leader, Signal::KILL);
        self.leader = None;
        if ended.is_err() {
            let _ = timeout(Duration::from_millis(100), self.child.wait()).await;
        }
    }
}

/// If a run is dropped, for example after a panic, its processes are asked to end without waiting for them. The guard ends
/// their descendants.
impl Drop for Running {
    fn drop(&mut self) {
        if let Some(leader) = self.leader.take() {
            let _ = kill_process_group(leader, Signal::TERM);
        }
    }
}

/// Whether a process has ended but was not reaped.
#[cfg(test)]
pub fn is_dead(process: Pid) -> bool {
    let stat =
        std::fs::read_to_string(format!("/proc/{}/stat", process.as_raw_nonzero())).unwrap_or_default();
    stat.rsplit(") ").next().is_none_or(|rest| rest.starts_with('Z') || rest.is_empty())
}
