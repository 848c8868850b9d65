//! `agmark markdownlang`, also under the name `markdownlang`: what can be done with programs besides checking them.

mod convert;
mod new;
mod render;

use std::process::ExitCode;

use crate::{check, run};

#[derive(Debug, clap::Args)]
#[command(version)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
#[command(defer = true)]
enum Command {
    /// Run a program (also without this word)
    Run(Box<run::Args>),
    /// Accept the agreement that comes before the first run
    Agree,
    /// Sign in at a server ahead of a run
    Login(run::LoginArgs),
    /// Remove the sign-in at a server from this machine
    Logout(run::LogoutArgs),
    /// Check programs: files that are named, and the programs in folders
    Check(check::Args),
    /// Print the prompt that a program gives for an input, without running it
    Render(render::Args),
    /// Write a new program to start from
    New(new::Args),
    /// Make a program of a skill (SKILL.md) or a plain prompt
    Convert(convert::Args),
}

/// # Errors
/// None of its own.
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
