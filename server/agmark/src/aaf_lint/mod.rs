//! `agmark aaf-lint`, also under the name `aaf-lint`: checks annotations and manifests, and audits how much of a
//! page or a site agents can use.

mod args;
mod audit;
mod changed;
mod interrupt;
mod lint;
mod name;
mod schema;
mod server;

use std::process::ExitCode;

pub use args::Args;
pub use name::{arguments, leave};

use crate::terminal;

/// # Errors
/// Wrong usage, and an `agmark.toml` that is wrong.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let done = match (&args.audit, &args.audit_pages) {
        (Some(target), _) | (_, Some(target)) => audit::run(args, target),
        _ => lint::run(args),
    };
    match done {
        // Under its own name the program ends with 1, as the reference does.
        Err(error) if name::is_own() => {
            terminal::complain(format_args!("{error:#}"));
            Ok(ExitCode::FAILURE)
        }
        done => done,
    }
}
