//! Highlight: the other occurrences of a name in the document, and keywords that belong together.

use std::collections::HashSet;

use agmark_syntax::WantedUses;
use lsp_types as lsp;

use crate::features::names;
use crate::protocol::from_proto;
use crate::protocol::to_proto;
use crate::snapshot::Snapshot;

pub fn highlight(
    snapshot: &Snapshot,
    at: &lsp::TextDocumentPositionParams,
) -> Option<Vec<lsp::DocumentHighlight>> {
    let asked = snapshot.asked(&at.text_document.uri)?;
    let text = asked.document.text();
    let offset = from_proto::offset(text, at.position, snapshot.encoding());
    let Some(name) = names::at(snapshot, &asked, offset, WantedUses::Places) else {
        let partners = asked.document.format().partners(asked.document, offset);
        let marks = partners.into_iter().map(|span| lsp::DocumentHighlight {
            range: to_proto::range(text, span, snapshot.encoding()),
            kind: Some(lsp::DocumentHighlightKind::TEXT),
        });
        return Some(marks.collect::<Vec<_>>()).filter(|marks| !marks.is_empty());
    };
    let definitions: HashSet<_> = name.own_definitions().into_iter().collect();
    let here = name.locations().into_iter().filter(|place| place.path == asked.path);
    let marks = here.map(|place| lsp::DocumentHighlight {
        range: to_proto::range(text, place.span, snapshot.encoding()),
        kind: Some(if definitions.contains(&place.span) {
            lsp::DocumentHighlightKind::WRITE
        } else {
            lsp::DocumentHighlightKind::READ
        }),
    });
    Some(marks.collect())
}
