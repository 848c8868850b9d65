//! A browser that loads a page and gives it as it is after its scripts ran.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use agmark_audit::render::find;

/// How long a page may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// A Chromium.
pub struct Browser(PathBuf);

impl Browser {
    /// The program that was named, or the first one that is found on this machine.
    ///
    /// # Errors
    /// When there is none.
    pub fn find(named: Option<&Path>) -> Result<Self, String> {
        if let Some(named) = named {
            return Ok(Self(named.to_owned()));
        }
        find::program(None).map(Self).map_err(|_| {
            "cannot be rendered: no Chromium or Chrome is found: install one, or name it with --browser"
                .to_owned()
        })
    }

    /// The page at an address as HTML, after its scripts ran.
    ///
    /// # Errors
    /// When the browser does not start, fails, or takes too long.
    pub fn page(&self, address: &str) -> Result<String, String> {
        let profile = tempfile::tempdir().map_err(|error| format!("no folder for the browser: {error}"))?;
        let mut command = Command::new(&self.0);
        command.args([
            "--headless",
            "--dump-dom",
            "--disable-gpu",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--virtual-time-budget=5000",
        ]);
        // As root, in containers, Chromium does not start with its sandbox.
        if is_of_root(profile.path()) {
            command.arg("--no-sandbox");
        }
        command.arg(format!("--user-data-dir={}", profile.path().display())).arg(address);
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("{} does not start: {error}", self.0.display()))?;
        let mut stdout = child.stdout.take();
        let reader = std::thread::spawn(move || {
            let mut bytes = Vec::new();
            stdout.as_mut().map(|out| out.read_to_end(&mut bytes)).transpose().map(|_| bytes)
        });
        let begun = Instant::now();
        let status = loop {
            match child.try_wait() {
                Ok(Some(status)) => break Ok(status),
                Ok(None) if begun.elapsed() < PATIENCE => std::thread::sleep(Duration::from_millis(20)),
                Ok(None) => break Err(format!("the browser did not finish within {} s", PATIENCE.as_secs())),
                Err(error) => break Err(format!("the browser cannot be waited for: {error}")),
            }
        };
        if status.is_err() {
            // Whether it could be ended or not: it is what is said that counts.
            let _ = child.kill();
            let _ = child.wait();
        }
        let status = status?;
        let bytes = match reader.join() {
            Ok(read) => read.map_err(|error| format!("the browser's page cannot be read: {error}"))?,
            Err(_) => Vec::new(),
        };
        if !status.success() || bytes.is_empty() {
            return Err(format!("{} gave no page ({status}): try the address in it", self.0.display()));
        }
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// Whether a folder that this program made is root's.
#[cfg(unix)]
fn is_of_root(folder: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    folder.metadata().is_ok_and(|found| found.uid() == 0)
}

#[cfg(not(unix))]
fn is_of_root(_: &Path) -> bool {
    false
}
