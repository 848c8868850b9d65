//! Folding ranges.

use agmark_syntax::outline::{folds, last_line};
use lsp_types as lsp;

use crate::protocol::to_proto;
use crate::snapshot::Snapshot;

pub fn folding(snapshot: &Snapshot, uri: &lsp::Uri) -> Option<Vec<lsp::FoldingRange>> {
    let asked = snapshot.asked(uri)?;
    let text = asked.document.text();
    let mut folds = folds(asked.document);
    if let Some(limit) = snapshot.client.fold_limit
        && folds.len() > limit
    {
        // The largest folds are the most useful.
        folds.sort_by_key(|f| std::cmp::Reverse(f.span.len()));
        folds.truncate(limit);
        folds.sort_by_key(|f| f.span.start);
    }
    let ranges = folds.into_iter().map(|fold| {
        let start = text.line_of(fold.span.start as usize);
        let end = last_line(asked.document, fold.span);
        let column =
            |line: usize| to_proto::position(text, text.line_range(line).end, snapshot.encoding()).character;
        let whole = snapshot.client.whole_lines_fold;
        lsp::FoldingRange {
            start_line: start as u32,
            start_character: (!whole).then(|| column(start)),
            end_line: end as u32,
            end_character: (!whole).then(|| column(end)),
            kind: to_proto::fold_kind(fold.kind),
            collapsed_text: None,
        }
    });
    Some(ranges.collect())
}
