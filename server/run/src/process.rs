//! Processes that a run starts. None outlives it, and neither does any process that they start themselves.
//!
//! Where there are process groups, a *guard* stands between us and the process: this program itself, which starts
//! the command in a group of its own, hears of our end even if we are killed, and then ends the command with all its
//! descendants. Elsewhere a job object does the same.

#[cfg(unix)]
pub mod guard;
pub(crate) mod lookup;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::task::JoinHandle;

#[cfg(unix)]
use unix::Running;
#[cfg(windows)]
use windows::Running;

use crate::settings::KEY_VARIABLE;

/// How long a process may take to end by itself once it was asked to.
pub const GRACE: Duration = Duration::from_millis(300);

/// As much of a process's standard error is kept: its end.
const KEPT: usize = 16 << 10;

/// How processes are started.
#[derive(Clone, Debug, Default)]
pub struct Launcher {
    /// What becomes a guard when a command is put behind it: a program and its first arguments. Without, processes
    /// are started in a group of their own and nobody sees to their descendants' descendants if we are killed.
    pub guard: Vec<OsString>,
}

/// A process, and what it says.
pub struct Process {
    running: Running,
    stderr: Tail,
    reader: JoinHandle<()>,
}

/// The ends of a process's pipes.
pub struct Pipes {
    pub stdin: ChildStdin,
    pub stdout: ChildStdout,
}

impl Launcher {
    /// Starts a program in a folder, with additions to the environment. It does not inherit the key of the model API,
    /// unless the additions name it.
    ///
    /// # Errors
    /// When it cannot be started; says what to do.
    pub fn start(
        &self,
        program: &Path,
        folder: &Path,
        args: &[String],
        environment: &[(String, String)],
    ) -> Result<(Process, Pipes), String> {
        let mut command = match self.guard.split_first() {
            Some((guard, first)) if cfg!(unix) => {
                let mut command = Command::new(guard);
                command.args(first).arg(std::process::id().to_string()).arg(program);
                command
            }
            _ => Command::new(program),
        };
        command
            .args(args)
            .current_dir(folder)
            .env_remove(KEY_VARIABLE)
            .envs(environment.iter().map(|(name, value)| (name, value)));
        command.stdin(std::process::Stdio::piped());
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        let mut running =
            Running::start(command).map_err(|error| not_started(&program.to_string_lossy(), &error))?;
        let (Some(stdin), Some(stdout), Some(stderr)) = running.pipes() else {
            return Err(format!("`{}` was started without pipes", program.display()));
        };
        let tail = Tail::default();
        let reader = tokio::spawn(tail.clone().read(stderr));
        Ok((Process { running, stderr: tail, reader }, Pipes { stdin, stdout }))
    }
}

/// What is said of a command that cannot be started.
pub(crate) fn not_started(program: &str, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => not_found(program),
        _ => format!("cannot start `{program}`: {error}"),
    }
}

/// What is said of a command that no program was found for.
pub(crate) fn not_found(command: &str) -> String {
    format!("cannot start `{command}`: the program does not exist. Install it, or add its folder to PATH")
}

impl Process {
    /// The end of what the process has said on standard error.
    pub fn stderr(&self) -> String {
        self.stderr.text()
    }

    /// Its end as well, once the process has closed it or a moment has passed.
    pub async fn last_words(&mut self) -> String {
        if !self.reader.is_finished() {
            let _ = tokio::time::timeout(GRACE, &mut self.reader).await;
        }
        self.stderr()
    }

    /// Ends the process and all its descendants. Takes less than a second.
    pub async fn stop(&mut self) {
        self.running.stop().await;
        if !self.reader.is_finished() {
            let _ = tokio::time::timeout(GRACE / 6, &mut self.reader).await;
        }
        self.reader.abort();
    }
}

type Pipe3 = (Option<ChildStdin>, Option<ChildStdout>, Option<ChildStderr>);

/// The end of a stream.
#[derive(Clone, Debug, Default)]
struct Tail(Arc<Mutex<Vec<u8>>>);

impl Tail {
    async fn read(self, mut stream: impl AsyncRead + Unpin) {
        let mut buffer = vec![0; 4096];
        while let Ok(read @ 1..) = stream.read(&mut buffer).await {
            let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            kept.extend_from_slice(&buffer[..read]);
            if kept.len() > 2 * KEPT {
                let surplus = kept.len() - KEPT;
                kept.drain(..surplus);
            }
        }
    }

    fn text(&self) -> String {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let from = kept.len().saturating_sub(KEPT);
        let text = String::from_utf8_lossy(&kept[from..]).trim().to_owned();
        if from > 0 { format!("… {text}") } else { text }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_end_is_kept() {
        let tail = Tail::default();
        let flood = "x".repeat(100_000) + "the end\n";
        tail.clone().read(flood.as_bytes()).await;
        let text = tail.text();
        assert!(text.starts_with("… x") && text.ends_with("xthe end"));
        assert!(text.len() < KEPT + 10);
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn a_child_has_no_key_and_dies_with_its_children() {
        let script = "echo oh >&2; sleep 600 & echo $!; cat";
        let environment = [("ADDED".to_owned(), "1".to_owned())];
        let args = ["-c".to_owned(), format!("env; echo ---; {script}")];
        let (mut process, mut pipes) =
            Launcher::default().start(Path::new("sh"), Path::new("/"), &args, &environment).unwrap();
        let mut said = String::new();
        while !said.contains("---\n") || said.split("---\n").nth(1).is_none_or(|rest| !rest.ends_with('\n')) {
            let mut buffer = [0; 1024];
            let read = pipes.stdout.read(&mut buffer).await.unwrap();
            said.push_str(std::str::from_utf8(&buffer[..read]).unwrap());
        }
        let (environment, grandchild) = said.split_once("---\n").unwrap();
        assert!(environment.contains("ADDED=1") && !environment.contains(KEY_VARIABLE));
        let grandchild = rustix::process::Pid::from_raw(grandchild.trim().parse().unwrap()).unwrap();
        assert!(rustix::process::test_kill_process(grandchild).is_ok());
        process.stop().await;
        assert_eq!(process.stderr(), "oh");
        // Whoever takes orphans in may need a moment to bury them.
        for _ in 0..100 {
            if rustix::process::test_kill_process(grandchild).is_err() || unix::is_dead(grandchild) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("the grandchild lives");
    }

    #[tokio::test]
    async fn what_is_not_there_cannot_be_started() {
        let error =
            Launcher::default().start(Path::new("no-such-program"), Path::new("."), &[], &[]).err().unwrap();
        assert_eq!(
            error,
            "cannot start `no-such-program`: the program does not exist. Install it, or add its folder to PATH"
        );
    }
}
