//! The diagnostics of a document that are shown now. Some wait while a person types.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use agmark_syntax::{Document, Findings};

use crate::features::completion;
use crate::snapshot::{RequestedDocument, Snapshot};
use crate::typing::TypingContext;
use crate::typing::before_typing::DocumentState;

/// The diagnostics of an open document that are shown now.
pub fn shown(snapshot: &Snapshot, asked: &RequestedDocument<'_>) -> Findings {
    let all = snapshot.findings(asked);
    let all = match &asked.open.typing {
        Some(typing) => typing.shown(asked.document.text(), all, &SnapshotContext { snapshot, asked }),
        None => all,
    };
    match &snapshot.before_typing {
        Some(before_typing) if is_another_typed(snapshot, &asked.path) => {
            before_typing.shown(&in_workspace(asked), all)
        }
        _ => all,
    }
}

/// Whether a person types in another document than the one at `path`.
fn is_another_typed(snapshot: &Snapshot, path: &Path) -> bool {
    snapshot.documents.iter().any(|(other, open)| **other != *path && open.is_being_typed())
}

/// Checks an earlier version of a document.
struct SnapshotContext<'a> {
    snapshot: &'a Snapshot,
    asked: &'a RequestedDocument<'a>,
}

impl SnapshotContext<'_> {
    fn with<T>(&self, document: &Document, look: impl FnOnce(&RequestedDocument<'_>) -> T) -> T {
        look(&RequestedDocument { path: Arc::clone(&self.asked.path), open: self.asked.open, document })
    }
}

impl TypingContext for SnapshotContext<'_> {
    fn findings(&self, document: &Document) -> Findings {
        self.with(document, |asked| self.snapshot.findings(asked))
    }

    fn is_unfinished_word(&self, document: Option<&Document>, offset: usize) -> bool {
        let document = document.unwrap_or(self.asked.document);
        // A panic in completion must not affect the diagnostics.
        let look =
            || self.with(document, |asked| completion::is_unfinished_word(self.snapshot, asked, offset));
        catch_unwind(AssertUnwindSafe(look)).unwrap_or(false)
    }
}

fn in_workspace<'a>(asked: &'a RequestedDocument<'_>) -> DocumentState<'a> {
    let (document, settings) = (asked.document, &*asked.open.settings);
    DocumentState { path: &asked.path, state: asked.open.state, document, settings }
}
