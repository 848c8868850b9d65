//! Checks that need other files.

mod arguments;
mod commands;
mod diffs;
mod directives;
mod ids;
mod sources;
pub mod visibility;

use agmark_syntax::{Diagnostic, Document, World};

use crate::analysis::chunk_data::ChunkData;

/// The diagnostics of a document that depend on other files.
pub fn check(document: &Document, world: &dyn World) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    ids::check(document, world, &mut found);
    commands::check(document, world, &mut found);
    directives::check(document, world, &mut found);
    arguments::check(document, world, &mut found);
    for (start, chunk) in document.cross_file_chunks() {
        let Some(own) = chunk.data::<ChunkData>() else { continue };
        for diff in &own.diffs {
            found.extend(diffs::check(diff, world).map(|finding| finding.shifted(start)));
        }
        for source in &own.sources {
            found.extend(sources::check(source, world).map(|finding| finding.shifted(start)));
        }
    }
    found
}
