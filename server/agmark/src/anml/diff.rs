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

/// A snapshot or diff with its name in messages.
#[derive(Clone, Copy)]
pub struct NamedText<'a> {
    pub name: &'a str,
    pub text: &'a str,
}

/// # Errors
/// When a snapshot cannot be read, has errors, or is a diff itself.
pub fn diff(args: &Diff) -> anyhow::Result<ExitCode> {
    let (old, new) = both(&args.old, &args.new)?;
    let base = match &args.old {
        Input::Standard => "-".into(),
        Input::File(path) => path.file_name().unwrap_or(path.as_os_str()).to_string_lossy(),
    };
    let (old_name, new_name) = (args.old.name(), args.new.name());
    let old = NamedText { name: &old_name, text: &old };
    let new = NamedText { name: &new_name, text: &new };
    let made = compare(old, new, &base, args.keep_refs)?;
    terminal::print(&made.text)?;
    Ok(ExitCode::from(u8::from(args.exit_code && made.changed)))
}

/// The diff of two snapshots. `base` is the name of the old one in the diff. With `keep_refs`, elements of the new one get
/// the refs that they have in the old one.
///
/// # Errors
/// When a snapshot has errors, or is a diff itself.
pub fn compare(
    old: NamedText<'_>,
    new: NamedText<'_>,
    base: &str,
    keep_refs: bool,
) -> Result<diff::Diff, InputError> {
    let fails = |error| fails(error, old.name, new.name);
    if !keep_refs {
        return diff::diff(old.text, new.text, base).map_err(fails);
    }
    let kept = diff::keep_refs::keep_refs(old.text, new.text).map_err(fails)?;
    diff::diff(old.text, &kept, base).map_err(fails)
}

/// # Errors
/// When one of the two cannot be read or has errors, and when they do not fit.
pub fn patch(args: &Patch) -> anyhow::Result<ExitCode> {
    let (base, diff) = both(&args.base, &args.diff)?;
    let (base_name, diff_name) = (args.base.name(), args.diff.name());
    let base = NamedText { name: &base_name, text: &base };
    let diff = NamedText { name: &diff_name, text: &diff };
    terminal::print(apply(base, diff)?)?;
    Ok(ExitCode::SUCCESS)
}

/// The snapshot that a diff makes of its base.
///
/// # Errors
/// When one of the two has errors, and when they do not fit.
pub fn apply(base: NamedText<'_>, diff: NamedText<'_>) -> Result<String, InputError> {
    diff::patch::patch(base.text, diff.text).map_err(|error| fails(error, base.name, diff.name))
}

fn both(one: &Input, other: &Input) -> anyhow::Result<(String, String)> {
    if *one == Input::Standard && *other == Input::Standard {
        return Err(UsageError::MixedInput.into());
    }
    Ok((one.text()?, other.text()?))
}

/// The error with the name of the text that it is about.
fn fails(error: diff::Error, first: &str, second: &str) -> InputError {
    let name = match error.side {
        diff::Side::First => first,
        diff::Side::Second => second,
    };
    let name = match error.line() {
        Some(line) => format!("{name}:{line}"),
        None => name.to_owned(),
    };
    InputError { name, why: error.to_string() }
}
