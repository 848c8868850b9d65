//! The options of `agmark markdownlang run`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use agmark_run::{Api, Recording};
use clap::ArgAction;
use serde_json::{Map, Value};

use super::units;
use crate::examples;
use crate::input;

const AFTER: &str = "\
Flags may be written with one dash or two, switches also as `-debug=false`. The key is read from OPENAI_API_KEY, the base URL from OPENAI_BASE_URL; \
neither is ever read from a file. Exit codes: 0 success, 1 the program failed, 2 invalid usage.";

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("markdownlang run", AFTER))]
pub struct Args {
    /// Program to run: a Markdown file
    #[arg(value_name = "FILE", required_unless_present = "program")]
    file: Option<PathBuf>,
    /// Program to run, as an option
    #[arg(long, value_name = "FILE", conflicts_with = "file")]
    program: Option<PathBuf>,
    /// Input: JSON, `@FILE`, or `-` for standard input [default: `{}`, or the input of the recording with `-replay`]
    #[arg(long, value_name = "JSON", allow_hyphen_values = true)]
    input: Option<String>,
    /// Write the result to this file; `-` is standard output
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Model to use instead of the programs' models [default: the program's model, its caller's, or gpt-4o]
    #[arg(long)]
    pub model: Option<String>,
    /// Key of the model API; other users of the machine can see it, so prefer OPENAI_API_KEY
    #[arg(long, value_name = "KEY")]
    pub api_key: Option<String>,
    /// URL of the model API, with its `/v1` [default: https://api.openai.com/v1]
    #[arg(long, value_name = "URL")]
    pub base_url: Option<String>,
    /// API of the model: `chat` (Chat Completions) or `responses`
    #[arg(long, default_value = "chat")]
    pub api: Api,
    /// Print requests, replies, servers, tools and durations on standard error
    #[arg(long, default_value = "false", hide_default_value = true, hide_possible_values = true, action = ArgAction::Set, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_parser = units::truth, value_name = "BOOL")]
    pub debug: bool,
    /// Print a summary of the run on standard error, as a JSON object
    #[arg(long, default_value = "false", hide_default_value = true, hide_possible_values = true, action = ArgAction::Set, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_parser = units::truth, value_name = "BOOL")]
    pub summary: bool,
    /// Print the first request without calling a model
    #[arg(long, default_value = "false", hide_default_value = true, hide_possible_values = true, conflicts_with_all = ["record", "replay"], action = ArgAction::Set, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_parser = units::truth, value_name = "BOOL")]
    pub dry_run: bool,
    /// With --dry-run: start the servers, so that their tools are in the request
    #[arg(long, default_value = "false", hide_default_value = true, hide_possible_values = true, requires = "dry_run", action = ArgAction::Set, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_parser = units::truth, value_name = "BOOL")]
    pub list_tools: bool,
    /// Record replies of the model and results of tools in this file
    #[arg(long, value_name = "FILE", conflicts_with = "replay")]
    pub record: Option<PathBuf>,
    /// Run from a recording, without a model and without servers
    #[arg(long, value_name = "FILE")]
    pub replay: Option<PathBuf>,
    /// Maximum time for the run
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = units::duration)]
    pub timeout: Duration,
    /// Maximum time for one request
    #[arg(long, value_name = "TIME", default_value = "2m", value_parser = units::duration)]
    pub request_timeout: Duration,
    /// Maximum time for servers to start
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = units::duration)]
    pub start_timeout: Duration,
    /// Maximum time for one call of a server's tool
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = units::duration)]
    pub tool_timeout: Duration,
    /// Maximum number of rounds of a program
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pub max_iterations: u32,
    /// Maximum number of model calls in total
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub max_calls: u32,
    /// Maximum time for one call of Python
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = units::duration)]
    pub python_timeout: Duration,
    /// Maximum memory of Python
    #[arg(long, value_name = "SIZE", default_value = "128MiB", value_parser = units::size)]
    pub python_memory: u64,
    /// Maximum memory of all parallel calls of Python, including files; further calls wait
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = units::size)]
    pub python_total_memory: u64,
    /// Do not offer the tool `python` to the model
    #[arg(long, default_value = "false", hide_default_value = true, hide_possible_values = true, action = ArgAction::Set, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_parser = units::truth, value_name = "BOOL")]
    pub no_python: bool,
    /// Print the URL of a sign-in page instead of opening a browser
    #[arg(long, default_value = "false", hide_default_value = true, hide_possible_values = true, action = ArgAction::Set, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_parser = units::truth, value_name = "BOOL")]
    pub no_browser: bool,
    /// Start servers and call the model without asking
    #[arg(long, default_value = "false", hide_default_value = true, hide_possible_values = true, action = ArgAction::Set, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_parser = units::truth, value_name = "BOOL")]
    pub yes: bool,
    /// Ask at the terminal, also without servers, and keep the answer: editors and agents can then run this program
    #[arg(long, default_value = "false", hide_default_value = true, hide_possible_values = true, conflicts_with = "replay", action = ArgAction::Set, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_parser = units::truth, value_name = "BOOL")]
    pub remember: bool,
    /// Has no effect: use the command `agree`
    #[arg(long, default_value = "false", hide_default_value = true, hide_possible_values = true, hide = true, action = ArgAction::Set, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_parser = units::truth, value_name = "BOOL")]
    pub agree: bool,
}

impl Args {
    /// The program's file.
    pub fn program(&self) -> &Path {
        // One of the two is set: clap requires it.
        self.file.as_deref().or(self.program.as_deref()).unwrap_or(Path::new(""))
    }

    /// The input as JSON. In a replay, it is that of the recording unless another one is given.
    ///
    /// # Errors
    /// When it cannot be read or is not JSON.
    pub fn read_input(&self, recording: &Recording) -> Result<Value, String> {
        match &self.input {
            Some(given) => input::json(given).map_err(|error| format!("{error:#}")),
            None => Ok(recording.input().cloned().unwrap_or_else(|| Value::Object(Map::new()))),
        }
    }
}
