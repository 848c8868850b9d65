//! `agd convert`.

use std::path::PathBuf;
use std::process::ExitCode;

use ::agd::convert;
use anyhow::bail;

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
enum Way {
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
    let converted = match args.way {
        Way::FromMd => convert::from_md(&text),
        Way::ToMd => convert::to_md(&args.file.document(&text)?),
        Way::ToHtml => convert::to_html(&args.file.document(&text)?),
    };
    if matches!(args.way, Way::FromMd) && ::agd::parse(&converted.text).is_err() {
        bail!("{}: the result does not parse: nothing was written", args.file.name());
    }
    let code = destination.put(&converted.text);
    for loss in converted.losses {
        terminal::warn(format_args!(
            "{}:{}: lost: {}",
            args.file.name(),
            loss.line,
            terminal::plain(&loss.what)
        ));
    }
    Ok(code)
}
