//! `agmark lsp`: the language server.

use std::path::PathBuf;
use std::process::ExitCode;

use agmark_lsp::Options;
use anyhow::Context;

use crate::examples;
use crate::{formats, tasks};

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("lsp", ""))]
pub struct Args {
    /// Use standard input and output; this is the default and the only transport
    #[arg(long)]
    stdio: bool,
    /// Record the messages of the client to a file, one per line, to reproduce a bug
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Replay a recording and print the messages of the server, one per line
    #[arg(long, value_name = "FILE", conflicts_with = "record")]
    replay: Option<PathBuf>,
    /// What some clients add; the process to watch is told in the first message
    #[arg(long = "clientProcessId", hide = true)]
    client: Option<u32>,
}

/// # Errors
/// When standard input or output fails, or a recording cannot be written or read.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let registry = formats::registry();
    if let Some(recording) = &args.replay {
        return agmark_lsp::replay(registry, recording).with_context(|| {
            format!("{}: cannot be played: name a file that --record wrote", recording.display())
        });
    }
    let options = Options { record: args.record.clone() };
    agmark_lsp::run(registry, tasks::all(), &options).with_context(|| match &args.record {
        Some(file) => format!("{}: cannot be written: name another file for --record", file.display()),
        None => "the connection to the client failed".to_owned(),
    })
}
