//! Folding ranges.

use agmark_syntax::outline::fold_rows;
use lsp_types as lsp;

use crate::protocol::to_proto;
use crate::snapshot::Snapshot;

pub fn folding(snapshot: &Snapshot, uri: &lsp::Uri) -> Option<Vec<lsp::FoldingRange>> {
    let asked = snapshot.asked(uri)?;
    let text = asked.document.text();
    let mut folds = fold_rows(asked.document, snapshot.encoding());
    if let Some(limit) = snapshot.client.fold_limit
        && folds.len() > limit
    {
        // The largest folds are the most useful.
        folds.sort_by_key(|f| std::cmp::Reverse(f.span.len()));
        folds.truncate(limit);
        folds.sort_by_key(|f| f.span.start);
    }
    let ranges = folds.into_iter().map(|fold| {
        let column = |line: u32| {
            let end = text.line_range(line as usize).end;
            to_proto::position(text, end, snapshot.encoding()).character
        };
        let whole = snapshot.client.whole_lines_fold;
        lsp::FoldingRange {
            start_line: fold.first_line,
            start_character: (!whole).then(|| column(fold.first_line)),
            end_line: fold.last_line,
            end_character: (!whole).then(|| column(fold.last_line)),
            kind: to_proto::fold_kind(fold.kind),
            collapsed_text: None,
        }
    });
    Some(ranges.collect())
}
