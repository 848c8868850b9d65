//! Fixes that need the whole page.

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
    let actions = document::actions(document);
    let mut all = actions.keys().filter(|name| !wholes(name).any(|whole| actions.contains_key(whole)));
    let first = all.next()?;
    all.next().is_none().then(|| (*first).to_owned())
}
