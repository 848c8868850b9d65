//! `agmark anml tokens`: what documents cost a model.

use std::fmt::Write as _;
use std::process::ExitCode;

use agmark_anml::{aria, html, stream, tokens};
use agmark_files::Lines;

use crate::examples;
use crate::input::Input;
use crate::terminal;

const AFTER: &str = "\
Counts tokens of the encoding cl100k. For an ANML document: the whole; its front matter and each top-level element \
with its children; the output of `view --filter interactive`; and the same content as compact HTML and JSON. HTML pages \
(the text begins with a tag) and ARIA snapshots are counted as they are and as converted ANML; any other text as it is.";

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("anml tokens", AFTER))]
pub struct Args {
    /// Documents; `-` reads standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<Input>,
}

/// # Errors
/// When a file cannot be read.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut out = String::new();
    for file in &args.files {
        let text = file.text()?;
        if !out.is_empty() {
            out.push('\n');
        }
        let _ = writeln!(out, "{}", file.name());
        let start = text.trim_start_matches('\u{feff}').trim_start();
        if html::is_html(&text) {
            row(&mut out, tokens::count(&text), "as it is, HTML");
            converted(&mut out, file, &html::convert(&text, None))?;
        } else if stream::is_aria(&text) {
            row(&mut out, tokens::count(&text), "as it is, an ARIA snapshot");
            converted(&mut out, file, &aria::convert(&text))?;
        } else if start.starts_with(['{', '[']) {
            row(&mut out, tokens::count(&text), "as it is");
        } else {
            document(&mut out, file, &text)?;
        }
    }
    terminal::print(out)?;
    Ok(ExitCode::SUCCESS)
}

fn document(out: &mut String, file: &Input, text: &str) -> anyhow::Result<()> {
    let cost = tokens::cost(text).map_err(|error| file.fails(&error))?;
    let _ = write!(out, "{}", Lines(cost.table()));
    Ok(())
}

fn converted(out: &mut String, file: &Input, text: &str) -> anyhow::Result<()> {
    row(out, tokens::count(text), "as ANML");
    if let Some(interactive) = tokens::interactive(text).map_err(|error| file.fails(&error))? {
        row(out, interactive, "what agents act on: view --filter interactive");
    }
    Ok(())
}

fn row(out: &mut String, tokens: usize, what: &str) {
    let _ = writeln!(out, "{tokens:>8}  {what}");
}
