//! Runs markdownlang programs: the loop, the model API, the tools, the summary.
//!
//! A [`Job`] is a program with its input and its settings; it gives a result and a [`Summary`], or what the first
//! request would be. What happens in between is told to a [`events::Watch`]. Everything that a run starts is stopped
//! before it ends.

mod agent;
pub mod agreement;
pub mod consent;
mod error;
pub mod events;
mod failure;
mod mcp;
mod model;
mod prices;
pub mod process;
mod program;
mod prompt;
mod reply;
mod run;
mod schema;
mod secret;
mod settings;
pub mod sign_in;
mod summary;
mod tape;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod time;
mod tools;

pub use consent::{Approved, Plan};
pub use error::RunError;
pub use failure::Failure;
pub use model::{Api, Fault};
pub use process::Launcher;
pub use program::{Agent, Unloadable};
pub use run::{DryRun, Finished, Job, Settings};
pub use schema::Mismatch;
pub use secret::{MASK, Redactor, Secret};
pub use settings::{BASE_URL_VARIABLE, DEFAULT_BASE_URL, DEFAULT_MODEL, Endpoint, KEY_VARIABLE, Limits};
pub use summary::{AgentCalls, Summary, Tokens};
pub use tape::Tape;
pub use time::spoken;
/// What says that nobody waits for a run any more.
pub use tokio_util::sync::CancellationToken;
pub use tools::{Execution, Interpreter, Stop};
