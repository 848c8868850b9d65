//! `agmark version`: which program this is, and what it understands.

use std::process::ExitCode;

use crate::examples;
use crate::{formats, terminal};

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("version", ""))]
pub struct Args {}

/// # Errors
/// When standard output cannot be written.
pub fn run(_: &Args) -> anyhow::Result<ExitCode> {
    let registry = formats::registry();
    let titles: Vec<_> = registry.formats().map(|format| format.info().title).collect();
    terminal::print(format_args!("agmark {}\n{}\n", env!("CARGO_PKG_VERSION"), titles.join(", ")))?;
    Ok(ExitCode::SUCCESS)
}
