//! Rename: a name in all places that mean it, in all files.

use agmark_syntax::Place;
use agmark_workspace::meaning;
use lsp_types as lsp;

use crate::features::edits::workspace_edit;
use crate::snapshot::Snapshot;
use crate::{from_proto, paths, to_proto};

/// Whether there is something to rename, and what.
pub fn prepare(
    snapshot: &Snapshot,
    at: &lsp::TextDocumentPositionParams,
) -> Option<lsp::PrepareRenameResponse> {
    let asked = snapshot.asked(&at.text_document.uri)?;
    let text = asked.document.text();
    let name = asked.document.occurrence_at(from_proto::offset(text, at.position, snapshot.encoding()))?;
    Some(lsp::PrepareRenameResponse::RangeWithPlaceholder {
        range: to_proto::range(text, name.span, snapshot.encoding()),
        placeholder: text.span(name.span).into_owned(),
    })
}

/// The edit; or, in a sentence for people, why there is none.
pub fn rename(snapshot: &Snapshot, params: &lsp::RenameParams) -> Result<Option<lsp::WorkspaceEdit>, String> {
    let at = &params.text_document_position;
    let Some(asked) = snapshot.asked(&at.text_document.uri) else { return Ok(None) };
    let document = asked.document;
    let offset = from_proto::offset(document.text(), at.position, snapshot.encoding());
    let Some(name) = document.occurrence_at(offset) else {
        return Err("there is no name here that could be renamed".to_owned());
    };
    let new = document.format().rename(&name.name, &params.new_name)?;
    let places = meaning::uses(&snapshot.index, &asked.path, document, &name, true);
    if let Some(taken) = taken(snapshot, &places, &name.name, &new) {
        return Err(taken);
    }
    let mut by_file: Vec<(lsp::Uri, Option<i32>, Vec<lsp::TextEdit>)> = Vec::new();
    let mut texts = snapshot.texts();
    for place in &places {
        let Some((text, uri)) = texts.of(place) else { continue };
        let edit = lsp::TextEdit {
            range: to_proto::range(text, place.span, snapshot.encoding()),
            new_text: new.clone(),
        };
        match by_file.last_mut() {
            Some((last, _, edits)) if last == uri => edits.push(edit),
            _ => {
                let version = snapshot.documents.get(&paths::key(uri)).map(|o| o.version);
                by_file.push((uri.clone(), version, vec![edit]));
            }
        }
    }
    Ok(Some(workspace_edit(snapshot, by_file)))
}

/// Why `new` cannot be the name: a file that would be changed defines it already.
fn taken(snapshot: &Snapshot, places: &[Place], name: &agmark_syntax::Name, new: &str) -> Option<String> {
    let wanted = agmark_syntax::Name::new(name.space, new);
    if wanted == *name {
        return None;
    }
    let mut paths: Vec<_> = places.iter().map(|p| &p.path).collect();
    paths.dedup();
    paths.into_iter().find_map(|path| {
        let document = snapshot.index.open(path);
        let text = snapshot.text(path)?;
        let first = match document {
            Some(document) => document.definitions(&wanted).first().map(|d| d.span),
            None => snapshot.index.file(path)?.definitions.iter().find(|d| d.name == wanted).map(|d| d.span),
        }?;
        let line = text.line_of(first.start as usize) + 1;
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        Some(format!(
            "{} \"{new}\" is already defined in {file} on line {line}: choose another name",
            name.space
        ))
    })
}
