//! Go to definition: of a name, or of the file that a link leads to.

use agmark_syntax::{LinkKind, Place, Span};
use agmark_workspace::meaning;
use lsp_types as lsp;

use crate::snapshot::{Asked, Snapshot};
use crate::{from_proto, paths, to_proto};

pub fn definition(
    snapshot: &Snapshot,
    at: &lsp::TextDocumentPositionParams,
) -> Option<lsp::GotoDefinitionResponse> {
    let asked = snapshot.asked(&at.text_document.uri)?;
    let offset = from_proto::offset(asked.document.text(), at.position, snapshot.encoding());
    let (origin, places) = match asked.document.occurrence_at(offset) {
        Some(name) => (name.span, meaning::definitions(&snapshot.index, &asked.path, asked.document, &name)),
        None => file(snapshot, &asked, offset)?,
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
        // The whole must hold the selection; clients refuse a link otherwise.
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

/// The start of the file that the link at `offset` names, if it is there.
fn file(snapshot: &Snapshot, asked: &Asked<'_>, offset: usize) -> Option<(Span, Vec<Place>)> {
    let (span, target) = asked.document.chunks_at(Span::at(offset)).find_map(|(start, chunk)| {
        let here = |span: Span| span.shifted(start).touches(offset);
        let link = chunk.facts().links.iter().find(|l| l.kind != LinkKind::Address && here(l.span))?;
        Some((link.span.shifted(start), link.target.clone()))
    })?;
    let path = paths::join(&asked.path, target.split('#').next().unwrap_or(&target));
    let known = snapshot.index.file(&path).is_some() || snapshot.documents.contains_key(&*path);
    if !known && !path.is_file() {
        return None;
    }
    Some((span, vec![Place { path: path.into(), span: Span::default(), whole: Span::default() }]))
}
