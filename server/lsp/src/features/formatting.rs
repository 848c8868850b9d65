//! Formatting. Only changed lines are sent, so that cursors and marks stay.

use agmark_syntax::Span;
use agmark_syntax::format::{is_mostly_errors, layout_edits};
use lsp_types as lsp;

use crate::protocol::from_proto;
use crate::protocol::to_proto;
use crate::snapshot::{RequestedDocument, Snapshot};

type Answer = Result<Option<Vec<lsp::TextEdit>>, String>;

/// # Errors
/// If the text is not known.
pub fn document(snapshot: &Snapshot, uri: &lsp::Uri) -> Answer {
    snapshot.in_step(&snapshot.key(uri))?;
    Ok(snapshot.asked(uri).and_then(|asked| edits(snapshot, &asked, None)))
}

/// # Errors
/// If the text is not known.
pub fn range(snapshot: &Snapshot, uri: &lsp::Uri, range: lsp::Range) -> Answer {
    snapshot.in_step(&snapshot.key(uri))?;
    let Some(asked) = snapshot.asked(uri) else { return Ok(None) };
    let span = from_proto::span(asked.document.text(), range, snapshot.encoding());
    Ok(edits(snapshot, &asked, Some(span)))
}

fn edits(
    snapshot: &Snapshot,
    asked: &RequestedDocument<'_>,
    within: Option<Span>,
) -> Option<Vec<lsp::TextEdit>> {
    let text = asked.document.text();
    let mut edits = layout_edits(asked.document)?;
    if is_mostly_errors(asked.document) {
        return Some(Vec::new());
    }
    edits.retain(|edit| within.is_none_or(|w| w.meets(edit.span)));
    Some(edits.iter().map(|edit| to_proto::text_edit(text, edit, snapshot.encoding())).collect())
}
