//! Watches the client's process. If it ends, it cannot send `exit`.

use std::time::Duration;

/// The interval of the checks.
const INTERVAL: Duration = Duration::from_millis(400);

/// Calls `gone` when the process `id` has ended. If this cannot be detected, the end of standard input is the only
/// sign.
pub fn watch(id: u32, gone: impl FnOnce() + Send + 'static) {
    let watcher = std::thread::Builder::new().name("parent".into());
    let spawned = watcher.spawn(move || {
        while is_alive(id) {
            std::thread::sleep(INTERVAL);
        }
        gone();
    });
    if let Err(error) = spawned {
        tracing::warn!("the client's process is not watched: {error}");
    }
}

#[cfg(unix)]
fn is_alive(id: u32) -> bool {
    // An ended process that its parent has not waited for still accepts signals.
    if let Ok(stat) = std::fs::read_to_string(format!("/proc/{id}/stat")) {
        return !stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with(['Z', 'X']));
    }
    let Some(pid) = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw) else { return true };
    !matches!(rustix::process::test_kill_process(pid), Err(rustix::io::Errno::SRCH))
}

#[cfg(not(unix))]
fn is_alive(_: u32) -> bool {
    true
}
