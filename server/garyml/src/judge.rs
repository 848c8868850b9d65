//! What only a look at other files can find.

mod arguments;
mod commands;
mod diffs;
mod directives;
mod ids;
mod sources;

use agmark_syntax::{Diagnostic, Document, World};

use crate::own::Own;

/// Everything that a document breaks together with the files around it.
pub fn judge(document: &Document, world: &dyn World) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    ids::judge(document, world, &mut found);
    commands::judge(document, world, &mut found);
    directives::judge(document, world, &mut found);
    arguments::judge(document, world, &mut found);
    for (start, chunk) in document.judged() {
        let Some(own) = Own::kept(chunk) else { continue };
        for diff in &own.diffs {
            found.extend(diffs::judge(diff, world).map(|finding| finding.shifted(start)));
        }
        for source in &own.sources {
            found.extend(sources::judge(source, world).map(|finding| finding.shifted(start)));
        }
    }
    found
}
