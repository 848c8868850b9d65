//! Runs markdownlang programs: the loop, the model API, the tools, the summary.
//!
//! A [`Job`] is a program with its input and its settings. It returns a result and a [`Summary`], or the first request. Events
//! are sent to a [`agmark_task::Watch`]. All processes of a run are stopped before it ends.

pub mod agreement;
pub mod consent;
mod error;
pub mod events;
mod failure;
mod fingerprint;
mod http;
mod job;
mod mcp;
mod model;
pub mod process;
mod program;
mod program_loop;
mod recording;
mod run;
mod schema;
mod secret;
mod settings;
pub mod sign_in;
mod summary;
mod terminal_text;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod time;
mod tools;
mod variables;

pub use consent::{Approved, Plan};
pub use error::RunError;
pub use failure::Failure;
pub use job::{DryRun, Finished, Job};
pub use model::{Api, ModelError};
pub use process::Launcher;
pub use program::{Agent, ProgramError};
pub use recording::Recording;
pub use schema::Mismatch;
pub use secret::{KEY_VARIABLE, MASK, Redactor, Secret};
pub use settings::{BASE_URL_VARIABLE, DEFAULT_BASE_URL, DEFAULT_MODEL, Endpoint, Limits, Settings};
pub use summary::{AgentCalls, Summary, Tokens};
pub use time::spoken;
/// Cancels a run.
pub use tokio_util::sync::CancellationToken;
pub use tools::{Execution, Interpreter, Stop};
