//! The errors of runs.

use std::path::PathBuf;
use std::time::Duration;

use agmark_markdownlang::RenderError;

use crate::mcp::start_error::StartError;
use crate::model::error::ModelError;
use crate::program::ProgramError;
use crate::schema::{Mismatch, list};

/// Why a run has no result. The messages say what to do, and do not contain the key.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error(transparent)]
    Load(#[from] ProgramError),
    #[error("the working folder does not exist: {0}. Change to another folder")]
    Folder(String),
    #[error("the input does not fit the schema of `{program}`:\n{}", list(mismatches))]
    Input { program: String, mismatches: Vec<Mismatch> },
    #[error("{}:{}: cannot render the prompt: {}", path.display(), error.line, error.message)]
    Render { path: PathBuf, error: RenderError },
    #[error(transparent)]
    Server(#[from] StartError),
    #[error(transparent)]
    Model(#[from] ModelError),
    #[error(
        "missing API key: set OPENAI_API_KEY, or use a server without keys (`-base-url` or OPENAI_BASE_URL)"
    )]
    NoKey,
    #[error("no valid reply to `{program}` after {iterations} rounds (`-max-iterations`): {last}")]
    Iterations { program: String, iterations: u32, last: String },
    #[error("no reply to `{program}`: {reason}. Change the prompt, or use another model (`-model`)")]
    Refused { program: String, reason: String },
    #[error("the run has reached the limit of {limit} model calls (`-max-calls`)")]
    Calls { limit: u32 },
    #[error("the conversation of `{program}` is longer than {} MiB", limit >> 20)]
    Conversation { program: String, limit: usize },
    #[error(
        "the program and its imports have {count} servers, but the limit is {limit}: remove some from `mcp_servers`"
    )]
    Servers { count: usize, limit: usize },
    #[error("the run did not end within {} (`-timeout`){}", crate::time::spoken(*limit), starting)]
    TimeLimit { limit: Duration, starting: String },
    #[error("the run was cancelled")]
    Cancelled,
    /// The run did not start.
    #[error("{0}")]
    NotStarted(String),
    /// A recording that cannot be written or read, or that differs from the run.
    #[error("{0}")]
    Recording(String),
}

impl RunError {
    /// Whether the error ends the whole run if it occurs in an imported program.
    pub(crate) fn is_final(&self) -> bool {
        match self {
            Self::Calls { .. }
            | Self::TimeLimit { .. }
            | Self::Cancelled
            | Self::Recording(_)
            | Self::NoKey => true,
            Self::Model(fault) => {
                matches!(
                    fault,
                    ModelError::Replay(_)
                        | ModelError::Quota { .. }
                        | ModelError::Refused { status: 401 | 403, .. }
                )
            }
            Self::Load(_)
            | Self::NotStarted(_)
            | Self::Refused { .. }
            | Self::Conversation { .. }
            | Self::Servers { .. }
            | Self::Folder(_)
            | Self::Input { .. }
            | Self::Render { .. }
            | Self::Server(_)
            | Self::Iterations { .. } => false,
        }
    }
}
