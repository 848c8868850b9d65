//! The browser as a process, with its profile.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::wire::Wire;
use super::{BrowserError, Sandbox};

/// How long the browser may take until it answers.
pub const START: Duration = Duration::from_secs(30);

/// How long it may take to end by itself, which lets its own children end.
const LEAVE: Duration = Duration::from_secs(3);

/// How long its files are tried to be removed: its children may still write some.
const SWEEP: Duration = Duration::from_secs(3);

const LOOK: Duration = Duration::from_millis(20);

/// How many bytes of what it says are kept.
const WORDS: usize = 16 << 10;

/// What it is always started with: headless, without what talks to its makers, and with tabs that work although
/// nobody sees them.
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
    // A cookie of one port is none of another's.
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
    /// Starts a program.
    pub fn start(program: &Path, sandbox: Sandbox) -> Result<(Self, Arc<Wire>), BrowserError> {
        let profile =
            tempfile::Builder::new().prefix("agmark-chromium-").tempdir().map_err(BrowserError::Profile)?;
        let mut command = piped(program);
        command.args(ARGUMENTS).arg(format!("--user-data-dir={}", profile.path().display()));
        if sandbox == Sandbox::Off {
            command.arg("--no-sandbox");
        }
        command.arg("about:blank");
        // All that it writes lies in its profile, and goes with it.
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
            (Some(input), Some(output)) => Ok((process, Wire::new(input, output))),
            _ => Err(BrowserError::Silent),
        }
    }

    /// Ends it: by itself where it does so in time.
    pub fn end(mut self, wire: &Wire) {
        if !self.ends_within(LEAVE / 2) {
            // Without its pipe it ends, too.
            wire.close();
            self.ends_within(LEAVE / 2);
        }
        wire.close();
    }

    /// What it said last; it has ended, or is about to.
    pub fn last_words(&mut self) -> String {
        let code = self.ends_within(LEAVE).then(|| self.child.wait().ok()).flatten();
        if code.is_some()
            && let Some(listener) = self.listener.take()
        {
            // Children of it may hold its standard error open.
            let until = Instant::now() + Duration::from_millis(500);
            while !listener.is_finished() && Instant::now() < until {
                std::thread::sleep(LOOK);
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
                Ok(None) if Instant::now() < until => std::thread::sleep(LOOK),
                Ok(None) => return false,
                Ok(Some(_)) | Err(_) => return true,
            }
        }
    }

    /// Removes the profile, and what its children write while they end.
    fn sweep(&mut self) {
        let Some(profile) = self.profile.take() else { return };
        let folder = profile.keep();
        let until = Instant::now() + SWEEP;
        while std::fs::remove_dir_all(&folder).is_err() && folder.exists() && Instant::now() < until {
            std::thread::sleep(LOOK);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        #[cfg(unix)]
        kill_group(&self.child);
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.sweep();
    }
}

/// A program whose third and fourth files are pipes to here, as the browser wants them.
#[cfg(unix)]
fn piped(program: &Path) -> Command {
    use std::os::unix::process::CommandExt;

    let mut command = Command::new("/bin/sh");
    command.args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 0</dev/null 1>/dev/null"]).arg(program);
    // Keys that interrupt this program are not for the browser: it is ended from here.
    command.process_group(0);
    command
}

/// Elsewhere the browser finds no pipes and ends, which is told.
#[cfg(not(unix))]
fn piped(program: &Path) -> Command {
    Command::new(program)
}

/// Ends the process and its children.
#[cfg(unix)]
fn kill_group(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process_group};

    let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    // Nobody may be left in it.
    let _ = group.map(|group| kill_process_group(group, Signal::KILL));
}

/// Reads what it says, so that it never waits for a reader; the last of it is kept.
fn listen(stderr: ChildStderr, words: Arc<Mutex<Vec<u8>>>) -> JoinHandle<()> {
    std::thread::spawn(move || {
        let mut stderr = BufReader::new(stderr);
        loop {
            let taken = match stderr.fill_buf() {
                Ok([]) | Err(_) => return,
                Ok(bytes) => {
                    let mut words = words.lock().unwrap_or_else(PoisonError::into_inner);
                    words.extend_from_slice(bytes);
                    let spare = words.len().saturating_sub(WORDS);
                    words.drain(..spare);
                    bytes.len()
                }
            };
            stderr.consume(taken);
        }
    })
}

/// A line of its log without what stands before the message: `[1:2:0101/000000.0:ERROR:a.cc(1)] `.
fn message(line: &str) -> &str {
    let rest = line.strip_prefix('[').and_then(|line| line.split_once("] ")).map_or(line, |(_, rest)| rest);
    rest.trim()
}
