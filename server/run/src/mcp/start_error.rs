//! A server that did not start.

/// A server that did not start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the server `{name}` did not start: {message}{}", with_stderr(stderr))]
pub struct StartError {
    pub name: String,
    pub message: String,
    /// The end of its standard error.
    pub stderr: String,
}

/// The part of a message that shows the standard error of a server.
pub fn with_stderr(stderr: &str) -> String {
    if stderr.is_empty() { String::new() } else { format!("\nIts standard error:\n{stderr}") }
}
