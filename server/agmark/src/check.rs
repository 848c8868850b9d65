//! `agmark check`: reports findings in files, and fixes them.

mod args;
mod files;
mod findings;
mod fix;
mod notes;
mod statistics;
mod stdin;
mod summary;
mod unsafe_fixes;
mod watch;

use std::process::ExitCode;

pub use args::Args;

use crate::targets::{Given, UsageError};

/// # Errors
/// On invalid usage and an invalid `agmark.toml`.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    run_only(args, None)
}

/// Checks files of one language only, by its id: a file that is named is read as this language.
///
/// # Errors
/// As for [`run`].
pub fn run_only(args: &Args, only: Option<&'static str>) -> anyhow::Result<ExitCode> {
    if args.statistics && !statistics::is_supported(args.output_format) {
        return Err(UsageError::StatisticsFormat.into());
    }
    match Given::new(&args.paths, args.stdin_path.as_deref())? {
        Given::StandardInput { .. } if args.watch => Err(UsageError::WatchedInput.into()),
        Given::StandardInput { name } => stdin::run(args, name.as_deref(), only),
        Given::Paths(paths) if args.watch => watch::run(&paths, || files::run(args, &paths, only)),
        Given::Paths(paths) => files::run(args, &paths, only),
    }
}
