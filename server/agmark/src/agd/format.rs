//! `agd format`.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use agmark_syntax::format::format_document;
use agmark_syntax::{Document, Ending};
use anyhow::bail;

use super::document::Malformed;
use super::store::Locked;
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

/// A text in canonical form, as far as it parses.
struct Laid {
    text: String,
    /// What is wrong with it.
    wrong: Option<Malformed>,
    /// First and last line of what was left as it was, from 1.
    left: Vec<(usize, usize)>,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (locked, text) = match &args.file {
        Input::File(path) if args.write => lock(path)?,
        Input::Standard if args.write => bail!("standard input cannot be written: leave -i out"),
        file => (None, file.text()?),
    };
    let laid = lay_out(&args.file, &text);
    if args.check {
        if laid.wrong.is_none() && laid.text != text {
            bail!("{}: not in canonical form: `agd format -i` writes it", args.file.name());
        }
    } else if let Some(locked) = locked {
        if laid.text != text {
            locked.write(&text, &laid.text)?;
        }
    } else {
        terminal::print(&laid.text)?;
    }
    let Some(wrong) = laid.wrong else { return Ok(ExitCode::SUCCESS) };
    terminal::complain(wrong);
    for (first, last) in laid.left.iter().filter(|_| !args.check) {
        let lines = if first == last { format!("line {first}") } else { format!("lines {first} to {last}") };
        terminal::note(format_args!("{}: {lines}: left as it is, because of errors", args.file.name()));
    }
    Ok(ExitCode::FAILURE)
}

fn lock(path: &Path) -> anyhow::Result<(Option<Locked>, String)> {
    let (locked, text) = Locked::read(path)?;
    Ok((Some(locked), text))
}

fn lay_out(file: &Input, text: &str) -> Laid {
    let wrong = match file.document(text) {
        Ok(document) => {
            let text = Ending::of(text).write(&::agd::serialize(&document)).into_owned();
            return Laid { text, wrong: None, left: Vec::new() };
        }
        Err(wrong) => wrong,
    };
    let document = Document::new(Arc::new(::agd::Agd), text);
    let Some(formatted) = format_document(&document) else {
        return Laid { text: text.to_owned(), wrong: Some(wrong), left: Vec::new() };
    };
    let line = |offset: u32| document.text().line_of(offset as usize) + 1;
    let left = formatted.skipped.iter().map(|span| (line(span.start), line(span.end))).collect();
    Laid { text: formatted.text, wrong: Some(wrong), left }
}
