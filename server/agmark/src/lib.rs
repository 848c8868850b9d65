//! The program `agmark`: one file for each subcommand. It combines formats, server and tools.

mod aaf;
mod aaf_lint;
mod agd;
mod anml;
mod check;
mod cli;
mod completions;
mod config;
mod demo;
mod destination;
mod diff;
mod docs;
mod examples;
mod explain;
mod fmt;
mod formats;
mod garyml;
mod input;
mod interrupt;
mod log;
mod lsp;
mod markdownlang;
mod mcp;
mod output;
mod program_name;
mod project;
mod report;
mod result_format;
mod roots;
mod rule_names;
mod rules;
mod run;
mod saved_consents;
mod selection;
mod setup;
mod stdin;
mod targets;
mod tasks;
mod terminal;
mod user_folders;
mod version;

use std::process::ExitCode;

use agmark_workspace::ConfigError;

/// The exit code for invalid usage and input that cannot be read.
const UNUSABLE: u8 = 2;

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    if let Some(code) = run::guard::run() {
        return code;
    }
    let cli = cli::parse();
    terminal::set_color(cli.color);
    if cli.quiet {
        terminal::set_quiet();
    }
    log::start();
    cli.run().unwrap_or_else(|error| {
        match error.downcast_ref::<ConfigError>() {
            Some(error) => terminal::complain(report::in_config(error)),
            None => terminal::complain(format_args!("{error:#}")),
        }
        ExitCode::from(UNUSABLE)
    })
}
