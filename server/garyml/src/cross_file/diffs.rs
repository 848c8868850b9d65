//! Whether diffs apply to the files that they name.

use agmark_syntax::{Diagnostic, World};

use crate::analysis::chunk_data::EmbeddedDiff;
use crate::diff::world_files::WorldFiles;
use crate::diff::{RefusalKind, plan};
use crate::rules::{diff_fails, diff_file, diff_path};

pub(super) fn check(own: &EmbeddedDiff, world: &dyn World) -> Option<Diagnostic> {
    world.path()?;
    // Malformed diffs have their own diagnostics.
    if own.diff.fault().is_some() {
        return None;
    }
    let files = WorldFiles::of(&own.diff, world);
    if let Some(refusal) = files.linked(&own.diff) {
        let span = if refusal.span.is_empty() { own.span } else { refusal.span };
        return Some(diff_path::RULE.at(span, refusal.to_string()));
    }
    let refusal = plan(&own.diff, |path| files.at(path)).err()?;
    // The rules check paths and untidy text in the diff itself.
    let untidy = refusal.kind == RefusalKind::Empty && !own.diff.problems.is_empty();
    if refusal.is_path() || untidy {
        return None;
    }
    let span = if refusal.span.is_empty() { own.span } else { refusal.span };
    let rule = if refusal.is_missing_file() { &diff_file::RULE } else { &diff_fails::RULE };
    Some(rule.at(span, refusal.to_string()))
}
