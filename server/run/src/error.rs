//! Why a run has no result.

use std::path::PathBuf;
use std::time::Duration;

use agmark_markdownlang::RenderError;

use crate::mcp::NotStarted;
use crate::model::Fault;
use crate::program::Unloadable;
use crate::schema::Mismatch;

/// Why a run has no result: what a person is told, each with what to do. Holds no key.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error(transparent)]
    Load(#[from] Unloadable),
    #[error("the working folder cannot be found: {0}. Change to a folder that exists")]
    Folder(String),
    #[error("the input does not fit the schema of `{program}`:\n{}", list(mismatches))]
    Input { program: String, mismatches: Vec<Mismatch> },
    #[error("{}:{}: the prompt cannot be rendered: {}", path.display(), error.line, error.message)]
    Render { path: PathBuf, error: RenderError },
    #[error(transparent)]
    Server(#[from] NotStarted),
    #[error(transparent)]
    Model(#[from] Fault),
    #[error(
        "no key: set OPENAI_API_KEY, or name a server that needs none with `-base-url` or OPENAI_BASE_URL"
    )]
    NoKey,
    #[error("`{program}` has no valid reply after {iterations} rounds (`-max-iterations`): {last}")]
    Iterations { program: String, iterations: u32, last: String },
    #[error("`{program}` has no reply: {reason}. Change the prompt, or use another model (`-model`)")]
    Refused { program: String, reason: String },
    #[error("the run has called the model {limit} times, which is the most it may (`-max-calls`)")]
    Calls { limit: u32 },
    #[error("`{program}` has said and been told more than {} MiB, which is the most it may", limit >> 20)]
    Conversation { program: String, limit: usize },
    #[error(
        "the program and its imports name {count} servers, which is more than {limit}: remove some from `mcp_servers`"
    )]
    Servers { count: usize, limit: usize },
    #[error("the run was not done within {} (`-timeout`){}", crate::time::spoken(*limit), doing)]
    Late { limit: Duration, doing: String },
    #[error("the run was cancelled")]
    Cancelled,
    /// The run did not begin.
    #[error("{0}")]
    Early(String),
    /// A recording that cannot be written or read, or that says otherwise.
    #[error("{0}")]
    Tape(String),
}

impl RunError {
    /// Whether it ends the whole run, also where an imported program met it.
    pub(crate) fn is_final(&self) -> bool {
        match self {
            Self::Calls { .. } | Self::Late { .. } | Self::Cancelled | Self::Tape(_) | Self::NoKey => true,
            Self::Model(fault) => {
                matches!(
                    fault,
                    Fault::Replay(_) | Fault::Quota { .. } | Fault::Refused { status: 401 | 403, .. }
                )
            }
            Self::Load(_)
            | Self::Early(_)
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

/// Mismatches, a line each.
pub(crate) fn list(mismatches: &[Mismatch]) -> String {
    mismatches.iter().map(|mismatch| format!("- {mismatch}")).collect::<Vec<_>>().join("\n")
}
