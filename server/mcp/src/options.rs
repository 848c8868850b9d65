//! What a person allowed when the server was started.

use std::path::PathBuf;

/// The options of the server.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folders whose files agents may read and write.
    pub roots: Vec<PathBuf>,
    /// Nothing is written and nothing is run.
    pub read_only: bool,
    /// Tools may use the network.
    pub allow_fetch: bool,
    /// Tools may start processes and models.
    pub allow_run: bool,
    /// The file of the memory tools.
    pub memory: Option<PathBuf>,
    /// Counts the tokens of a text.
    pub count_tokens: fn(&str) -> usize,
}
