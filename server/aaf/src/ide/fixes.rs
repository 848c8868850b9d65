//! Fixes that need the whole page.

use agmark_syntax::completion_list::MOST;
use agmark_syntax::{Diagnostic, Document};

use super::document;
use crate::page::wholes;
use crate::rules::{ORPHAN_FIELD, naming};

/// Suggests the only action of a page for a field without an action.
pub fn add_fixes(document: &Document, diagnostics: &mut [Diagnostic]) {
    let orphans = diagnostics.iter_mut().filter(|one| *one.rule == ORPHAN_FIELD.rule && one.fixes.is_empty());
    let mut only = None;
    for finding in orphans {
        if let Some(action) = only.get_or_insert_with(|| only_action(document)) {
            *finding = naming(finding.clone(), action);
        }
    }
}

/// The action of the page, if it has only one; parts of it do not count.
fn only_action(document: &Document) -> Option<String> {
    let actions = document::actions(document, "");
    // There may be more than these.
    let are_few = actions.len() <= MOST;
    let is_part = |name: &str| wholes(name).any(|whole| document::has_action(document, whole));
    let mut all = actions.into_iter().filter(|name| !is_part(name));
    let first = all.next()?;
    (are_few && all.next().is_none()).then(|| first.to_owned())
}
