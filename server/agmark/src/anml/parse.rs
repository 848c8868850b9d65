//! `agmark anml parse`: the tree, for programs.

use std::io::{self, Write};
use std::process::ExitCode;

use agmark_anml::stream::ReadError;
use agmark_anml::tree;

use crate::examples;
use crate::input::Input;
use crate::result_format::JsonOnly;
use crate::terminal::{self, Look};

const AFTER: &str = "\
Prints {\"frontmatter\":{…},\"body\":[node]} on one line. A node has a kind, a span in bytes, and in a diff its change. \
    An element has role, ref, name, attributes, states, note and children; content and summaries have text, tables \
    rows of cells, each a text or an element. Invalid parts are in the tree, too: \
    `agmark check` reports them.";

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("anml parse", AFTER))]
pub struct Args {
    /// Document; `-` reads standard input
    #[arg(value_name = "FILE")]
    file: Input,
    #[command(flatten)]
    _format: JsonOnly,
}

#[derive(Debug, thiserror::Error)]
enum Failed {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Write(#[from] io::Error),
}

/// # Errors
/// When the input cannot be read.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let input = args.file.open()?;
    let mut out = terminal::stdout(Look::of_stdout());
    let written = tree::write_json(input, |part| Ok::<(), Failed>(out.write_all(part.as_bytes())?));
    match written {
        Err(Failed::Read(error)) => return Err(args.file.fails(&error).into()),
        Err(Failed::Write(error)) => terminal::unless_gone(Err(error))?,
        Ok(()) => terminal::unless_gone(out.flush())?,
    }
    Ok(ExitCode::SUCCESS)
}
