//! What a person allowed when the server was started.

use std::path::PathBuf;

/// The options of the server.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folders whose files agents may read and write.
    pub roots: Vec<PathBuf>,
    /// The person did not name roots: those of the client take their place if it lists any.
    pub client_roots: bool,
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
    /// What an edit of an element takes to be refused if the element changed, such as `intro:1a2b3c4d`. The arguments are
    /// the name of the format and the text of the element.
    pub edit_guard: fn(&str, &str) -> Option<String>,
}
