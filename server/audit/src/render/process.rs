//! The process of the browser, with its profile.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::connection::Connection;
use super::setup::{BrowserError, Sandbox};

/// Maximum time until the browser answers.
pub const START_TIMEOUT: Duration = Duration::from_secs(30);

/// Time for the browser to end its own child processes before it is killed.
const EXIT_TIMEOUT: Duration = Duration::from_secs(3);

/// How long removing the profile is retried: child processes may still write files.
const REMOVE_TIMEOUT: Duration = Duration::from_secs(3);

const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Bytes of its log that are kept.
const MAX_LOG_BYTES: usize = 16 << 10;

/// Default arguments: headless, without telemetry, and with tabs that work in the background.
const ARGUMENTS: &[&str] = &[
    "--headless",
    "--remote-debugging-pipe",
    "--no-first-run",
    "--no-default-browser-check",
    "--no-pings",
    "--disable-background-networking",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-breakpad",
    "--disable-client-side-phishing-detection",
    "--disable-component-update",
    "--disable-crash-reporter",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-domain-reliability",
    "--disable-extensions",
    "--disable-gpu",
    "--disable-renderer-backgrounding",
    "--disable-sync",
    "--disable-features=MediaRouter,OptimizationHints,Translate",
    // A cookie is bound to its port.
    "--enable-features=EnablePortBoundCookies,EnableSchemeBoundCookies",
    "--hide-scrollbars",
    "--metrics-recording-only",
    "--mute-audio",
    "--password-store=basic",
    "--use-mock-keychain",
    "--window-size=1280,800",
];

/// The running browser.
pub struct Process {
    child: Child,
    words: Arc<Mutex<Vec<u8>>>,
    listener: Option<JoinHandle<()>>,
    profile: Option<TempDir>,
}

impl Process {
    /// Starts the program.
    pub fn start(program: &Path, sandbox: Sandbox) -> Result<(Self, Arc<Connection>), BrowserError> {
        let profile =
            tempfile::Builder::new().prefix("agmark-chromium-").tempdir().map_err(BrowserError::Profile)?;
        let mut command = piped(program);
        command.args(ARGUMENTS).arg(format!("--user-data-dir={}", profile.path().display()));
        if sandbox == Sandbox::Off {
            command.arg("--no-sandbox");
        }
        command.arg("about:blank");
        // It writes only to its profile, which is removed.
        for name in ["TMPDIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
            command.env(name, profile.path());
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let failed = |error| BrowserError::Start { program: program.to_owned(), error };
        let mut child = command.spawn().map_err(failed)?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let words = Arc::<Mutex<Vec<u8>>>::default();
        let listener = child.stderr.take().map(|stderr| listen(stderr, Arc::clone(&words)));
        let process = Process { child, words, listener, profile: Some(profile) };
        match (input, output) {
            (Some(input), Some(output)) => Ok((process, Connection::new(input, output))),
            _ => Err(BrowserError::Silent),
        }
    }

    /// Waits for it to end, then kills it.
    pub fn end(mut self, connection: &Connection) {
        if !self.ends_within(EXIT_TIMEOUT / 2) {
            // It also ends when its pipe is closed.
            connection.close();
            self.ends_within(EXIT_TIMEOUT / 2);
        }
        connection.close();
    }

    /// Its last log message. It must have ended, or be about to.
    pub fn last_words(&mut self) -> String {
        let code = self.ends_within(EXIT_TIMEOUT).then(|| self.child.wait().ok()).flatten();
        if code.is_some()
            && let Some(listener) = self.listener.take()
        {
            // Child processes may keep its standard error open.
            let until = Instant::now() + Duration::from_millis(500);
            while !listener.is_finished() && Instant::now() < until {
                std::thread::sleep(POLL_INTERVAL);
            }
        }
        let words = self.words.lock().unwrap_or_else(PoisonError::into_inner);
        let words = String::from_utf8_lossy(&words);
        let mut lines = words.lines().map(message).filter(|line| !line.is_empty());
        let said = lines.clone().find(|line| line.contains("sandbox")).or_else(|| lines.next_back());
        match said {
            Some(said) if said.contains("sandbox") => {
                format!("{said} (for pages that you trust: --no-sandbox)")
            }
            Some(said) => said.to_owned(),
            None => code.map_or_else(|| "it said nothing".to_owned(), |code| code.to_string()),
        }
    }

    fn ends_within(&mut self, time: Duration) -> bool {
        let until = Instant::now() + time;
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < until => std::thread::sleep(POLL_INTERVAL),
                Ok(None) => return false,
                Ok(Some(_)) | Err(_) => return true,
            }
        }
    }

    /// Removes the profile, including files that child processes write while they end.
    fn sweep(&mut self) {
        let Some(profile) = self.profile.take() else { return };
        let folder = profile.keep();
        let until = Instant::now() + REMOVE_TIMEOUT;
        while std::fs::remove_dir_all(&folder).is_err() && folder.exists() && Instant::now() < until {
            std::thread::sleep(POLL_INTERVAL);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        #[cfg(unix)]
        kill_group(&self.child);
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.sweep();
    }
}

/// A command with pipes as file descriptors 3 and 4, as Chromium requires.
#[cfg(unix)]
fn piped(program: &Path) -> Command {
    use std::os::unix::process::CommandExt;

    let mut command = Command::new("/bin/sh");
    command.args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 0</dev/null 1>/dev/null"]).arg(program);
    // Ctrl-C must not reach the browser: this program ends it.
    command.process_group(0);
    command
}

/// On other systems the browser finds no pipes and ends with an error.
#[cfg(not(unix))]
fn piped(program: &Path) -> Command {
    Command::new(program)
}

/// Kills the process and its children.
#[cfg(unix)]
fn kill_group(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process_group};

    let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    // The process group may be empty.
    let _ = group.map(|group| kill_process_group(group, Signal::KILL));
}

/// Reads its log, so that it never blocks on writing; keeps the end.
fn listen(stderr: ChildStderr, words: Arc<Mutex<Vec<u8>>>) -> JoinHandle<()> {
    std::thread::spawn(move || {
        let mut stderr = BufReader::new(stderr);
        loop {
            let taken = match stderr.fill_buf() {
                Ok([]) | Err(_) => return,
                Ok(bytes) => {
                    let mut words = words.lock().unwrap_or_else(PoisonError::into_inner);
                    words.extend_from_slice(bytes);
                    let spare = words.len().saturating_sub(MAX_LOG_BYTES);
                    words.drain(..spare);
                    bytes.len()
                }
            };
            stderr.consume(taken);
        }
    })
}

/// The message of a log line, without the prefix: `[1:2:0101/000000.0:ERROR:a.cc(1)] `.
fn message(line: &str) -> &str {
    let rest = line.strip_prefix('[').and_then(|line| line.split_once("] ")).map_or(line, |(_, rest)| rest);
    rest.trim()
}
