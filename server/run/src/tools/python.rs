//! The tool `python`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;
use serde_json::json;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::model::message::ToolSpec;
use crate::settings::Limits;

/// Runs Python code in a sandbox.
pub trait Interpreter: Send + Sync {
    /// Prepares the interpreter, which takes long the first time; blocks. `tell` gets a message if this takes time.
    ///
    /// # Errors
    /// If Python is not available. The model gets the message.
    fn prepare(&self, tell: &dyn Fn(&str)) -> Result<(), String>;

    /// Runs code until it ends or `stop` is set; blocks.
    fn run(&self, code: &str, stop: &Stop) -> Execution;

    /// The maximum number of bytes of memory and files of a call.
    fn memory(&self) -> u64;
}

/// Python for all programs of a run. It limits the number of parallel calls.
pub(crate) struct PythonPool {
    interpreter: Arc<dyn Interpreter>,
    permits: Arc<Semaphore>,
}

/// The permission to run a call. It is released on drop.
pub(crate) struct PythonPermit {
    pub interpreter: Arc<dyn Interpreter>,
    _permit: OwnedSemaphorePermit,
}

impl PythonPool {
    pub fn new(interpreter: Arc<dyn Interpreter>, limits: Limits) -> Self {
        // The maximum memory of a call is reserved before the call, so that no call is stopped for lack of memory.
        let fit = limits.python_memory / interpreter.memory().max(1);
        let max =
            usize::try_from(fit).unwrap_or(usize::MAX).min(limits.pythons).clamp(1, Semaphore::MAX_PERMITS);
        Self { interpreter, permits: Arc::new(Semaphore::new(max)) }
    }

    /// The interpreter, to prepare it.
    pub fn interpreter(&self) -> Arc<dyn Interpreter> {
        Arc::clone(&self.interpreter)
    }

    /// Waits for a permission. Calls wait in the order in which they ask.
    pub async fn permit(&self) -> Option<PythonPermit> {
        let permit = Arc::clone(&self.permits).acquire_owned().await.ok()?;
        Some(PythonPermit { interpreter: Arc::clone(&self.interpreter), _permit: permit })
    }
}

/// The result of code. The model gets it as JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Execution {
    pub stdout: String,
    pub stderr: String,
    /// The error, if it failed.
    pub error: Option<String>,
}

/// A signal that stops code.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Stops the code.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the code must stop.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Stops the code when it is dropped.
pub(crate) struct StopOnDrop(pub Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.set();
    }
}

/// The tool in a request.
pub fn spec() -> ToolSpec {
    ToolSpec {
        name: "python".to_owned(),
        description: "Runs Python 3.12 in a sandbox: no network, no processes, no threads, and a folder of its own \
                      that is empty each time. Of the standard library, ssl, ctypes, lzma, mmap, multiprocessing, curses \
                      and tkinter are missing. Print what you want to know."
            .to_owned(),
        parameters: json!({
            "type": "object",
            "properties": { "code": { "type": "string", "description": "The code to run" } },
            "required": ["code"],
            "additionalProperties": false,
        }),
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    struct Sized(u64);

    impl Interpreter for Sized {
        fn prepare(&self, _tell: &dyn Fn(&str)) -> Result<(), String> {
            Ok(())
        }

        fn run(&self, _code: &str, _stop: &Stop) -> Execution {
            Execution::default()
        }

        fn memory(&self) -> u64 {
            self.0
        }
    }

    #[test]
    fn permits_are_limited_by_number_and_by_memory() {
        for (pythons, total, one, expected) in [
            (4, 1 << 30, 194 << 20, 4),
            (3, 1 << 30, 0, 3),
            (4, 1 << 30, 500 << 20, 2),
            (4, 1 << 20, 1 << 30, 1),
            (0, 0, 1, 1),
            (usize::MAX, u64::MAX, 1, Semaphore::MAX_PERMITS),
        ] {
            let limits = Limits { pythons, python_memory: total, ..Limits::default() };
            let pythons = PythonPool::new(Arc::new(Sized(one)), limits);
            assert_eq!(pythons.permits.available_permits(), expected);
        }
    }

    #[test]
    fn a_permit_is_released_on_drop() {
        let limits = Limits { pythons: 2, ..Limits::default() };
        let pythons = PythonPool::new(Arc::new(Sized(1)), limits);
        let permit = || pythons.permit().now_or_never().flatten();
        let (first, second) = (permit(), permit());
        assert!(first.is_some() && second.is_some() && permit().is_none());
        drop(first);
        assert!(permit().is_some());
    }
}
