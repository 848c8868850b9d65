//! `agmark garyml`: what can be done with GaryML documents besides checking and formatting them.

pub mod apply;
mod commands;
pub mod input;
mod parse;
pub mod prompt;
pub mod workspace_files;

use std::process::ExitCode;

use crate::examples;
#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("garyml", ""))]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Print the tree of a document
    Parse(parse::Args),
    /// List the commands that documents define, with their parameters
    Commands(commands::Args),
    /// Print the prompt that an agent gets for a document
    Prompt(prompt::Args),
    /// Apply a diff in a document to the files that it names
    Apply(apply::Args),
}

/// # Errors
/// Errors for the user, each with what to do.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::Parse(args) => parse::run(args),
        Command::Commands(args) => commands::run(args),
        Command::Prompt(args) => prompt::run(args),
        Command::Apply(args) => apply::run(args),
    }
}
