//! `agmark markdownlang convert`: converts a skill or a prompt to a program.

use std::path::PathBuf;
use std::process::ExitCode;

use agmark_markdownlang::convert;
use agmark_workspace::files;

use crate::destination::Destination;
use crate::examples;
use crate::terminal;

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("markdownlang convert", ""))]
pub struct Args {
    /// A SKILL.md, or any Markdown prompt
    #[arg(value_name = "SKILL.md")]
    file: PathBuf,
    /// Write the program to this file, which must not exist [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// # Errors
/// When the file cannot be read, or the output cannot be written.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let text = files::read(&args.file)?;
    let destination = Destination::check_new(args.output.as_deref())?;
    let converted = convert::skill(&text, &convert::name_of(&args.file));
    let code = destination.put(&converted.text);
    for note in &converted.notes {
        terminal::note(terminal::plain(note));
    }
    Ok(code)
}
