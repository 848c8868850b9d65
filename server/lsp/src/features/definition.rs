//! Go to definition of a name, or to the target of a link.

use agmark_syntax::{LinkKind, Location, Span, WantedUses};
use agmark_workspace::paths as written;
use lsp_types as lsp;

use crate::features::names;
use crate::protocol::from_proto;
use crate::protocol::to_proto;
use crate::snapshot::{RequestedDocument, Snapshot};

pub fn definition(
    snapshot: &Snapshot,
    at: &lsp::TextDocumentPositionParams,
) -> Option<lsp::GotoDefinitionResponse> {
    let asked = snapshot.asked(&at.text_document.uri)?;
    let offset = from_proto::offset(asked.document.text(), at.position, snapshot.encoding());
    let partner = || next_partner(&asked, offset);
    let (origin, places) = match names::at(snapshot, &asked, offset, WantedUses::Number) {
        Some(name) => (name.span, name.definitions()),
        None => file(snapshot, &asked, offset).or_else(partner)?,
    };
    if places.is_empty() {
        return None;
    }
    let mut texts = snapshot.texts();
    if !snapshot.client.definition_links {
        return Some(lsp::GotoDefinitionResponse::Array(
            places.iter().filter_map(|p| texts.location(p)).collect(),
        ));
    }
    let origin = to_proto::range(asked.document.text(), origin, snapshot.encoding());
    let links = places.iter().filter_map(|place| {
        let (text, uri) = texts.of(place)?;
        // Clients refuse a link whose range does not contain the selection.
        let whole = if place.whole.covers(place.span) { place.whole } else { place.span };
        Some(lsp::LocationLink {
            origin_selection_range: Some(origin),
            target_uri: uri.clone(),
            target_range: to_proto::range(text, whole, snapshot.encoding()),
            target_selection_range: to_proto::range(text, place.span, snapshot.encoding()),
        })
    });
    Some(lsp::GotoDefinitionResponse::Link(links.collect()))
}

/// The start of the file that the link at `offset` names, if it exists.
fn file(snapshot: &Snapshot, asked: &RequestedDocument<'_>, offset: usize) -> Option<(Span, Vec<Location>)> {
    let (span, path) = asked.document.chunks_at(Span::at(offset)).find_map(|(start, chunk)| {
        let here = |span: Span| span.shifted(start).touches(offset);
        let link = chunk.analysis().links.iter().find(|l| l.kind != LinkKind::Address && here(l.span))?;
        Some((link.span.shifted(start), written::beside(&asked.path, link.path())))
    })?;
    let known = snapshot.index.file(&path).is_some() || snapshot.documents.contains_key(&*path);
    if !known && !path.is_file() {
        return None;
    }
    Some((span, vec![Location { path: path.into(), span: Span::default(), whole: Span::default() }]))
}

/// From a keyword to the next one that belongs to it (`if`, `else`, `end`), from the last to the first.
fn next_partner(asked: &RequestedDocument<'_>, offset: usize) -> Option<(Span, Vec<Location>)> {
    let all = asked.document.format().partners(asked.document, offset);
    let here = all.iter().position(|span| span.touches(offset))?;
    let next = *all.get((here + 1) % all.len())?;
    Some((
        *all.get(here)?,
        vec![Location { path: std::sync::Arc::clone(&asked.path), span: next, whole: next }],
    ))
}
