//! `agmark aaf-lint`, also under the name `aaf-lint`: checks annotations and manifests, and audits how much of a
//! page or a site agents can use.

mod args;
mod audit;
mod changed;
mod lint;
mod schema;
mod server;

use std::process::ExitCode;

use crate::{name, terminal};
pub use args::{Args, arguments};

/// The name of its own, under which other codes count.
pub const NAME: &str = "aaf-lint";

/// What wrong usage ends with under that name.
const USAGE: i32 = 1;

/// # Errors
/// Wrong usage, and an `agmark.toml` that is wrong.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let done = match (&args.audit, &args.audit_pages) {
        (Some(target), _) | (_, Some(target)) => audit::run(args, target),
        _ => lint::run(args),
    };
    match done {
        // Under its own name the program ends with 1, as the reference does.
        Err(error) if is_own() => {
            terminal::complain(format_args!("{error:#}"));
            Ok(ExitCode::FAILURE)
        }
        done => done,
    }
}

/// Ends the program with what the arguments have wrong, or with the help that they ask for.
pub fn leave(error: &clap::Error) -> ! {
    if error.use_stderr() {
        terminal::say_usage(error);
        std::process::exit(if is_own() { USAGE } else { error.exit_code() });
    }
    terminal::say_help(error);
    std::process::exit(0);
}

fn is_own() -> bool {
    std::env::args_os().next().is_some_and(|program| name::is(&program, NAME))
}
