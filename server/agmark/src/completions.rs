//! `agmark completions`: what a shell needs to complete the command line.

use std::process::ExitCode;

use clap_complete::Shell;

use crate::{cli, terminal};

const AFTER: &str = "\
    Bash: `agmark completions bash > ~/.local/share/bash-completion/completions/agmark`. Zsh: a file \
    `_agmark` in a folder of `$fpath`. Fish: `~/.config/fish/completions/agmark.fish`.";

#[derive(Debug, clap::Args)]
#[command(after_long_help = AFTER)]
pub struct Args {
    shell: Shell,
}

/// # Errors
/// When standard output cannot be written.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut cli::command(), "agmark", &mut script);
    terminal::print(String::from_utf8_lossy(&script))?;
    Ok(ExitCode::SUCCESS)
}
