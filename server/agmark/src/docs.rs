//! `agmark docs`: the pages of `docs/` that are generated from the program's tables, and those for agents.

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
    /// A skill that teaches a model the formats and commands
    Skill,
    /// The same as a part of an AGENTS.md
    Agents,
}

/// A skill that teaches a model the formats and commands.
const SKILL: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/agents/SKILL.md"));

/// The same, shorter, as a part of an AGENTS.md.
const AGENTS: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/agents/AGENTS.md"));

/// # Errors
/// When standard output cannot be written.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    terminal::print(match args.page {
        Page::Rules => rules::page(&formats::registry()),
        Page::Configuration => configuration::page(&agmark_workspace::config::schema(&formats::registry())),
        Page::Skill => SKILL.to_owned(),
        Page::Agents => AGENTS.to_owned(),
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
