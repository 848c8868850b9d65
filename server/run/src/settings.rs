//! The settings of a run: the model API and the limits. They never come from files of a workspace.

use std::path::PathBuf;
use std::time::Duration;

use crate::model::api::Api;
use crate::process::Launcher;
use crate::secret::Secret;

/// The default base URL.
pub const DEFAULT_BASE_URL: &str = "https://api.openai.com/v1";

/// The default model.
pub const DEFAULT_MODEL: &str = "gpt-4o";

/// The environment variable of the base URL.
pub const BASE_URL_VARIABLE: &str = "OPENAI_BASE_URL";

/// The maximum default number of parallel calls of Python.
const MAX_PYTHONS: usize = 4;

/// How programs are run.
#[derive(Clone, Debug)]
pub struct Settings {
    pub endpoint: Endpoint,
    /// The model for all programs, with priority over their own.
    pub model: Option<String>,
    pub limits: Limits,
    pub launcher: Launcher,
    /// The folder of stored sign-ins; without it, a sign-in is valid for one run.
    pub sign_ins: Option<PathBuf>,
}

/// The model API.
#[derive(Clone, Debug)]
pub struct Endpoint {
    /// Without a slash at the end.
    pub base_url: String,
    pub key: Option<Secret>,
    pub api: Api,
}

impl Endpoint {
    /// An endpoint with defaults for missing values.
    pub fn new(base_url: Option<&str>, key: Option<&str>, api: Api) -> Self {
        let base_url = base_url.map(str::trim).filter(|url| !url.is_empty()).unwrap_or(DEFAULT_BASE_URL);
        Self { base_url: base_url.trim_end_matches('/').to_owned(), key: key.and_then(Secret::new), api }
    }

    /// Whether this is the default base URL, which requires a key.
    pub fn is_default(&self) -> bool {
        self.base_url == DEFAULT_BASE_URL
    }
}

/// The limits of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Rounds of one program.
    pub iterations: u32,
    /// Calls of the model by all programs. A repeated request counts once.
    pub calls: u32,
    /// Time of the run.
    pub run: Duration,
    /// Time of a request to the model, including its reply.
    pub request: Duration,
    /// Time of a tool call, except for imported programs.
    pub tool: Duration,
    /// Time until a server has started and listed its tools.
    pub start: Duration,
    /// Time until a person has signed in at a server.
    pub sign_in: Duration,
    /// How often a request is repeated after a temporary error.
    pub retries: u32,
    /// The pause before the first repetition; it doubles with each.
    pub backoff: Duration,
    /// Depth of nested imports.
    pub depth: usize,
    /// Bytes of a reply of the model.
    pub reply: usize,
    /// Bytes of a tool's result. The rest is cut off with a note.
    pub result: usize,
    /// Bytes of all results for one reply.
    pub results: usize,
    /// Bytes of the conversation of one program.
    pub conversation: usize,
    /// Tool calls in one reply that are executed.
    pub tool_calls: usize,
    /// Servers of a program and its imports.
    pub servers: usize,
    /// Bytes of the standard output of one server.
    pub server: u64,
    /// Parallel calls of Python.
    pub pythons: usize,
    /// Bytes of memory and files of parallel calls of Python. One call is always allowed.
    pub python_memory: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            iterations: 10,
            calls: 100,
            run: Duration::from_secs(600),
            request: Duration::from_secs(120),
            tool: Duration::from_secs(60),
            start: Duration::from_secs(60),
            sign_in: Duration::from_secs(300),
            retries: 10,
            backoff: Duration::from_millis(500),
            depth: 8,
            reply: 16 << 20,
            result: 1 << 20,
            results: 8 << 20,
            conversation: 64 << 20,
            tool_calls: 64,
            servers: 64,
            server: 256 << 20,
            pythons: std::thread::available_parallelism().map_or(1, usize::from).min(MAX_PYTHONS),
            python_memory: 1 << 30,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_url_replaces_the_default() {
        let endpoint = Endpoint::new(Some(" http://localhost:9/v1/ "), Some(""), Api::Chat);
        assert_eq!(endpoint.base_url, "http://localhost:9/v1");
        assert!(endpoint.key.is_none() && !endpoint.is_default());
        assert!(Endpoint::new(Some(""), None, Api::Chat).is_default());
        assert!(Endpoint::new(None, Some("k"), Api::Chat).key.is_some());
    }
}
