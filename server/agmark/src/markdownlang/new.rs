//! `agmark markdownlang new`: a program to start from.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use agmark_markdownlang::convert;
use anyhow::{Context, bail};

use crate::terminal;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// What it is called: letters, digits, `_` and `-`. A path puts it into a folder
    #[arg(value_name = "NAME")]
    name: PathBuf,
}

/// # Errors
/// When the name is none, or there is such a file already.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let stem = args.name.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let stem = stem.strip_suffix(".md").unwrap_or(&stem);
    let name = convert::program_name(stem);
    if name.is_empty() || name == "python" || name.starts_with("mcp__") {
        bail!("\"{stem}\" is no name of a program: letters, digits, \"_\" and \"-\"");
    }
    let path = args.name.with_file_name(format!("{stem}.md"));
    write(&path, &convert::new(&name))?;
    terminal::unless_gone(terminal::print(format_args!("{}\n", path.display())))?;
    Ok(ExitCode::SUCCESS)
}

/// Writes a file that is not there yet.
pub fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let mut file = match OpenOptions::new().write(true).create_new(true).open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            bail!("{} is there already: choose another name", path.display())
        }
        Err(error) => return Err(error).with_context(|| format!("{} cannot be written", path.display())),
    };
    file.write_all(text.as_bytes()).with_context(|| format!("{} cannot be written", path.display()))
}
