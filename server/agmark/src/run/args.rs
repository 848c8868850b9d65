//! What `run` takes.

use std::path::{Path, PathBuf};
use std::time::Duration;

use agmark_run::{Api, Tape};
use clap::ArgAction;
use serde_json::{Map, Value};

use super::units;
use crate::examples;
use crate::input;

const AFTER: &str = "\
Flags may be written with one dash or two, switches also as `-debug=false`. The key is read from OPENAI_API_KEY, the base URL from OPENAI_BASE_URL; \
neither is ever read from a file. Exit codes: 0 done, 1 the program failed, 2 wrong usage.";

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("markdownlang run", AFTER))]
pub struct Args {
    /// The program: a Markdown file
    #[arg(value_name = "FILE", required_unless_present = "program")]
    file: Option<PathBuf>,
    /// The program, as a flag
    #[arg(long, value_name = "FILE", conflicts_with = "file")]
    program: Option<PathBuf>,
    /// The input: JSON, `@FILE`, or `-` for standard input [default: `{}`, or the input of the recording with `-replay`]
    #[arg(long, value_name = "JSON", allow_hyphen_values = true)]
    input: Option<String>,
    /// Write the result to this file; `-` is standard output
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The model to ask, whatever programs name [default: the program's model, its caller's, or gpt-4o]
    #[arg(long)]
    pub model: Option<String>,
    /// The key of the model API; other people on this machine may see it: better set OPENAI_API_KEY
    #[arg(long, value_name = "KEY")]
    pub api_key: Option<String>,
    /// The address of the model API, with its `/v1` [default: https://api.openai.com/v1]
    #[arg(long, value_name = "URL")]
    pub base_url: Option<String>,
    /// Which API to speak: `chat` (Chat Completions) or `responses`
    #[arg(long, default_value = "chat")]
    pub api: Api,
    /// Print requests, replies, servers, tools and durations on standard error
    #[arg(long, default_value = "false", hide_default_value = true, hide_possible_values = true, action = ArgAction::Set, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_parser = units::truth, value_name = "BOOL")]
    pub debug: bool,
    /// Print a summary of the run on standard error, as a JSON object
    #[arg(long, default_value = "false", hide_default_value = true, hide_possible_values = true, action = ArgAction::Set, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_parser = units::truth, value_name = "BOOL")]
    pub summary: bool,
    /// Print the first request, and call no model
    #[arg(long, default_value = "false", hide_default_value = true, hide_possible_values = true, conflicts_with_all = ["record", "replay"], action = ArgAction::Set, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_parser = units::truth, value_name = "BOOL")]
    pub dry_run: bool,
    /// Start the servers for a dry run, so that their tools are in the request
    #[arg(long, default_value = "false", hide_default_value = true, hide_possible_values = true, requires = "dry_run", action = ArgAction::Set, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_parser = units::truth, value_name = "BOOL")]
    pub list_tools: bool,
    /// Keep replies of the model and results of tools in this file
    #[arg(long, value_name = "FILE", conflicts_with = "replay")]
    pub record: Option<PathBuf>,
    /// Run from a recording: nothing is asked and nothing started
    #[arg(long, value_name = "FILE")]
    pub replay: Option<PathBuf>,
    /// How long the run may take
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = units::duration)]
    pub timeout: Duration,
    /// How long one request may take
    #[arg(long, value_name = "TIME", default_value = "2m", value_parser = units::duration)]
    pub request_timeout: Duration,
    /// How long servers may take to start
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = units::duration)]
    pub start_timeout: Duration,
    /// How long one call of a server's tool may take
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = units::duration)]
    pub tool_timeout: Duration,
    /// How many rounds a program may take
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pub max_iterations: u32,
    /// How often the model may be called in all
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub max_calls: u32,
    /// How long Python may run for one call
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = units::duration)]
    pub python_timeout: Duration,
    /// How much memory Python may take
    #[arg(long, value_name = "SIZE", default_value = "128MiB", value_parser = units::size)]
    pub python_memory: u64,
    /// How much memory all calls of Python that run at a time may take, files included; others wait
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = units::size)]
    pub python_total_memory: u64,
    /// Do not offer the tool `python`
    #[arg(long, default_value = "false", hide_default_value = true, hide_possible_values = true, action = ArgAction::Set, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_parser = units::truth, value_name = "BOOL")]
    pub no_python: bool,
    /// Print the address of a sign-in that a server asks for, and open no browser
    #[arg(long, default_value = "false", hide_default_value = true, hide_possible_values = true, action = ArgAction::Set, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_parser = units::truth, value_name = "BOOL")]
    pub no_browser: bool,
    /// Start and call what the program names without a question
    #[arg(long, default_value = "false", hide_default_value = true, hide_possible_values = true, action = ArgAction::Set, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_parser = units::truth, value_name = "BOOL")]
    pub yes: bool,
    /// Does nothing any more: the agreement is accepted with `agree`
    #[arg(long, default_value = "false", hide_default_value = true, hide_possible_values = true, hide = true, action = ArgAction::Set, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_parser = units::truth, value_name = "BOOL")]
    pub agree: bool,
}

impl Args {
    /// The program's file.
    pub fn program(&self) -> &Path {
        // One of the two is there: clap sees to that.
        self.file.as_deref().or(self.program.as_deref()).unwrap_or(Path::new(""))
    }

    /// The input as JSON. In a replay, it is that of the recording unless another one is given.
    ///
    /// # Errors
    /// When it cannot be read or is not JSON.
    pub fn read_input(&self, tape: &Tape) -> Result<Value, String> {
        match &self.input {
            Some(given) => input::json(given).map_err(|error| format!("{error:#}")),
            None => Ok(tape.input().cloned().unwrap_or_else(|| Value::Object(Map::new()))),
        }
    }
}
