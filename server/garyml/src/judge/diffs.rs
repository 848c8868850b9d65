//! Whether diffs apply to the files that they name.

use agmark_syntax::{Diagnostic, World};

use crate::base::WorldFiles;
use crate::diff::plan;
use crate::own::OwnDiff;
use crate::rules::{diff_fails, diff_file};

pub(super) fn judge(own: &OwnDiff, world: &dyn World) -> Option<Diagnostic> {
    world.path()?;
    // What is malformed was said already.
    if own.diff.fault().is_some() {
        return None;
    }
    let files = WorldFiles::of(&own.diff, world);
    let refusal = plan(&own.diff, |path| files.read(path)).err()?;
    let span = if refusal.span.is_empty() { own.span } else { refusal.span };
    let rule = if refusal.is_missing_file() { &diff_file::RULE } else { &diff_fails::RULE };
    Some(rule.at(span, refusal.to_string()))
}
