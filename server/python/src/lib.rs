//! Python in a sandbox: CPython, compiled to WebAssembly, with limits that hold.
//!
//! Each call runs in a new interpreter with an empty file system in memory. The interpreter has no network, no processes and
//! no environment, because it gets none. All its system calls (WASI preview 1) are implemented here, so that each wait ends at
//! the time limit.

mod cache;
mod execution;
mod guest;
mod guests;
mod interpreter;
mod limits;
mod wasi;

use std::path::PathBuf;
use std::sync::OnceLock;

pub use cache::default_folder;
pub use execution::Execution;
use guests::Guests;
pub use limits::Limits;

/// The interpreter. It is compiled at the first use, and the compiled code is stored for the user.
pub struct Python {
    limits: Limits,
    cache: Option<PathBuf>,
    ready: OnceLock<Result<Guests, String>>,
}

impl Python {
    /// An interpreter that stores its compiled code in the folder `cache`; without a folder, each process compiles it.
    pub fn new(limits: Limits, cache: Option<PathBuf>) -> Self {
        Self { limits, cache, ready: OnceLock::new() }
    }

    /// Compiles the interpreter, which takes several seconds the first time; `tell` gets a message about this.
    ///
    /// # Errors
    /// If it cannot be compiled.
    pub fn prepare(&self, tell: &dyn Fn(&str)) -> Result<(), String> {
        self.guests(tell).map(drop)
    }

    /// Runs code until it ends, reaches the time limit, or `stop` returns true; blocks.
    pub fn run(&self, code: &str, stop: &(dyn Fn() -> bool + Sync)) -> Execution {
        match self.guests(&|_| {}) {
            Ok(guests) => guests.run(code, self.limits, stop),
            Err(message) => {
                Execution { error: Some(format!("execution failed: {message}")), ..Execution::default() }
            }
        }
    }

    /// The maximum number of bytes that a call needs for memory, files and output.
    pub fn max_memory(&self) -> u64 {
        let Limits { memory, files, output, .. } = self.limits;
        memory.saturating_add(files).saturating_add(2 * output as u64)
    }

    fn guests(&self, tell: &dyn Fn(&str)) -> Result<&Guests, String> {
        let ready = self.ready.get_or_init(|| {
            let engine = guests::engine()?;
            let module = cache::module(&engine, self.cache.as_deref(), interpreter::unpacked, tell)?;
            Guests::new(engine, &module)
        });
        ready.as_ref().map_err(Clone::clone)
    }
}
