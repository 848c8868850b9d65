//! Python in a sandbox: CPython, compiled to WebAssembly, with limits that hold.
//!
//! Each call is a new interpreter with a file system of its own, which lies in memory and is empty; there is no
//! network, no process and no environment to be reached, because nothing of the kind is handed in. What the guest
//! may ask of us (WASI preview 1) is all written here, so that every wait ends when its time is over.

mod cache;
mod guest;
mod interpreter;
mod wasi;

use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

pub use cache::default_folder;
use guest::Guests;

/// What one call may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Computing and waiting; getting the interpreter ready does not count.
    pub time: Duration,
    /// Bytes of memory.
    pub memory: u64,
    /// Bytes of files.
    pub files: u64,
    /// Bytes of standard output, and of standard error. What is more is dropped, with a notice.
    pub output: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { time: Duration::from_secs(30), memory: 128 << 20, files: 64 << 20, output: 1 << 20 }
    }
}

/// What came of code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Execution {
    pub stdout: String,
    pub stderr: String,
    /// Why it failed, if it did.
    pub error: Option<String>,
}

/// The interpreter. It is compiled when it is first needed, and kept compiled for the user.
pub struct Python {
    limits: Limits,
    cache: Option<PathBuf>,
    ready: OnceLock<Result<Guests, String>>,
}

impl Python {
    /// An interpreter that keeps its compiled code in the folder `cache`; without one, it is compiled for each
    /// process anew.
    pub fn new(limits: Limits, cache: Option<PathBuf>) -> Self {
        Self { limits, cache, ready: OnceLock::new() }
    }

    /// Makes the interpreter ready, which takes several seconds the first time; `tell` says so.
    ///
    /// # Errors
    /// When it cannot be compiled.
    pub fn prepare(&self, tell: &dyn Fn(&str)) -> Result<(), String> {
        self.guests(tell).map(drop)
    }

    /// Runs code, at most as long as it may take or until `stop` says that nobody waits for it; blocks.
    pub fn run(&self, code: &str, stop: &(dyn Fn() -> bool + Sync)) -> Execution {
        match self.guests(&|_| {}) {
            Ok(guests) => guests.run(code, self.limits, stop),
            Err(message) => {
                Execution { error: Some(format!("execution failed: {message}")), ..Execution::default() }
            }
        }
    }

    /// The most bytes that one call takes: its memory, its files and what it prints.
    pub fn most(&self) -> u64 {
        let Limits { memory, files, output, .. } = self.limits;
        memory.saturating_add(files).saturating_add(2 * output as u64)
    }

    fn guests(&self, tell: &dyn Fn(&str)) -> Result<&Guests, String> {
        let ready = self.ready.get_or_init(|| {
            let engine = guest::engine()?;
            let module = cache::module(&engine, self.cache.as_deref(), interpreter::unpacked, tell)?;
            Guests::new(engine, &module)
        });
        ready.as_ref().map_err(Clone::clone)
    }
}
