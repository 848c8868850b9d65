//! `agmark markdownlang convert`: a program made of a skill.

use std::path::PathBuf;
use std::process::ExitCode;

use agmark_markdownlang::convert;
use agmark_workspace::files;

use super::new;
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
    // A skill is called like its folder.
    let stem = args.file.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let folder = args.file.parent().and_then(|p| p.file_name()).map(|s| s.to_string_lossy().into_owned());
    let fallback = match folder {
        Some(folder) if stem.eq_ignore_ascii_case("skill") => folder,
        _ => stem,
    };
    let converted = convert::skill(&text, &fallback);
    match &args.output {
        Some(path) => new::write(path, &converted.text)?,
        None => terminal::unless_gone(terminal::print(&converted.text))?,
    }
    Ok(ExitCode::SUCCESS)
}
