//! `agmark docs`: the pages of `docs/` that are generated from the program's tables, those for agents, and the manual.

mod configuration;
mod manual;
mod rules;

use std::path::PathBuf;
use std::process::ExitCode;

use crate::{formats, terminal};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(value_enum)]
    page: Page,
    /// Folder for the pages of the manual, one for each command
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    output: PathBuf,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Page {
    Rules,
    Configuration,
    /// A skill that teaches a model the formats and commands
    Skill,
    /// The same as a part of an AGENTS.md
    Agents,
    /// The pages of the manual, written into the folder that --output names
    Manual,
}

/// A skill that teaches a model the formats and commands.
const SKILL: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/agents/SKILL.md"));

/// The same, shorter, as a part of an AGENTS.md.
const AGENTS: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/agents/AGENTS.md"));

/// # Errors
/// When standard output, or a page of the manual, cannot be written.
pub fn run(args: &Args, command: clap::Command) -> anyhow::Result<ExitCode> {
    terminal::print(match args.page {
        Page::Rules => rules::page(&formats::registry()),
        Page::Configuration => configuration::page(&agmark_workspace::config::schema(&formats::registry())),
        Page::Skill => SKILL.to_owned(),
        Page::Agents => AGENTS.to_owned(),
        Page::Manual => manual::write(command, &args.output)?,
    })?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_reads_them_with_few_tokens() {
        for page in [SKILL, AGENTS] {
            let tokens = agmark_tokens::count(page);
            assert!(tokens < 600, "{tokens} tokens: {page}");
        }
    }
}
