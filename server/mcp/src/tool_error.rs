//! Why a call failed.

use std::fmt;

use agmark_files::FileError;
use agmark_syntax::nearest;
use agmark_workspace::{ConfigError, ReadError};

/// Why a call failed, and what to do next. The model reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolError {
    message: String,
}

impl ToolError {
    /// What is wrong, and the next step: `("no element #tast", "nearest: #task")`.
    pub fn new(what: impl fmt::Display, next_step: impl fmt::Display) -> Self {
        Self { message: format!("{what}; {next_step}") }
    }

    /// A message that already says what to do.
    pub fn message(message: impl fmt::Display) -> Self {
        Self { message: message.to_string() }
    }

    /// An unknown name. The next step is the nearest known name, otherwise `otherwise`. `what` contains the name:
    /// `no element #tast`.
    pub fn unknown<'a>(
        what: impl fmt::Display,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
        otherwise: impl fmt::Display,
    ) -> Self {
        match nearest::nearest(name, known) {
            Some(near) => Self::new(what, format_args!("nearest: {near}")),
            None => Self::new(what, otherwise),
        }
    }

    /// The error of a call that the client cancelled.
    pub fn cancelled() -> Self {
        Self::message("the call was cancelled; nothing was written")
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ToolError {}

impl From<FileError> for ToolError {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Changed { path } => Self::new(
                format_args!("{} changed while it was being edited, and nothing was written", path.display()),
                "read it again, then repeat the call",
            ),
            error => Self::message(error),
        }
    }
}

impl From<ReadError> for ToolError {
    fn from(error: ReadError) -> Self {
        Self::message(error)
    }
}

impl From<ConfigError> for ToolError {
    fn from(error: ConfigError) -> Self {
        let file =
            error.path.as_ref().map_or("the settings".into(), |path| path.to_string_lossy().into_owned());
        Self::new(format_args!("{file}: {}", error.message), "correct this file first")
    }
}
