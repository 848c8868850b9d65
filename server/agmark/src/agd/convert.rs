//! `agd convert`.

use std::path::PathBuf;
use std::process::ExitCode;

use ::agd::convert::{self, Converted, Loss};
use anyhow::bail;

use super::document;
use crate::destination::Destination;
use crate::examples;
use crate::input::Input;
use crate::terminal;

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("agd convert", ""))]
pub struct Args {
    /// Direction of the conversion
    #[arg(value_enum)]
    way: Way,
    /// Document to convert
    file: Input,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum Way {
    /// Markdown to AGD
    FromMd,
    /// AGD to Markdown
    ToMd,
    /// AGD to HTML
    ToHtml,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let text = args.file.text()?;
    let destination = Destination::check(args.output.as_deref())?;
    let converted = convert(args.way, &args.file.name(), &text)?;
    let code = destination.put(&converted.text);
    for loss in converted.losses {
        terminal::warn(lost(&args.file.name(), &loss));
    }
    Ok(code)
}

/// Converts a text. `name` is the name of the text in messages.
///
/// # Errors
/// When the text, or the result, does not parse.
pub fn convert(way: Way, name: &str, text: &str) -> anyhow::Result<Converted> {
    let converted = match way {
        Way::FromMd => convert::from_md(text),
        Way::ToMd => convert::to_md(&document::parsed(name, text)?),
        Way::ToHtml => convert::to_html(&document::parsed(name, text)?),
    };
    if matches!(way, Way::FromMd) && ::agd::parse(&converted.text).is_err() {
        bail!("{name}: the result does not parse: nothing was written");
    }
    Ok(converted)
}

/// The message about a loss.
pub fn lost(name: &str, loss: &Loss) -> String {
    format!("{name}:{}: lost: {}", loss.line, terminal::plain(&loss.what))
}
