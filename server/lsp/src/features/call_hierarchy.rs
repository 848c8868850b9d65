//! Call hierarchy of files, by their imports, and of names whose uses are calls.

use std::path::Path;
use std::sync::Arc;

use agmark_syntax::{Link, LinkKind, Location, Reference, Span, Target, WantedUses};
use agmark_workspace::{paths as written, resolve};
use lsp_types as lsp;
use serde::{Deserialize, Serialize};

use crate::features::names;
use crate::protocol::from_proto;
use crate::protocol::to_proto;
use crate::snapshot::{RequestedDocument, Snapshot};

/// The data of an item that the client sends back.
#[derive(Deserialize, Serialize)]
struct Data {
    /// The span of the definition of a name; `None` for a file.
    at: Option<(u32, u32)>,
}

pub fn prepare(
    snapshot: &Snapshot,
    at: &lsp::TextDocumentPositionParams,
) -> Option<Vec<lsp::CallHierarchyItem>> {
    let asked = snapshot.asked(&at.text_document.uri)?;
    let format = asked.document.format();
    let offset = from_proto::offset(asked.document.text(), at.position, snapshot.encoding());
    if let Some(name) = asked
        .document
        .occurrence_at(offset)
        .filter(|name| format.info().namespace(&name.name.space).is_called)
    {
        let places = resolve::definitions(&snapshot.index, &asked.path, asked.document, &name);
        return Some(places.iter().filter_map(|place| name_item(snapshot, place)).collect());
    }
    if !format.info().calls_files {
        return None;
    }
    let named = || names::at(snapshot, &asked, offset, WantedUses::Number)?.definitions().into_iter().next();
    let path = import_at(&asked, offset).or_else(|| named().map(|place| place.path));
    let path = path.unwrap_or_else(|| Arc::clone(&asked.path));
    Some(file_item(snapshot, &path).into_iter().collect())
}

/// The callers of an item.
pub fn incoming(
    snapshot: &Snapshot,
    item: &lsp::CallHierarchyItem,
) -> Option<Vec<lsp::CallHierarchyIncomingCall>> {
    let path = snapshot.key(&item.uri);
    let Data { at } = serde_json::from_value(item.data.clone()?).ok()?;
    let places = match at {
        Some((start, _)) => {
            let document = snapshot.document(&path)?;
            let name = document.occurrence_at(start as usize)?;
            resolve::uses(&snapshot.index, &path, &document, &name, false)
        }
        None => {
            let importers = snapshot.index.importers(&path);
            importers.iter().flat_map(|importer| imports(snapshot, importer, &path)).collect()
        }
    };
    let mut calls: Vec<lsp::CallHierarchyIncomingCall> = Vec::new();
    let mut texts = snapshot.texts();
    let mut last: Option<Arc<Path>> = None;
    for place in &places {
        let Some(location) = texts.location(place) else { continue };
        match calls.last_mut() {
            Some(call) if last.as_ref() == Some(&place.path) => call.from_ranges.push(location.range),
            _ => {
                let Some(from) = file_item(snapshot, &place.path) else { continue };
                calls.push(lsp::CallHierarchyIncomingCall { from, from_ranges: vec![location.range] });
                last = Some(Arc::clone(&place.path));
            }
        }
    }
    Some(calls)
}

/// The items that an item calls.
pub fn outgoing(
    snapshot: &Snapshot,
    item: &lsp::CallHierarchyItem,
) -> Option<Vec<lsp::CallHierarchyOutgoingCall>> {
    let path = snapshot.key(&item.uri);
    let Data { at } = serde_json::from_value(item.data.clone()?).ok()?;
    let document = snapshot.document(&path)?;
    let text = document.text();
    let range = |span: Span| to_proto::range(text, span, snapshot.encoding());
    let mut calls: Vec<lsp::CallHierarchyOutgoingCall> = Vec::new();
    let mut add = |to: lsp::CallHierarchyItem, range: lsp::Range| match calls.iter_mut().find(|c| c.to == to)
    {
        Some(call) => call.from_ranges.push(range),
        None => calls.push(lsp::CallHierarchyOutgoingCall { to, from_ranges: vec![range] }),
    };
    let within = match at {
        Some((start, _)) => {
            let name = document.occurrence_at(start as usize)?.name;
            document.definitions(&name).into_iter().find(|d| d.span.start == start)?.whole
        }
        None => Span::new(0, text.len()),
    };
    for (start, chunk) in document.chunks_at(within) {
        let inside = |span: Span| within.covers(span.shifted(start));
        for reference in chunk.analysis().references.iter().filter(|r| inside(r.span)) {
            if document.format().info().namespace(&reference.name.space).is_called
                && let Some(to) = called(snapshot, &path, &document, reference, start)
            {
                add(to, range(reference.span.shifted(start)));
            }
        }
        for link in chunk.analysis().links.iter().filter(|l| at.is_none() && l.kind == LinkKind::Import) {
            let target: Arc<Path> = written::beside(&path, link.path()).into();
            if let Some(to) = file_item(snapshot, &target) {
                add(to, range(link.span.shifted(start)));
            }
        }
    }
    Some(calls)
}

fn called(
    snapshot: &Snapshot,
    path: &Arc<Path>,
    document: &agmark_syntax::Document,
    reference: &Reference,
    start: usize,
) -> Option<lsp::CallHierarchyItem> {
    // The file of an imported name is shown by its link.
    if matches!(reference.target, Target::Other(_)) {
        return None;
    }
    let name = document.occurrence_at(reference.span.start as usize + start)?;
    let place = resolve::definitions(&snapshot.index, path, document, &name).into_iter().next()?;
    name_item(snapshot, &place)
}

/// The path of the import at `offset`.
fn import_at(asked: &RequestedDocument<'_>, offset: usize) -> Option<Arc<Path>> {
    asked.document.chunks_at(Span::at(offset)).find_map(|(start, chunk)| {
        let here = |link: &&Link| link.kind == LinkKind::Import && link.span.shifted(start).touches(offset);
        let link = chunk.analysis().links.iter().find(here)?;
        Some(written::beside(&asked.path, link.path()).into())
    })
}

/// The imports of the file at `path` in the file at `importer`.
fn imports(snapshot: &Snapshot, importer: &Arc<Path>, path: &Path) -> Vec<Location> {
    let links = snapshot.index.file(importer).into_iter().flat_map(|file| file.links().iter());
    let meant =
        links.filter(|link| link.kind == LinkKind::Import && written::beside(importer, link.path()) == path);
    meant.map(|link| Location { path: Arc::clone(importer), span: link.span, whole: link.span }).collect()
}

fn file_item(snapshot: &Snapshot, path: &Path) -> Option<lsp::CallHierarchyItem> {
    let text = snapshot.text(path)?;
    let range = to_proto::range(&text, Span::new(0, text.len()), snapshot.encoding());
    Some(lsp::CallHierarchyItem {
        name: path.file_name()?.to_string_lossy().into_owned(),
        kind: lsp::SymbolKind::FILE,
        tags: None,
        detail: folder(snapshot, path),
        uri: snapshot.uri(path)?,
        range,
        selection_range: lsp::Range { start: range.start, end: range.start },
        data: serde_json::to_value(Data { at: None }).ok(),
    })
}

fn name_item(snapshot: &Snapshot, place: &Location) -> Option<lsp::CallHierarchyItem> {
    let text = snapshot.text(&place.path)?;
    let whole = if place.whole.covers(place.span) { place.whole } else { place.span };
    Some(lsp::CallHierarchyItem {
        name: text.span(place.span).into_owned(),
        kind: lsp::SymbolKind::FUNCTION,
        tags: None,
        detail: Some(place.path.file_name()?.to_string_lossy().into_owned()),
        uri: snapshot.uri(&place.path)?,
        range: to_proto::range(&text, whole, snapshot.encoding()),
        selection_range: to_proto::range(&text, place.span, snapshot.encoding()),
        data: serde_json::to_value(Data { at: Some((place.span.start, place.span.end)) }).ok(),
    })
}

/// The folder of a file, relative to the workspace.
fn folder(snapshot: &Snapshot, path: &Path) -> Option<String> {
    let folder = path.parent()?;
    let below = snapshot.roots.iter().find_map(|root| folder.strip_prefix(root).ok()).unwrap_or(folder);
    Some(below.to_string_lossy().into_owned()).filter(|name| !name.is_empty())
}
