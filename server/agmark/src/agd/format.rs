//! `agd format`.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use agmark_syntax::format::format_document;
use agmark_syntax::{Document, Ending};
use anyhow::bail;

use super::document::Malformed;
use super::locked_file;
use crate::examples;
use crate::input::Input;
use crate::terminal;

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("agd format", ""))]
pub struct Args {
    /// The document
    file: Input,
    /// Write the result to the file instead of standard output
    #[arg(short = 'i', long, visible_alias = "in-place")]
    write: bool,
    /// Write nothing; exit with code 1 if the document is not formatted
    #[arg(long, conflicts_with = "write")]
    check: bool,
}

/// A formatted text, as far as it parses.
struct Formatted {
    text: String,
    /// Why it cannot be parsed.
    error: Option<Malformed>,
    /// First and last line, from 1, of the parts that were skipped.
    skipped: Vec<(usize, usize)>,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (locked, text) = match &args.file {
        Input::File(path) if args.write => lock(path)?,
        Input::Standard if args.write => bail!("standard input cannot be written: leave -i out"),
        file => (None, file.text()?),
    };
    let formatted = format(&args.file, &text);
    if args.check {
        if formatted.error.is_none() && formatted.text != text {
            bail!("{}: not formatted: run `agd format -i`", args.file.name());
        }
    } else if let Some(locked) = locked {
        if formatted.text != text {
            locked_file::write(&locked, &text, &formatted.text)?;
        }
    } else {
        terminal::print(&formatted.text)?;
    }
    let Some(error) = formatted.error else { return Ok(ExitCode::SUCCESS) };
    terminal::complain(error);
    for (first, last) in formatted.skipped.iter().filter(|_| !args.check) {
        let lines = if first == last { format!("line {first}") } else { format!("lines {first} to {last}") };
        terminal::note(format_args!("{}: {lines}: not formatted because of errors", args.file.name()));
    }
    Ok(ExitCode::FAILURE)
}

fn lock(path: &Path) -> anyhow::Result<(Option<agmark_files::LockedFile>, String)> {
    let (locked, text) = locked_file::read(path)?;
    Ok((Some(locked), text))
}

fn format(file: &Input, text: &str) -> Formatted {
    let error = match file.document(text) {
        Ok(document) => {
            let text = Ending::of(text).write(&::agd::serialize(&document)).into_owned();
            return Formatted { text, error: None, skipped: Vec::new() };
        }
        Err(error) => error,
    };
    let document = Document::new(Arc::new(::agd::Agd), text);
    let Some(formatted) = format_document(&document) else {
        return Formatted { text: text.to_owned(), error: Some(error), skipped: Vec::new() };
    };
    let line = |offset: u32| document.text().line_of(offset as usize) + 1;
    let skipped = formatted.skipped.iter().map(|span| (line(span.start), line(span.end))).collect();
    Formatted { text: formatted.text, error: Some(error), skipped }
}
