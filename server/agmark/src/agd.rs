//! `agmark agd`, also under the name `agd`: what can be done with AGD documents besides checking them.

mod bench;
mod connect;
pub mod convert;
mod daemon;
pub mod document;
pub mod edit;
pub mod find;
mod format;
mod id;
pub mod locked_file;
pub mod merge;
mod pull;
mod push;
mod read;
pub mod redis_server;
mod refs;
pub mod rows;
mod watch;

use std::process::ExitCode;

use crate::examples;
use crate::terminal;

const AFTER: &str = "\
FILE may be `-` for standard input. Exit codes: 0 done, 1 failure, 2 invalid usage.";

#[derive(Debug, clap::Args)]
#[command(version, after_long_help = examples::after("agd", AFTER))]
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
    /// Format a document
    Format(format::Args),
    /// Convert from Markdown, to Markdown or to HTML
    Convert(convert::Args),
    /// Count the tokens of a document and of the same content in other formats
    Bench(bench::Bench),
    /// Print a generated document for measurements
    Corpus(bench::Corpus),
    /// Add or remove the ids of blocks
    Id(id::Args),
    /// Change blocks: all operations are applied, or none
    Edit(edit::Args),
    /// List references, or check their targets
    Ref(refs::Args),
    /// List the ids of a document, as a table of contents
    Ids(find::Ids),
    /// Print blocks by their ids
    Get(find::Get),
    /// Find blocks by their text
    Search(find::Search),
    /// List the blocks that refer to a block
    Backlinks(find::Backlinks),
    /// List the blocks that can be reached from a block by references
    Traverse(find::Traverse),
    /// Apply the operations that many writers send over Redis
    Daemon(daemon::Args),
    /// Send operations to a daemon
    Push(push::Args),
    /// Print a document of a daemon, or write it to a file
    Pull(pull::Pull),
    /// Store a file as the document of a daemon
    Seed(pull::Seed),
    /// Show what changes in a document of a daemon
    Watch(watch::Args),
    /// Connect an editor to a document of a daemon
    Connect(connect::Args),
}

/// # Errors
/// None: all errors are printed, and the exit code is 1.
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
        Command::Daemon(args) => daemon::run(args),
        Command::Push(args) => push::run(args),
        Command::Pull(args) => pull::pull(args),
        Command::Seed(args) => pull::seed(args),
        Command::Watch(args) => watch::run(args),
        Command::Connect(args) => connect::run(args),
    };
    Ok(done.unwrap_or_else(|error| {
        terminal::complain(format_args!("{error:#}"));
        ExitCode::FAILURE
    }))
}
