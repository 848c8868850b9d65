//! `agmark lsp`: the language server.

use std::path::PathBuf;
use std::process::ExitCode;

use agmark_lsp::Options;
use anyhow::Context;

use crate::{formats, tasks};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Speak over standard input and output, which is the only way there is
    #[arg(long)]
    stdio: bool,
    /// Write the client's messages to a file, a line each: a bug report that can be played again
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Play what was recorded, and print what the server says, a message a line
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
