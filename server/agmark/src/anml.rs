//! `agmark anml`: what can be done with snapshots besides checking and formatting them.

mod diff;
mod input;
mod parse;

use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Print what changed from one snapshot to the next, as a diff
    Diff(diff::Diff),
    /// Apply a diff to the snapshot that it was made from
    Patch(diff::Patch),
    /// Print the tree of a document
    Parse(parse::Args),
}

/// # Errors
/// What a person must be told, each with what to do.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::Diff(args) => diff::diff(args),
        Command::Patch(args) => diff::patch(args),
        Command::Parse(args) => parse::run(args),
    }
}
