//! Processes of the program.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::{Arc, Mutex};

use agmark_tests::program;

/// A daemon.
pub struct DaemonProcess {
    process: Child,
    log: Arc<Mutex<Vec<String>>>,
}

impl DaemonProcess {
    pub fn start(url: &str, args: &[&str]) -> Self {
        let mut process =
            agd(url, &[&["daemon"], args].concat()).stderr(Stdio::piped()).spawn().expect("it runs");
        let stderr = process.stderr.take().expect("a pipe");
        let log = Arc::new(Mutex::new(Vec::new()));
        let lines = Arc::clone(&log);
        std::thread::spawn(move || {
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                lines.lock().expect("no panic").push(line);
            }
        });
        Self { process, log }
    }

    /// Sends a signal by its name.
    pub fn signal(&self, name: &str) {
        let id = self.process.id().to_string();
        let sent = Command::new("kill").args(["-s", name, &id]).status().expect("kill runs");
        assert!(sent.success(), "kill -s {name}");
    }

    /// Ends it at once.
    pub fn kill(mut self) {
        self.process.kill().expect("it runs");
        self.process.wait().expect("it has ended");
    }

    /// Asks it to end, and waits.
    pub fn stop(mut self) -> ExitStatus {
        self.signal("TERM");
        self.process.wait().expect("it has ended")
    }

    /// The lines on standard error since the last call.
    pub fn log(&self) -> Vec<String> {
        std::mem::take(&mut *self.log.lock().expect("no panic"))
    }
}

impl Drop for DaemonProcess {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// `agmark agd …`, with the Redis at a URL.
pub fn agd(url: &str, args: &[&str]) -> Command {
    let mut command = Command::new(program::path());
    command.args(["--color", "never", "agd"]).args(args).env("AGD_REDIS_URL", url);
    command
}

/// Runs it to its end.
pub fn output(url: &str, args: &[&str]) -> Output {
    agd(url, args).output().expect("it runs")
}
