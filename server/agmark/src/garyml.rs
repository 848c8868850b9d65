//! `agmark garyml`: what can be done with GaryML documents besides checking and formatting them.

mod apply;
mod around;
mod commands;
mod input;
mod parse;
mod prompt;

use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Print the tree of a document
    Parse(parse::Args),
    /// List the commands that documentation defines, with their parameters
    Commands(commands::Args),
    /// Print a document as the prompt that an agent gets
    Prompt(prompt::Args),
    /// Apply a diff of a document to the files that it names
    Apply(apply::Args),
}

/// # Errors
/// What a person must be told, each with what to do.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::Parse(args) => parse::run(args),
        Command::Commands(args) => commands::run(args),
        Command::Prompt(args) => prompt::run(args),
        Command::Apply(args) => apply::run(args),
    }
}
