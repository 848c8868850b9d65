//! The command line as a whole; each subcommand has its own file.

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use crate::{
    aaf, aaf_lint, agd, anml, check, completions, config, demo, docs, explain, fmt, garyml, lsp,
    markdownlang, name, rules, run, setup, version,
};

const AFTER: &str = "\
Exit codes: 0 clean or only warnings, 1 errors were found, 2 wrong usage or input that cannot be read.
`agmark COMMAND --help` explains a command; AGMARK_LOG=debug prints on standard error what the program does.";

#[derive(Debug, Parser)]
#[command(name = "agmark", version, about = "One tool for ANML, AAF, GaryML, AGD and markdownlang", after_help = AFTER)]
#[command(max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

// What a subcommand takes is set up only when it is the one: the server starts in a millisecond.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
enum Command {
    /// Run the language server on standard input and output; editors start it
    Lsp(lsp::Args),
    /// Check files and folders
    Check(check::Args),
    /// Write files in canonical form
    Fmt(fmt::Args),
    /// Read planners' replies, write prompts and manifests, resolve fields of AAF pages
    Aaf(aaf::Args),
    /// Check AAF annotations and manifests, and audit how much of a page or a site agents can use
    AafLint(Box<aaf_lint::Args>),
    /// View, compare and convert ANML snapshots
    Anml(anml::Args),
    /// Read, edit, search and convert AGD documents
    Agd(agd::Args),
    /// Read GaryML documents: their tree, their commands, the prompt that they make; apply their diffs
    Garyml(garyml::Args),
    /// Run, check, render and convert markdownlang programs
    Markdownlang(markdownlang::Args),
    /// Explain a rule
    Explain(explain::Args),
    /// List all rules
    Rules(rules::Args),
    /// Show which settings hold for a file, or which there are
    Config(config::Args),
    /// Show what agmark does, on a small workspace of all formats
    Demo(demo::Args),
    /// Make an editor ready: VS Code, Neovim, Helix, Zed, Emacs or Kakoune
    Setup(setup::Args),
    /// Print the version and the formats
    Version(version::Args),
    /// Print a script that lets a shell complete this command line
    Completions(completions::Args),
    /// Print a page of the documentation that is made from the program
    #[command(hide = true)]
    Docs(docs::Args),
}

/// Reads the arguments of the process; wrong ones end it with a message and exit code 2.
pub fn parse() -> Cli {
    Cli::try_parse_from(aaf_lint::arguments(run::arguments(name::arguments(std::env::args_os().collect()))))
        .unwrap_or_else(|error| aaf_lint::leave(&error))
}

/// The whole command line, for completions.
pub fn command() -> clap::Command {
    Cli::command()
}

impl Cli {
    /// Runs the subcommand; gives the exit code.
    ///
    /// # Errors
    /// What a person must be told, each with what to do: exit code 2.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match self.command {
            Command::Lsp(args) => lsp::run(&args),
            Command::Check(args) => check::run(&args),
            Command::Fmt(args) => fmt::run(&args),
            Command::Aaf(args) => aaf::run(&args),
            Command::AafLint(args) => aaf_lint::run(&args),
            Command::Anml(args) => anml::run(&args),
            Command::Agd(args) => agd::run(&args),
            Command::Garyml(args) => garyml::run(&args),
            Command::Markdownlang(args) => markdownlang::run(&args),
            Command::Explain(args) => explain::run(&args),
            Command::Rules(args) => rules::run(&args),
            Command::Config(args) => config::run(&args),
            Command::Demo(args) => demo::run(&args),
            Command::Setup(args) => setup::run(&args),
            Command::Version(args) => version::run(&args),
            Command::Completions(args) => completions::run(&args),
            Command::Docs(args) => docs::run(&args),
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_sound() {
        super::command().debug_assert();
    }
}
