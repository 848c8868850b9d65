//! `agmark completions`: generates shell completions.

use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap_complete::Shell;

use crate::examples;
use crate::{program_name, terminal};

const AFTER: &str = "\
    Bash: `agmark completions bash > ~/.local/share/bash-completion/completions/agmark`. Zsh: a file \
    `_agmark` in a folder of `$fpath`. Fish: `~/.config/fish/completions/agmark.fish`. For a link with another name \
    (`agd`, `agdd`, `aaf-lint`, `markdownlang`), name it: `agmark completions zsh agd > _agd`.";

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("completions", AFTER))]
pub struct Args {
    /// Shell to generate completions for
    shell: Shell,
    /// Name of the program, if it is called by a link
    #[arg(value_name = "NAME", default_value = program_name::OWN, value_parser = PossibleValuesParser::new(program_name::all()))]
    name: String,
}

/// Prints the completions of `command`, which is the whole command line.
///
/// # Errors
/// When standard output cannot be written.
pub fn run(args: &Args, mut command: clap::Command) -> anyhow::Result<ExitCode> {
    for word in program_name::subcommand(&args.name) {
        if let Some(linked) = command.find_subcommand(word) {
            command = linked.clone();
        }
    }
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, &args.name, &mut script);
    terminal::print(String::from_utf8_lossy(&script))?;
    Ok(ExitCode::SUCCESS)
}
