//! What a run may do, and where it may turn to. None of it comes from a workspace's files.

use std::time::Duration;

use crate::model::Api;
use crate::secret::Secret;

/// Where requests go unless a person says otherwise.
pub const DEFAULT_BASE_URL: &str = "https://api.openai.com/v1";

/// Which model is asked unless a flag, the program or its caller names one.
pub const DEFAULT_MODEL: &str = "gpt-4o";

/// The environment variable of the key. Children do not inherit it.
pub const KEY_VARIABLE: &str = "OPENAI_API_KEY";

/// The environment variable of the base URL.
pub const BASE_URL_VARIABLE: &str = "OPENAI_BASE_URL";

/// More calls of Python at a time do not help, however many cores there are.
const MOST_PYTHONS: usize = 4;

/// Who is asked, and how.
#[derive(Clone, Debug)]
pub struct Endpoint {
    /// Without a slash at its end.
    pub base_url: String,
    pub key: Option<Secret>,
    pub api: Api,
}

impl Endpoint {
    /// Puts an endpoint together from what a person said and what the environment says.
    pub fn new(base_url: Option<&str>, key: Option<&str>, api: Api) -> Self {
        let base_url = base_url.map(str::trim).filter(|url| !url.is_empty()).unwrap_or(DEFAULT_BASE_URL);
        Self { base_url: base_url.trim_end_matches('/').to_owned(), key: key.and_then(Secret::new), api }
    }

    /// Whether requests go where they go by default: a place that takes none without a key.
    pub fn is_default(&self) -> bool {
        self.base_url == DEFAULT_BASE_URL
    }
}

/// What bounds a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Rounds of the loop of one program.
    pub iterations: u32,
    /// Model calls in all, those of imported programs among them; a repeated request counts once.
    pub calls: u32,
    /// The whole run.
    pub run: Duration,
    /// One request to the model, until its reply has been read.
    pub request: Duration,
    /// One call of a tool. Imported programs have the run's time.
    pub tool: Duration,
    /// Until a server has started and said which tools it has.
    pub start: Duration,
    /// Until a person has signed in at a server that asks for it.
    pub sign_in: Duration,
    /// How often a request is repeated after transient faults.
    pub retries: u32,
    /// The pause before the first repetition; it doubles with each.
    pub backoff: Duration,
    /// Programs that import programs that import programs, and so on.
    pub depth: usize,
    /// Bytes of a reply of the model.
    pub reply: usize,
    /// Bytes of a tool's result that the model is given; it is told what was cut off.
    pub result: usize,
    /// Bytes of all results of one reply together.
    pub results: usize,
    /// Bytes of all that one program says and is told.
    pub conversation: usize,
    /// Calls of tools in one reply that are carried out.
    pub tool_calls: usize,
    /// Servers of a program and its imports together.
    pub servers: usize,
    /// Bytes that one server may say on its standard output.
    pub server: u64,
    /// Calls of Python at a time.
    pub pythons: usize,
    /// Bytes of memory and files of all calls of Python that run at a time. One call runs in any case.
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
            pythons: std::thread::available_parallelism().map_or(1, usize::from).min(MOST_PYTHONS),
            python_memory: 1 << 30,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_url_stands_in_for_the_default() {
        let endpoint = Endpoint::new(Some(" http://localhost:9/v1/ "), Some(""), Api::Chat);
        assert_eq!(endpoint.base_url, "http://localhost:9/v1");
        assert!(endpoint.key.is_none() && !endpoint.is_default());
        assert!(Endpoint::new(Some(""), None, Api::Chat).is_default());
        assert!(Endpoint::new(None, Some("k"), Api::Chat).key.is_some());
    }
}
