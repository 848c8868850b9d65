//! The command line as a whole; each subcommand has its own file.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use crate::terminal::Color;
use crate::{
    aaf, aaf_lint, agd, anml, check, completions, config, demo, docs, examples, explain, fmt, garyml, lsp,
    markdownlang, mcp, program_name, rules, run, setup, version,
};

const AFTER: &str = "\
Exit codes: 0 no errors, 1 errors, 2 invalid usage or input that cannot be read.
`agmark COMMAND --help` explains a command. With AGMARK_LOG=debug the program logs to standard error.";

#[derive(Debug, Parser)]
#[command(name = "agmark", version, about = "One tool for ANML, AAF, GaryML, AGD and markdownlang", after_long_help = examples::after("", AFTER))]
#[command(max_term_width = 100)]
pub struct Cli {
    /// When to use colors
    #[arg(
        long,
        value_enum,
        value_name = "WHEN",
        default_value_t,
        global = true,
        help_heading = "Global options"
    )]
    pub color: Color,
    /// Print no summary and no notes
    #[arg(short, long, global = true, help_heading = "Global options")]
    pub quiet: bool,
    #[command(subcommand)]
    command: Command,
}

// The options of a subcommand are set up only if it is used, so that the server starts in a millisecond.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
enum Command {
    /// Run the language server on standard input and output; editors start it
    Lsp(lsp::Args),
    /// Run the MCP server on standard input and output; agents start it
    Mcp(mcp::Args),
    /// Check files and folders
    Check(check::Args),
    /// Format files and folders
    Fmt(fmt::Args),
    /// Annotate AAF pages, write manifests and prompts, read the replies of planners
    Aaf(aaf::Args),
    /// Check AAF annotations and manifests, and score pages and sites
    AafLint(Box<aaf_lint::Args>),
    /// View, compare and convert ANML snapshots
    Anml(anml::Args),
    /// Read, edit, search and convert AGD documents
    Agd(agd::Args),
    /// Print the tree, the commands or the prompt of GaryML documents; apply their diffs
    Garyml(garyml::Args),
    /// Run, check, render and convert markdownlang programs
    Markdownlang(markdownlang::Args),
    /// Explain a rule
    Explain(explain::Args),
    /// List all rules
    Rules(rules::Args),
    /// Show the settings for a file, or the schema of `agmark.toml`
    Config(config::Args),
    /// Show what agmark does, on a small workspace of all formats
    Demo(demo::Args),
    /// Set up an editor: VS Code, Neovim, Helix, Zed, Emacs or Kakoune
    Setup(setup::Args),
    /// Print the version and the formats
    Version(version::Args),
    /// Generate shell completions
    Completions(completions::Args),
    /// Print a generated page of the documentation
    #[command(hide = true)]
    Docs(docs::Args),
}

/// Reads the arguments of the process. Invalid arguments end it with a message and exit code 2.
pub fn parse() -> Cli {
    Cli::try_parse_from(full_form(std::env::args_os().collect()))
        .unwrap_or_else(|error| aaf_lint::leave(&error))
}

/// The arguments with all words that a short form leaves out: `agmark markdownlang FILE.md` is
/// `agmark markdownlang run FILE.md`.
fn full_form(arguments: Vec<OsString>) -> Vec<OsString> {
    let mut arguments = program_name::arguments(arguments);
    let global = program_name::take_global_options(&mut arguments);
    let mut arguments = aaf_lint::arguments(run::arguments(arguments));
    arguments.splice(1..1, global);
    arguments
}

impl Cli {
    /// Runs the subcommand; returns the exit code.
    ///
    /// # Errors
    /// Errors for the user, each with what to do: exit code 2.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match self.command {
            Command::Lsp(args) => lsp::run(&args),
            Command::Mcp(args) => mcp::run(&args),
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
            Command::Completions(args) => completions::run(&args, Cli::command()),
            Command::Docs(args) => docs::run(&args, Cli::command()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn global_options_can_come_before_a_short_form() {
        for (short, full) in [
            ("markdownlang --color never p.md", "agmark --color never markdownlang run p.md"),
            ("markdownlang --color=never check p.md", "agmark --color=never markdownlang check p.md"),
            ("agmark --color never markdownlang p.md", "agmark --color never markdownlang run p.md"),
            ("agmark -q markdownlang -input 1 p.md", "agmark -q markdownlang run --input 1 p.md"),
            ("agmark -q --color never check -q x", "agmark -q --color never check -q x"),
            ("aaf-lint --color never http://x/", "agmark --color never aaf-lint --audit http://x/"),
            ("agmark aaf-lint -q http://x/", "agmark -q aaf-lint --audit http://x/"),
            ("agd --quiet ids x", "agmark --quiet agd ids x"),
            ("agmark --color", "agmark --color"),
            ("agmark -- check", "agmark -- check"),
        ] {
            let words = short.split(' ').map(OsString::from).collect();
            let words: Vec<_> =
                full_form(words).iter().map(|word| word.to_string_lossy().into_owned()).collect();
            assert_eq!(words.join(" "), full);
        }
    }
}
