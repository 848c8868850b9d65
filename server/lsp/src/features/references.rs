//! Find references, over all files of the workspace.

use agmark_workspace::meaning;
use lsp_types as lsp;

use crate::from_proto;
use crate::snapshot::Snapshot;

pub fn references(snapshot: &Snapshot, params: &lsp::ReferenceParams) -> Option<Vec<lsp::Location>> {
    let at = &params.text_document_position;
    let asked = snapshot.asked(&at.text_document.uri)?;
    let offset = from_proto::offset(asked.document.text(), at.position, snapshot.encoding());
    let name = asked.document.occurrence_at(offset)?;
    let with = params.context.include_declaration;
    let places = meaning::uses(&snapshot.index, &asked.path, asked.document, &name, with);
    let mut texts = snapshot.texts();
    Some(places.iter().filter_map(|place| texts.location(place)).collect())
}
