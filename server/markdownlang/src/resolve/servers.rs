//! Servers: each part of a tool's name (`mcp__SERVER__TOOL`) leads to the server.

use std::path::Path;
use std::sync::Arc;

use agmark_syntax::{Document, Location, Resolution, Span};

use crate::names::{self, is_tool_char};

/// The server of the tool whose name is at `offset`.
pub(super) fn meaning(document: &Document, path: &Arc<Path>, offset: usize) -> Option<Resolution> {
    let (start, chunk) = document.chunk_at(offset.min(document.text().len().saturating_sub(1)))?;
    let text = document.chunk_text(start, chunk);
    let here = |span: Span| {
        let before = text.get(..span.start as usize).unwrap_or_default();
        let after = text.get(span.end as usize..).unwrap_or_default();
        let first = before.len() - before.trim_end_matches(is_tool_char).len();
        let last = after.find(|c| !is_tool_char(c)).unwrap_or(after.len());
        let (from, to) = (span.start as usize - first, span.end as usize + last);
        first > 0 && Span::new(from, to).shifted(start).touches(offset)
    };
    let mut all = chunk.analysis().references.iter().filter(|r| r.name.space == names::SERVER);
    let reference = all.find(|r| here(r.span))?;
    let place = |span: Span, whole: Span| Location { path: Arc::clone(path), span, whole };
    let defined = document.definitions(&reference.name);
    let others = document
        .names()
        .iter()
        .filter(|(n, o)| n.space == names::SERVER && **n != reference.name && !o.definitions.is_empty());
    let taken = others.flat_map(|(name, _)| {
        let places = document.definitions(name).into_iter().map(|d| place(d.span, d.whole));
        places.map(|place| (name.text.to_string(), place)).collect::<Vec<_>>()
    });
    (!defined.is_empty()).then(|| Resolution {
        name: reference.name.clone(),
        span: reference.span.shifted(start),
        definitions: defined.iter().map(|d| place(d.span, d.whole)).collect(),
        uses: document.references(&reference.name).into_iter().map(|span| place(span, span)).collect(),
        more_uses: 0,
        kin: Vec::new(),
        taken: taken.collect(),
    })
}
