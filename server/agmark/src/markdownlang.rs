//! `agmark markdownlang`, also under the name `markdownlang`: commands for programs.

mod convert;
mod new;
pub mod render;

use std::process::ExitCode;

use crate::examples;
use crate::{check, run};

#[derive(Debug, clap::Args)]
#[command(version, after_long_help = examples::after("markdownlang", ""))]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
#[command(defer = true)]
enum Command {
    /// Run a program; `run` can be left out
    Run(Box<run::Args>),
    /// Accept the agreement that is required before the first run
    #[command(after_long_help = examples::after("markdownlang agree", ""))]
    Agree,
    /// Sign in to a server before a run
    Login(run::LoginArgs),
    /// Remove the sign-in for a server from this machine
    Logout(run::LogoutArgs),
    /// Check program files and the programs in folders
    Check(check::Args),
    /// Print the prompt of a program for an input, without running it
    Render(render::Args),
    /// Create a new program
    New(new::Args),
    /// Convert a skill (SKILL.md) or a plain prompt to a program
    Convert(convert::Args),
}

/// # Errors
/// Those of the subcommand.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::Run(args) => run::run(args),
        Command::Agree => run::agree(),
        Command::Login(args) => run::login(args),
        Command::Logout(args) => run::logout(args),
        Command::Check(args) => check::run_only(args, Some("markdownlang")),
        Command::Render(args) => render::run(args),
        Command::New(args) => new::run(args),
        Command::Convert(args) => convert::run(args),
    }
}
