//! `agmark agd`, also under the name `agd`: what can be done with AGD documents besides checking them.

mod bench;
mod convert;
mod document;
mod edit;
mod find;
mod format;
mod id;
mod read;
mod refs;
mod rows;
mod store;

use std::process::ExitCode;

use crate::terminal;

const AFTER: &str = "\
FILE may be `-` for standard input. Exit codes: 0 done, 1 any failure, 2 wrong usage.";

#[derive(Debug, clap::Args)]
#[command(version, after_help = AFTER)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
#[command(defer = true)]
enum Command {
    /// Check that a document parses
    Validate(read::Validate),
    /// Print the blocks of a document
    Parse(read::Parse),
    /// Print or write a document in canonical form
    Format(format::Args),
    /// Convert from and to Markdown, and to HTML
    Convert(convert::Args),
    /// Count what a document costs a model, next to other formats
    Bench(bench::Bench),
    /// Print a document that is made up, for measuring
    Corpus(bench::Corpus),
    /// Give blocks ids, or take them away
    Id(id::Args),
    /// Change blocks, all of the changes or none
    Edit(edit::Args),
    /// List references, or check that they lead somewhere
    Ref(refs::Args),
    /// List the ids of a document, as a table of contents
    Ids(find::Ids),
    /// Print blocks by their ids
    Get(find::Get),
    /// Find blocks by what they say
    Search(find::Search),
    /// List the blocks that refer to a block
    Backlinks(find::Backlinks),
    /// List what is reached from a block along references
    Traverse(find::Traverse),
}

/// # Errors
/// None: whatever goes wrong is told, and ends with 1.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let done = match &args.command {
        Command::Validate(args) => read::validate(args),
        Command::Parse(args) => read::parse(args),
        Command::Format(args) => format::run(args),
        Command::Convert(args) => convert::run(args),
        Command::Bench(args) => bench::run(args),
        Command::Corpus(args) => bench::corpus(args),
        Command::Id(args) => id::run(args),
        Command::Edit(args) => edit::run(args),
        Command::Ref(args) => refs::run(args),
        Command::Ids(args) => find::ids(args),
        Command::Get(args) => find::get(args),
        Command::Search(args) => find::search(args),
        Command::Backlinks(args) => find::backlinks(args),
        Command::Traverse(args) => find::traverse(args),
    };
    Ok(done.unwrap_or_else(|error| {
        terminal::complain(format_args!("{error:#}"));
        ExitCode::FAILURE
    }))
}
