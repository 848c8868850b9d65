//! What the kinds of child processes have in common.

use std::io;
use std::time::Duration;

use tokio::process::{ChildStderr, ChildStdin, ChildStdout};

/// The time in which a process has to end after it is asked to.
pub const GRACE: Duration = Duration::from_millis(300);

/// The time in which a guard ends after it is asked to. It ends the command and all descendants first, which takes
/// longer than [`GRACE`] on a busy machine. A guard that is killed earlier would leave processes.
pub const GUARD_GRACE: Duration = Duration::from_secs(4);

/// The pipes of a child: standard input, output and error.
pub type StandardStreams = (Option<ChildStdin>, Option<ChildStdout>, Option<ChildStderr>);

/// The message for a command that cannot be started.
pub fn cannot_start(command: &str, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => does_not_exist(command),
        _ => format!("cannot start `{command}`: {error}"),
    }
}

/// The message for a command that does not exist.
pub fn does_not_exist(command: &str) -> String {
    format!("cannot start `{command}`: the program does not exist. Install it, or add its folder to PATH")
}
