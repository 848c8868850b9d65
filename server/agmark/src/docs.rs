//! `agmark docs`: the pages of `docs/` that are generated from the program's tables.

mod configuration;
mod rules;

use std::process::ExitCode;

use crate::{formats, terminal};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(value_enum)]
    page: Page,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Page {
    Rules,
    Configuration,
}

/// # Errors
/// When standard output cannot be written.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    terminal::print(match args.page {
        Page::Rules => rules::page(&formats::registry()),
        Page::Configuration => configuration::page(&agmark_workspace::config::schema(&formats::registry())),
    })?;
    Ok(ExitCode::SUCCESS)
}
