//! `agmark anml`: what can be done with snapshots besides checking and formatting them.

mod actions;
mod aria;
pub mod diff;
pub mod html;
mod parse;
mod tokens;
mod view;

use std::process::ExitCode;

use crate::examples;
#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("anml", ""))]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Print a smaller document with fewer roles, levels or lines
    View(view::Args),
    /// Print the changes between two snapshots as a diff
    Diff(diff::Diff),
    /// Apply a diff to the snapshot that it was made from
    Patch(diff::Patch),
    /// Convert an ARIA snapshot
    FromAria(aria::Args),
    /// Convert an HTML page by its accessibility tree
    FromHtml(html::Args),
    /// Check a script of actions against its snapshot
    Actions(actions::Args),
    /// Count the tokens of a document and of the same content in other formats
    Tokens(tokens::Args),
    /// Print the tree of a document
    Parse(parse::Args),
}

/// # Errors
/// Errors for the user, each with what to do.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::View(args) => view::run(args),
        Command::FromAria(args) => aria::run(args),
        Command::FromHtml(args) => html::run(args),
        Command::Tokens(args) => tokens::run(args),
        Command::Diff(args) => diff::diff(args),
        Command::Patch(args) => diff::patch(args),
        Command::Actions(args) => actions::run(args),
        Command::Parse(args) => parse::run(args),
    }
}
