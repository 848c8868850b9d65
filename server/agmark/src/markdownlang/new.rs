//! `agmark markdownlang new`: a program to start from.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use agmark_markdownlang::convert;
use anyhow::{Context, bail};

use crate::destination::Destination;
use crate::examples;
use crate::terminal;

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("markdownlang new", ""))]
pub struct Args {
    /// Name of the program: letters, digits, `_` and `-`. With a path, the folder is created
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
        bail!("\"{stem}\" is not a valid program name: use letters, digits, \"_\" and \"-\"");
    }
    if args.name.as_os_str().as_encoded_bytes().ends_with(b"/") {
        bail!("{}: name the program, not only its folder", terminal::plain(&args.name.display().to_string()));
    }
    let path = args.name.with_file_name(format!("{stem}.md"));
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).with_context(|| {
            format!("{}: the folder cannot be created", terminal::plain(&folder.display().to_string()))
        })?;
    }
    let code = Destination::check_new(Some(&path))?.put(&convert::new_program(&name));
    if code == ExitCode::SUCCESS {
        terminal::print(format_args!("{}\n", terminal::plain(&path.display().to_string())))?;
    }
    Ok(code)
}
