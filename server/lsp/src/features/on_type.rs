//! The edits after a typed character.

use agmark_syntax::LfDocument;
use lsp_types as lsp;

use crate::protocol::from_proto;
use crate::protocol::to_proto;
use crate::snapshot::Snapshot;

pub fn on_type(
    snapshot: &Snapshot,
    params: &lsp::DocumentOnTypeFormattingParams,
) -> Option<Vec<lsp::TextEdit>> {
    let at = &params.text_document_position;
    let asked = snapshot.asked(&at.text_document.uri)?;
    let (text, format) = (asked.document.text(), &**asked.document.format());
    let typed = params.ch.chars().next().filter(|c| format.info().triggers.on_type.contains(c))?;
    let offset = from_proto::offset(text, at.position, snapshot.encoding());
    let plain = LfDocument::of(asked.document);
    let edits = plain.edits(format.on_type(plain.document(), plain.offset(offset), typed));
    Some(edits.iter().map(|edit| to_proto::text_edit(text, edit, snapshot.encoding())).collect())
}
