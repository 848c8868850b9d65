//! Signature help at the cursor.

use lsp_types as lsp;

use crate::protocol::from_proto;
use crate::protocol::to_proto;
use crate::snapshot::Snapshot;

pub fn signature(snapshot: &Snapshot, at: &lsp::TextDocumentPositionParams) -> Option<lsp::SignatureHelp> {
    let asked = snapshot.asked(&at.text_document.uri)?;
    let (text, format) = (asked.document.text(), &**asked.document.format());
    let offset = from_proto::offset(text, at.position, snapshot.encoding());
    let view = snapshot.view(&asked.path, format);
    let found = format.signature(asked.document, &view, offset)?;
    let words = |text: String| {
        (!text.is_empty())
            .then(|| lsp::Documentation::MarkupContent(to_proto::markup(&snapshot.client, text)))
    };
    let active = found.active.and_then(|at| u32::try_from(at).ok());
    let parameters = found.parameters.into_iter().map(|one| lsp::ParameterInformation {
        label: lsp::ParameterLabel::Simple(one.label),
        documentation: words(one.documentation),
    });
    Some(lsp::SignatureHelp {
        signatures: vec![lsp::SignatureInformation {
            label: found.label,
            documentation: words(found.documentation),
            parameters: Some(parameters.collect()),
            active_parameter: active,
        }],
        active_signature: Some(0),
        active_parameter: active,
    })
}
