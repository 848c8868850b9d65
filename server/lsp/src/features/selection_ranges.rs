//! Expanding selections.

use agmark_syntax::Span;
use agmark_syntax::ancestors::selections;
use lsp_types as lsp;

use crate::protocol::from_proto;
use crate::protocol::to_proto;
use crate::snapshot::Snapshot;

pub fn selection(
    snapshot: &Snapshot,
    params: &lsp::SelectionRangeParams,
) -> Option<Vec<lsp::SelectionRange>> {
    let asked = snapshot.asked(&params.text_document.uri)?;
    let text = asked.document.text();
    let one = |position: &lsp::Position| {
        let offset = from_proto::offset(text, *position, snapshot.encoding());
        let mut spans = selections(asked.document, offset);
        spans.reverse();
        let outer = lsp::SelectionRange {
            range: to_proto::range(text, Span::new(0, text.len()), snapshot.encoding()),
            parent: None,
        };
        spans.into_iter().skip(1).fold(outer, |parent, span| lsp::SelectionRange {
            range: to_proto::range(text, span, snapshot.encoding()),
            parent: Some(Box::new(parent)),
        })
    };
    Some(params.positions.iter().map(one).collect())
}
