//! `agmark markdownlang convert`: a program made of a skill.

use std::path::PathBuf;
use std::process::ExitCode;

use agmark_markdownlang::convert;
use agmark_workspace::files;

use crate::terminal;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A SKILL.md, or any Markdown prompt
    #[arg(value_name = "SKILL.md")]
    file: PathBuf,
    /// Write the program to this file, which must not be there yet; without it, to standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// # Errors
/// When the file cannot be read, or the output is there already.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let text = files::read(&args.file)?;
    let converted = convert::skill(&text, &convert::name_of(&args.file));
    match &args.output {
        Some(path) => agmark_files::create(path, &converted.text)?,
        None => terminal::unless_gone(terminal::print(&converted.text))?,
    }
    Ok(ExitCode::SUCCESS)
}
