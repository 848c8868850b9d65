//! The tool `python`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;
use serde_json::json;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::model::ToolSpec;
use crate::settings::Limits;

/// What runs Python code, in a sandbox.
pub trait Interpreter: Send + Sync {
    /// Makes ready what takes long the first time; blocks. `tell` is called if there is something to wait for.
    ///
    /// # Errors
    /// When Python cannot be had; for the model to read.
    fn prepare(&self, tell: &dyn Fn(&str)) -> Result<(), String>;

    /// Runs code and waits for its end, which comes soon after `stop` says so; blocks.
    fn run(&self, code: &str, stop: &Stop) -> Execution;

    /// The most bytes that one call takes, memory and files together.
    fn memory(&self) -> u64;
}

/// Python for a whole run, imported programs included: only so many calls run at a time, the others wait.
pub(crate) struct Pythons {
    interpreter: Arc<dyn Interpreter>,
    turns: Arc<Semaphore>,
}

/// The right to run one call. It is given back when it is dropped.
pub(crate) struct Turn {
    pub interpreter: Arc<dyn Interpreter>,
    _permit: OwnedSemaphorePermit,
}

impl Pythons {
    pub fn new(interpreter: Arc<dyn Interpreter>, limits: Limits) -> Self {
        // A call that has begun is never stopped for lack of memory: all that it may take is set aside first.
        let fit = limits.python_memory / interpreter.memory().max(1);
        let most =
            usize::try_from(fit).unwrap_or(usize::MAX).min(limits.pythons).clamp(1, Semaphore::MAX_PERMITS);
        Self { interpreter, turns: Arc::new(Semaphore::new(most)) }
    }

    /// The interpreter, to be made ready.
    pub fn interpreter(&self) -> Arc<dyn Interpreter> {
        Arc::clone(&self.interpreter)
    }

    /// Waits for a turn. Whoever asks first is served first.
    pub async fn turn(&self) -> Option<Turn> {
        let permit = Arc::clone(&self.turns).acquire_owned().await.ok()?;
        Some(Turn { interpreter: Arc::clone(&self.interpreter), _permit: permit })
    }
}

/// What came of code. Serialised, it is what the model is given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Execution {
    pub stdout: String,
    pub stderr: String,
    /// Why it failed, if it did.
    pub error: Option<String>,
}

/// Whether nobody waits for a result any more.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Nobody waits any more.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether nobody waits any more.
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

/// The tool, as the model sees it.
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
    fn turns_are_limited_by_number_and_by_memory() {
        for (pythons, total, one, expected) in [
            (4, 1 << 30, 194 << 20, 4),
            (3, 1 << 30, 0, 3),
            (4, 1 << 30, 500 << 20, 2),
            (4, 1 << 20, 1 << 30, 1),
            (0, 0, 1, 1),
            (usize::MAX, u64::MAX, 1, Semaphore::MAX_PERMITS),
        ] {
            let limits = Limits { pythons, python_memory: total, ..Limits::default() };
            let pythons = Pythons::new(Arc::new(Sized(one)), limits);
            assert_eq!(pythons.turns.available_permits(), expected);
        }
    }

    #[test]
    fn a_turn_is_free_again_when_the_call_has_ended() {
        let limits = Limits { pythons: 2, ..Limits::default() };
        let pythons = Pythons::new(Arc::new(Sized(1)), limits);
        let turn = || pythons.turn().now_or_never().flatten();
        let (first, second) = (turn(), turn());
        assert!(first.is_some() && second.is_some() && turn().is_none());
        drop(first);
        assert!(turn().is_some());
    }
}
