//! How a browser is started.

use std::path::PathBuf;
use std::time::Duration;

/// Default for [`Setup::timeout`].
pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(15);

/// Options of a browser.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The program; without it, one is searched.
    pub chrome: Option<PathBuf>,
    /// Whether it uses its sandbox.
    pub sandbox: Sandbox,
    /// Maximum time until a page is idle.
    pub timeout: Duration,
    /// Whether screenshots are taken.
    pub screenshots: Screenshots,
}

impl Default for Setup {
    fn default() -> Self {
        Setup { chrome: None, sandbox: Sandbox::On, timeout: DEFAULT_TIMEOUT, screenshots: Screenshots::None }
    }
}

/// Whether the browser uses its sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sandbox {
    On,
    Off,
}

/// Whether screenshots are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screenshots {
    None,
    Taken,
}

/// Why a browser cannot be started.
#[derive(Debug, thiserror::Error)]
pub enum BrowserError {
    #[error(
        "no Chromium was found on PATH or in the usual places: install Chromium or Chrome, or name it with --chrome PATH"
    )]
    Missing,
    #[error("{}: the program does not exist: name a Chromium or Chrome", .0.display())]
    NoProgram(PathBuf),
    #[error("{} cannot be started: {error}", program.display())]
    Start { program: PathBuf, error: std::io::Error },
    #[error("Chromium ended before it was ready: {0}")]
    Ended(String),
    #[error("Chromium does not answer")]
    Silent,
    #[error("cannot create a folder for Chromium's profile: {0}")]
    Profile(std::io::Error),
}
