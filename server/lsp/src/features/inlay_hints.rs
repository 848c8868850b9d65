//! The inlay hints of the format.

use lsp_types as lsp;

use crate::protocol::from_proto;
use crate::protocol::to_proto;
use crate::snapshot::Snapshot;

pub fn hints(snapshot: &Snapshot, params: &lsp::InlayHintParams) -> Option<Vec<lsp::InlayHint>> {
    let asked = snapshot.asked(&params.text_document.uri)?;
    let (text, format) = (asked.document.text(), &**asked.document.format());
    let span = from_proto::span(text, params.range, snapshot.encoding());
    let view = snapshot.view(&asked.path, format);
    let hints = format.inlay_hints(asked.document, &view, span).into_iter().map(|hint| lsp::InlayHint {
        position: to_proto::position(text, hint.at, snapshot.encoding()),
        label: lsp::InlayHintLabel::String(hint.label),
        kind: None,
        text_edits: None,
        tooltip: (!hint.tooltip.is_empty())
            .then(|| lsp::InlayHintTooltip::MarkupContent(to_proto::markup(&snapshot.client, hint.tooltip))),
        padding_left: Some(true),
        padding_right: None,
        data: None,
    });
    Some(hints.collect())
}
