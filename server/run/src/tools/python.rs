//! The tool `python`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;
use serde_json::json;

use crate::model::ToolSpec;

/// What runs Python code, in a sandbox.
pub trait Interpreter: Send + Sync {
    /// Makes ready what takes long the first time; blocks. `tell` is called if there is something to wait for.
    ///
    /// # Errors
    /// When Python cannot be had; for the model to read.
    fn prepare(&self, tell: &dyn Fn(&str)) -> Result<(), String>;

    /// Runs code and waits for its end, which comes soon after `stop` says so; blocks.
    fn run(&self, code: &str, stop: &Stop) -> Execution;
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
        description:
            "Runs Python 3.12 with its standard library in a sandbox: no network, no processes, and a \
                      folder of its own that is empty each time. Print what you want to know."
                .to_owned(),
        parameters: json!({
            "type": "object",
            "properties": { "code": { "type": "string", "description": "The code to run" } },
            "required": ["code"],
            "additionalProperties": false,
        }),
    }
}
