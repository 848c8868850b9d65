//! Checks that need other files.

mod arguments;
pub(crate) mod chunk_group;
mod commands;
mod diffs;
mod directives;
mod ids;
mod sources;
pub mod visibility;

use agmark_syntax::{Diagnostic, Document, World};

/// The diagnostics of a document that depend on other files.
pub fn check(document: &Document, world: &dyn World) -> Vec<Diagnostic> {
    let groups = chunk_group::groups(document);
    let mut found = Vec::new();
    ids::check(document, world, &mut found);
    commands::check(document, &groups, world, &mut found);
    directives::check(document, &groups, world, &mut found);
    arguments::check(document, &groups, world, &mut found);
    for (group, _) in groups.iter().filter(|(_, questions)| questions.has_diffs) {
        for (start, own) in chunk_group::data(group) {
            let all = own.diffs.iter().filter_map(|diff| diffs::check(diff, world));
            found.extend(all.map(|finding| finding.shifted(start)));
        }
    }
    sources::check(&groups, world, &mut found);
    found
}
