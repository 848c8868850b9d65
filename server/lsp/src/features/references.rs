//! Find references, over all files of the workspace.

use agmark_syntax::WantedUses;
use lsp_types as lsp;

use crate::features::names;
use crate::protocol::from_proto;
use crate::snapshot::Snapshot;

pub fn references(snapshot: &Snapshot, params: &lsp::ReferenceParams) -> Option<Vec<lsp::Location>> {
    let at = &params.text_document_position;
    let asked = snapshot.asked(&at.text_document.uri)?;
    let offset = from_proto::offset(asked.document.text(), at.position, snapshot.encoding());
    let name = names::at(snapshot, &asked, offset, WantedUses::Places)?;
    let places = if params.context.include_declaration { name.locations() } else { name.uses() };
    let mut texts = snapshot.texts();
    Some(places.iter().filter_map(|place| texts.location(place)).collect())
}
