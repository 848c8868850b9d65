//! Renames a name in all files.

use std::path::Path;
use std::sync::Arc;

use agmark_syntax::{Edit, WantedUses};
use lsp_types as lsp;

use crate::features::names;
use crate::features::workspace_edits::elsewhere;
use crate::protocol::from_proto;
use crate::protocol::to_proto;
use crate::snapshot::Snapshot;

/// The range of the name to rename.
pub fn prepare(
    snapshot: &Snapshot,
    at: &lsp::TextDocumentPositionParams,
) -> Option<lsp::PrepareRenameResponse> {
    let asked = snapshot.asked(&at.text_document.uri)?;
    let text = asked.document.text();
    let offset = from_proto::offset(text, at.position, snapshot.encoding());
    let name = names::at(snapshot, &asked, offset, WantedUses::Number)?;
    Some(lsp::PrepareRenameResponse::RangeWithPlaceholder {
        range: to_proto::range(text, name.span, snapshot.encoding()),
        placeholder: text.span(name.span).into_owned(),
    })
}

/// The edit, or a message for the person: why it is not possible.
pub fn rename(snapshot: &Snapshot, params: &lsp::RenameParams) -> Result<Option<lsp::WorkspaceEdit>, String> {
    let at = &params.text_document_position;
    snapshot.in_step(&snapshot.key(&at.text_document.uri))?;
    let Some(asked) = snapshot.asked(&at.text_document.uri) else { return Ok(None) };
    let document = asked.document;
    let offset = from_proto::offset(document.text(), at.position, snapshot.encoding());
    let Some(name) = names::at(snapshot, &asked, offset, WantedUses::Places) else {
        return Err("nothing to rename here: put the cursor on a name".to_owned());
    };
    let new = document.format().check_name(&name.name, &params.new_name)?;
    let places = name.locations();
    places.iter().try_for_each(|place| snapshot.in_step(&place.path))?;
    if let Some(taken) = name.taken(&new, &places)
        && let Some(text) = snapshot.text(&taken.path)
    {
        let line = text.line_of(taken.span.start as usize) + 1;
        let file = taken.path.file_name().unwrap_or_default().to_string_lossy();
        let space = name.name.space;
        return Err(format!(
            "{space} \"{new}\" is already defined in {file} on line {line}: choose another name"
        ));
    }
    let mut edits: Vec<(Arc<Path>, Vec<Edit>)> = Vec::new();
    for place in places {
        let edit = Edit::replace(place.span, &new);
        match edits.last_mut() {
            Some((path, edits)) if *path == place.path => edits.push(edit),
            _ => edits.push((place.path, vec![edit])),
        }
    }
    elsewhere(snapshot, &edits).map(Some)
}
