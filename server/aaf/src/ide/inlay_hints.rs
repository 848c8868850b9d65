//! Inlay hints: the action of each field.

use agmark_syntax::{Document, Hint, Span};

use super::document;
use crate::page::Owner;
use crate::page::read_options::ReadOptions;

/// The action of each field in a span. Fields with `data-agent-for-action` get no hint.
pub fn page(document: &Document, reading: ReadOptions<'_>, span: Span) -> Vec<Hint> {
    let chunks = document.chunks_at(span).map(|(start, _)| start);
    chunks.flat_map(|start| in_chunk(document, reading, start, span)).collect()
}

fn in_chunk(document: &Document, reading: ReadOptions<'_>, start: usize, span: Span) -> Vec<Hint> {
    let part = document::page_at(document, start);
    let page = part.page(reading);
    let fields = page.annotated.iter().filter(|one| one.text("kind") == Some("field"));
    fields
        .filter_map(|one| {
            let field = one.get("field").filter(|field| span.meets(part.seams.span(field.span)))?;
            let Owner::Action(action) = page.owner(one) else { return None };
            if one.text("for-action") == Some(action) || field.legal().is_none() {
                return None;
            }
            Some(Hint {
                at: part.seams.span(field.span).range().end,
                label: format!(" → {action}"),
                tooltip: format!("A runtime finds the field in the element of `{action}`."),
            })
        })
        .collect()
}
