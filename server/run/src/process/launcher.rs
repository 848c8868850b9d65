//! Starting and ending processes.

use std::ffi::OsString;
use std::path::Path;

use tokio::process::{ChildStdin, ChildStdout, Command};
use tokio::task::JoinHandle;

use super::child::{GRACE, GUARD_GRACE, cannot_start};
use super::tail::Tail;
#[cfg(unix)]
use super::unix::Running;
#[cfg(windows)]
use super::windows::Running;
use crate::secret::KEY_VARIABLE;

/// How processes are started.
#[derive(Clone, Debug, Default)]
pub struct Launcher {
    /// The guard: a program and its first arguments, which are followed by the command. Without a guard, a process is
    /// started in its own process group, and its descendants may remain if this program is killed.
    pub guard: Vec<OsString>,
}

/// A running process.
pub struct Process {
    running: Running,
    stderr: Tail,
    reader: JoinHandle<()>,
}

/// Standard input and output of a process.
pub struct Pipes {
    pub stdin: ChildStdin,
    pub stdout: ChildStdout,
}

impl Launcher {
    /// Starts a program in a folder, with additional environment variables. The program does not inherit the key of the
    /// model API, unless these variables contain it.
    ///
    /// # Errors
    /// If the program cannot be started. The message says what to do.
    pub fn start(
        &self,
        program: &Path,
        folder: &Path,
        args: &[String],
        environment: &[(String, String)],
    ) -> Result<(Process, Pipes), String> {
        let (mut command, patience) = match self.guard.split_first() {
            Some((guard, first)) if cfg!(unix) => {
                let mut command = Command::new(guard);
                command.args(first).arg(std::process::id().to_string()).arg(program);
                (command, GUARD_GRACE)
            }
            _ => (Command::new(program), GRACE),
        };
        command
            .args(args)
            .current_dir(folder)
            .env_remove(KEY_VARIABLE)
            .envs(environment.iter().map(|(name, value)| (name, value)));
        command.stdin(std::process::Stdio::piped());
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        let mut running = Running::start(command, patience)
            .map_err(|error| cannot_start(&program.to_string_lossy(), &error))?;
        let (Some(stdin), Some(stdout), Some(stderr)) = running.pipes() else {
            return Err(format!("cannot start `{}`: it has no standard input and output", program.display()));
        };
        let tail = Tail::default();
        let reader = tokio::spawn(tail.clone().read(stderr));
        Ok((Process { running, stderr: tail, reader }, Pipes { stdin, stdout }))
    }
}

impl Process {
    /// The end of its standard error.
    pub fn stderr(&self) -> String {
        self.stderr.text()
    }

    /// The end of its standard error, after the process has closed it or a short time has passed.
    pub async fn final_stderr(&mut self) -> String {
        if !self.reader.is_finished() {
            let _ = tokio::time::timeout(GRACE, &mut self.reader).await;
        }
        self.stderr()
    }

    /// Ends the process and all its descendants in less than a second.
    pub async fn stop(&mut self) {
        self.running.stop().await;
        if !self.reader.is_finished() {
            let _ = tokio::time::timeout(GRACE / 6, &mut self.reader).await;
        }
        self.reader.abort();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::io::AsyncReadExt;

    use super::*;
    #[cfg(unix)]
    use crate::process::unix;

    #[cfg(unix)]
    #[tokio::test]
    async fn a_child_has_no_key_and_dies_with_its_children() {
        let script = "echo oh >&2; sleep 600 & echo $!; cat";
        let environment = [("ADDED".to_owned(), "1".to_owned())];
        let args = ["-c".to_owned(), format!("env; echo ---; {script}")];
        let (mut process, mut pipes) =
            Launcher::default().start(Path::new("sh"), Path::new("/"), &args, &environment).unwrap();
        let mut output = String::new();
        while !output.contains("---\n")
            || output.split("---\n").nth(1).is_none_or(|rest| !rest.ends_with('\n'))
        {
            let mut buffer = [0; 1024];
            let read = pipes.stdout.read(&mut buffer).await.unwrap();
            output.push_str(std::str::from_utf8(&buffer[..read]).unwrap());
        }
        let (environment, grandchild) = output.split_once("---\n").unwrap();
        assert!(environment.contains("ADDED=1") && !environment.contains(KEY_VARIABLE));
        let grandchild = rustix::process::Pid::from_raw(grandchild.trim().parse().unwrap()).unwrap();
        assert!(rustix::process::test_kill_process(grandchild).is_ok());
        process.stop().await;
        assert_eq!(process.stderr(), "oh");
        // The process that adopts orphans may need a moment to reap this one.
        for _ in 0..100 {
            if rustix::process::test_kill_process(grandchild).is_err() || unix::is_dead(grandchild) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("the grandchild is still running");
    }

    #[tokio::test]
    async fn a_missing_program_cannot_be_started() {
        let error =
            Launcher::default().start(Path::new("no-such-program"), Path::new("."), &[], &[]).err().unwrap();
        assert_eq!(
            error,
            "cannot start `no-such-program`: the program does not exist. Install it, or add its folder to PATH"
        );
    }
}
