//! `agmark aaf`: commands for annotated pages and their manifests.

mod annotate;
mod manifest;
pub mod page_set;
pub mod plan;
pub mod planner;
mod prompt;
pub mod resolve;

use std::process::ExitCode;

use crate::examples;

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("aaf", ""))]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Read the reply of a planner's model and print it in canonical form, or the reason why it is invalid
    Plan(plan::Args),
    /// Print the prompt of a planner for a site
    Prompt(prompt::Args),
    /// Annotate the forms, fields, buttons and links of pages and components
    Annotate(annotate::Args),
    /// Write a manifest for a folder of pages
    Manifest(manifest::Args),
    /// Print the elements of a page that a runtime finds for an action
    Resolve(resolve::Args),
}

/// # Errors
/// Errors for the user, each with what to do.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::Plan(args) => plan::run(args),
        Command::Prompt(args) => prompt::run(args),
        Command::Annotate(args) => annotate::run(args),
        Command::Manifest(args) => manifest::run(args),
        Command::Resolve(args) => resolve::run(args),
    }
}
