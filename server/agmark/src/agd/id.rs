//! `agd id`.

use std::process::ExitCode;

use super::locked_file::{self, To};
use crate::examples;
use crate::input::Input;
use crate::terminal;

#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("what").required(true), after_long_help = examples::after("agd id", ""))]
pub struct Args {
    /// The document
    file: Input,
    /// Add an id to each block that should have one
    #[arg(long, group = "what")]
    add: bool,
    /// Remove all ids
    #[arg(long, group = "what")]
    strip: bool,
    /// Write the result to the file instead of standard output
    #[arg(short = 'i', long, visible_alias = "in-place")]
    write: bool,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    locked_file::change(&args.file, To::of(args.write), |document| {
        if args.add {
            document.add_ids();
            return Ok(());
        }
        for id in document.strip_ids() {
            terminal::note(format_args!(
                "#{id} is kept: the block's attributes or text cannot be written without an id"
            ));
        }
        if document.dangling().next().is_none() {
            return Ok(());
        }
        // A block that was changed has no line before the document is written.
        let text = document.to_text();
        let written = args.file.document(&text)?;
        for reference in written.dangling() {
            let line = written.line_of(reference.from).unwrap_or(1);
            terminal::note(format_args!(
                "{}:{line}: reference to undefined id #{}",
                args.file.name(),
                reference.id
            ));
        }
        Ok(())
    })
}
