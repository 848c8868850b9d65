//! The result of code.

/// The result of code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Execution {
    pub stdout: String,
    pub stderr: String,
    /// The error, if it failed.
    pub error: Option<String>,
}
