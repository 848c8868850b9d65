//! What `run` takes.

use std::io::Read;
use std::path::PathBuf;
use std::time::Duration;

use agmark_run::Api;
use serde_json::Value;

use super::units;

const AFTER: &str = "\
Flags may be written with one dash or two. The key is read from OPENAI_API_KEY, the base URL from OPENAI_BASE_URL; \
neither is ever read from a file. Exit codes: 0 done, 1 the program failed, 2 wrong usage.";

#[derive(Debug, clap::Args)]
#[command(after_help = AFTER)]
pub struct Args {
    /// The program: a Markdown file
    #[arg(long, value_name = "FILE")]
    pub program: PathBuf,
    /// The input: JSON, `@FILE`, or `-` for standard input
    #[arg(long, value_name = "JSON", default_value = "{}", allow_hyphen_values = true)]
    pub input: String,
    /// Write the result to this file
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The model to ask, whatever programs say
    #[arg(long)]
    pub model: Option<String>,
    /// The key of the model API; other people on this machine may see it: better set OPENAI_API_KEY
    #[arg(long, value_name = "KEY")]
    pub api_key: Option<String>,
    /// Where the model API is, up to and with `/v1`
    #[arg(long, value_name = "URL")]
    pub base_url: Option<String>,
    /// Which API to speak: `chat` (Chat Completions) or `responses`
    #[arg(long, default_value = "chat")]
    pub api: Api,
    /// Tell requests and replies on standard error
    #[arg(long)]
    pub debug: bool,
    /// Tell on standard error what the run came to, as a JSON object
    #[arg(long)]
    pub summary: bool,
    /// Print the first request, and call no model
    #[arg(long, conflicts_with_all = ["record", "replay"])]
    pub dry_run: bool,
    /// Start the servers for a dry run, so that their tools are in the request
    #[arg(long, requires = "dry_run")]
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
    /// Start and call what the program names without a question
    #[arg(long)]
    pub yes: bool,
    /// Does nothing any more: the agreement is accepted with `agree`
    #[arg(long, hide = true)]
    pub agree: bool,
}

impl Args {
    /// The input as JSON.
    ///
    /// # Errors
    /// When it cannot be read or is no JSON.
    pub fn read_input(&self) -> Result<Value, String> {
        let (text, from) = match self.input.as_str() {
            "-" => {
                let mut text = String::new();
                std::io::stdin()
                    .lock()
                    .read_to_string(&mut text)
                    .map_err(|error| format!("cannot read the input from standard input: {error}"))?;
                (text, "on standard input".to_owned())
            }
            given => match given.strip_prefix('@') {
                Some(path) => {
                    let text = std::fs::read_to_string(path)
                        .map_err(|error| format!("cannot read the input from {path}: {error}"))?;
                    (text, format!("in {path}"))
                }
                None => (given.to_owned(), "of `-input`".to_owned()),
            },
        };
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        serde_json::from_str(text).map_err(|error| {
            format!("the input {from} is no JSON: {error}. Write it like '{{\"name\": \"Ada\"}}'")
        })
    }
}
