//! `agmark aaf-lint`, also under the name `aaf-lint`: checks annotations and manifests, and audits how much of a
//! page or a site agents can use.

mod args;
mod audit;
mod audit_report;
mod changed;
mod lint;
mod report_format;
mod schema;
mod server;

use std::process::ExitCode;

use crate::{program_name, terminal};
pub use args::{Args, arguments};
pub use audit::settings as page_settings;

/// The exit code of invalid usage under the name `aaf-lint`.
const USAGE: i32 = 1;

/// # Errors
/// Invalid usage, or an invalid `agmark.toml`.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let done = match (&args.audit, &args.audit_pages) {
        (Some(target), _) | (_, Some(target)) => audit::run(args, target),
        _ => lint::run(args),
    };
    match done {
        // As `aaf-lint`, the program exits with 1, as the reference implementation does.
        Err(error) if program_name::is_aaf_lint() => {
            terminal::complain(format_args!("{error:#}"));
            Ok(ExitCode::FAILURE)
        }
        done => done,
    }
}

/// Ends the program with a usage error, or with help.
pub fn leave(error: &clap::Error) -> ! {
    if error.use_stderr() {
        terminal::say_usage(error);
        std::process::exit(if program_name::is_aaf_lint() { USAGE } else { error.exit_code() });
    }
    terminal::say_help(error);
    std::process::exit(0);
}
