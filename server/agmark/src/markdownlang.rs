//! `agmark markdownlang`, also under the name `markdownlang`: what can be done with programs besides checking them.

use std::process::ExitCode;

use crate::run;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
#[command(defer = true)]
enum Command {
    /// Run a program (also without this word)
    Run(run::Args),
    /// Accept the agreement that comes before the first run
    Agree,
}

/// # Errors
/// None of its own.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::Run(args) => run::run(args),
        Command::Agree => run::agree(),
    }
}
