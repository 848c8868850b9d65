//! Inlay hints: the action of each field.

use agmark_syntax::{Document, Hint, Span};

use super::document;
use crate::page::Owner;
use crate::page::read_options::ReadOptions;

/// The action of each field in a span. Fields with `data-agent-for-action` get no hint.
pub fn page(document: &Document, reading: ReadOptions<'_>, span: Span) -> Vec<Hint> {
    let text = document::text(document);
    let page = document::page(document, &text, reading);
    let fields = page.annotated.iter().filter(|one| one.text("kind") == Some("field"));
    fields
        .filter_map(|one| {
            let field = one.get("field").filter(|field| span.meets(field.span))?;
            let Owner::Action(action) = page.owner(one) else { return None };
            if one.text("for-action") == Some(action) || field.legal().is_none() {
                return None;
            }
            Some(Hint {
                at: field.span.range().end,
                label: format!(" → {action}"),
                tooltip: format!("A runtime finds the field in the element of `{action}`."),
            })
        })
        .collect()
}
