//! `agmark anml diff` and `patch`.

use std::process::ExitCode;

use agmark_anml::diff;

use crate::examples;
use crate::input::{Input, InputError};
use crate::targets::UsageError;
use crate::terminal;

const AFTER_DIFF: &str = "\
    The diff is a separate document, `type: diff`: `+` adds a line, `-` removes an element with all below it, `*` is \
    the line as it is now; lines without prefix lead there, and `~ ... 3 unchanged` skips three. What moved is removed \
    and added. `agmark anml patch OLD DIFF` gives the new snapshot again.";

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("anml diff", AFTER_DIFF))]
pub struct Diff {
    /// `-` is standard input
    old: Input,
    new: Input,
    /// Keep the refs of OLD for elements with the same role, name and position; other elements get new refs
    #[arg(long)]
    keep_refs: bool,
    /// Exit with code 1 if there is a difference
    #[arg(long)]
    exit_code: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("anml patch", ""))]
pub struct Patch {
    /// `-` is standard input
    base: Input,
    diff: Input,
}

/// # Errors
/// When a snapshot cannot be read, has errors, or is a diff itself.
pub fn diff(args: &Diff) -> anyhow::Result<ExitCode> {
    let (old, mut new) = both(&args.old, &args.new)?;
    if args.keep_refs {
        new = diff::keep_refs::keep_refs(&old, &new).map_err(|error| fails(error, &args.old, &args.new))?;
    }
    let base = match &args.old {
        Input::Standard => "-".into(),
        Input::File(path) => path.file_name().unwrap_or(path.as_os_str()).to_string_lossy(),
    };
    let made = diff::diff(&old, &new, &base).map_err(|error| fails(error, &args.old, &args.new))?;
    terminal::print(&made.text)?;
    Ok(ExitCode::from(u8::from(args.exit_code && made.changed)))
}

/// # Errors
/// When one of the two cannot be read or has errors, and when they do not fit.
pub fn patch(args: &Patch) -> anyhow::Result<ExitCode> {
    let (base, diff) = both(&args.base, &args.diff)?;
    let patched = diff::patch::patch(&base, &diff).map_err(|error| fails(error, &args.base, &args.diff))?;
    terminal::print(patched)?;
    Ok(ExitCode::SUCCESS)
}

fn both(one: &Input, other: &Input) -> anyhow::Result<(String, String)> {
    if *one == Input::Standard && *other == Input::Standard {
        return Err(UsageError::MixedInput.into());
    }
    Ok((one.text()?, other.text()?))
}

/// The error with the name of the file that it is about.
fn fails(error: diff::Error, first: &Input, second: &Input) -> InputError {
    let input = match error.side {
        diff::Side::First => first,
        diff::Side::Second => second,
    };
    let name = match error.line() {
        Some(line) => format!("{}:{line}", input.name()),
        None => input.name(),
    };
    InputError { name, why: error.to_string() }
}
