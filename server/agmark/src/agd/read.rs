//! `agd validate`, `agd parse`.

use std::fmt::Write as _;
use std::process::ExitCode;

use super::document::malformed;
use super::rows;
use crate::examples;
use crate::input::Input;
use crate::report::counted;
use crate::result_format::ResultFormat;
use crate::terminal;

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("agd validate", ""))]
pub struct Validate {
    /// The document
    file: Input,
}

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("agd parse", ""))]
pub struct Parse {
    /// The document
    file: Input,
    #[command(flatten)]
    format: ResultFormat,
}

pub fn validate(args: &Validate) -> anyhow::Result<ExitCode> {
    let text = args.file.text()?;
    match ::agd::parse(&text) {
        Ok(document) => {
            let blocks = counted(document.len(), "block");
            terminal::print(format_args!("{}: valid, {blocks}\n", args.file.name()))?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            malformed(&args.file.name(), &text, error).into_iter().for_each(terminal::complain);
            Ok(ExitCode::FAILURE)
        }
    }
}

pub fn parse(args: &Parse) -> anyhow::Result<ExitCode> {
    let text = args.file.text()?;
    let document = args.file.document(&text)?;
    if args.format.is_json() {
        rows::print_json(&::agd::json::document(&document))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = String::new();
    let mut lines = rows::Lines::of(&text);
    for block in document.blocks() {
        let line = block.span().map_or(0, |span| lines.at(span.start));
        let first = block.source().lines().next().unwrap_or("");
        let _ = writeln!(out, "{line}\t{}\t{}\t{}", block.tag(), block.id().unwrap_or(""), rows::cell(first));
    }
    terminal::print(out)?;
    Ok(ExitCode::SUCCESS)
}
