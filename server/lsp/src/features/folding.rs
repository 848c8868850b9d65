//! Folding ranges. They are written as JSON directly, in several parts at once: a document has tens of thousands.

use agmark_syntax::FoldKind;
use agmark_syntax::line_columns::LineColumns;
use agmark_syntax::outline::{FoldRow, fold_rows};
use lsp_types as lsp;
use rayon::prelude::*;

use crate::protocol::json::{Json, JsonWriter};
use crate::snapshot::Snapshot;

/// The smallest number of folds that are written by one thread.
const PART: usize = 2048;

pub fn folding(snapshot: &Snapshot, uri: &lsp::Uri) -> Option<Json> {
    let asked = snapshot.asked(uri)?;
    let mut folds = fold_rows(asked.document, snapshot.encoding());
    if let Some(limit) = snapshot.client.fold_limit
        && folds.len() > limit
    {
        // The largest folds are the most useful.
        folds.sort_by_key(|f| std::cmp::Reverse(f.span.len()));
        folds.truncate(limit);
        folds.sort_by_key(|f| f.span.start);
    }
    let is_whole = snapshot.client.whole_lines_fold;
    let columns = (!is_whole).then(|| LineColumns::of(asked.document, snapshot.encoding()));
    let part = |(number, part): (usize, &[FoldRow])| {
        let mut out = JsonWriter::with_capacity(part.len() * 80);
        for (at, fold) in part.iter().enumerate() {
            out.raw(if number + at > 0 { "," } else { "" });
            write(&mut out, fold, columns.as_ref());
        }
        out
    };
    Some(Json::array(folds.par_chunks(PART).enumerate().map(part).collect()))
}

/// A fold; with the ends of its first and last line for clients that fold parts of lines.
fn write(out: &mut JsonWriter, fold: &FoldRow, columns: Option<&LineColumns>) {
    for (before, name, line) in [("{\"", "start", fold.first_line), (",\"", "end", fold.last_line)] {
        out.raw(before);
        out.raw(name);
        out.raw("Line\":");
        out.number(line);
        if let Some(columns) = columns {
            out.raw(",\"");
            out.raw(name);
            out.raw("Character\":");
            out.number(columns.end(line));
        }
    }
    // A block has no kind: `region` is for regions that a person has marked, and editors fold all regions with one
    // command.
    out.raw(match fold.kind {
        FoldKind::Block => "}",
        FoldKind::Comment => ",\"kind\":\"comment\"}",
        FoldKind::Imports => ",\"kind\":\"imports\"}",
    });
}
