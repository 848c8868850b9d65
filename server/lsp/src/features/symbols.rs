//! The outline of a document, as a tree or, for clients without tree support, as a list.
//!
//! It is written as JSON directly, in several parts at once: an outline has hundreds of thousands of positions.

use agmark_syntax::Position;
use agmark_syntax::outline::{Row, rows};
use lsp_types as lsp;
use rayon::prelude::*;

use crate::protocol::json::{Json, JsonWriter};
use crate::protocol::to_proto;
use crate::snapshot::Snapshot;

/// The smallest number of symbols that are written by one thread.
const PART: usize = 2048;

pub fn symbols(snapshot: &Snapshot, uri: &lsp::Uri) -> Option<Json> {
    let asked = snapshot.asked(uri)?;
    let rows = rows(asked.document, snapshot.encoding());
    let starts: Vec<_> = (0..rows.len()).step_by(PART).collect();
    let part = |start: &usize| {
        let mut out = JsonWriter::with_capacity(PART * 320);
        let end = rows.len().min(start + PART);
        if snapshot.client.hierarchical_symbols {
            (*start..end).for_each(|at| nested(&mut out, &rows, at));
        } else {
            let mut above = ancestors(&rows, *start);
            (*start..end).for_each(|at| flat(&mut out, &rows, at, asked.open.uri.as_str(), &mut above));
        }
        out
    };
    Some(Json::array(starts.par_iter().map(part).collect()))
}

/// The symbol with this number, with what separates it from the next one.
fn nested(out: &mut JsonWriter, rows: &[Row<'_>], at: usize) {
    let Some(row) = rows.get(at) else { return };
    out.raw("{\"name\":");
    out.string(name(row));
    if !row.symbol.detail.is_empty() {
        out.raw(",\"detail\":");
        out.string(row.symbol.detail);
    }
    kind(out, row);
    out.raw(",\"range\":");
    range(out, row.start, row.end);
    out.raw(",\"selectionRange\":");
    range(out, row.selection.0, row.selection.1);
    let next = rows.get(at + 1).map(|next| next.level);
    if next.is_some_and(|next| next > row.level) {
        out.raw(",\"children\":[");
        return;
    }
    out.raw("}");
    for _ in next.unwrap_or(0)..row.level {
        out.raw("]}");
    }
    if next.is_some() {
        out.raw(",");
    }
}

/// The parents of the symbol with this number, from the outermost.
fn ancestors<'r, 'a>(rows: &'r [Row<'a>], at: usize) -> Vec<&'r Row<'a>> {
    let mut level = rows.get(at).map_or(0, |row| row.level);
    let mut above = Vec::new();
    for row in rows[..at.min(rows.len())].iter().rev() {
        if level == 0 {
            break;
        }
        if row.level < level {
            level = row.level;
            above.push(row);
        }
    }
    above.reverse();
    above
}

fn flat<'r, 'a>(
    out: &mut JsonWriter,
    rows: &'r [Row<'a>],
    at: usize,
    uri: &str,
    above: &mut Vec<&'r Row<'a>>,
) {
    let Some(row) = rows.get(at) else { return };
    above.truncate(row.level);
    out.raw("{\"name\":");
    out.string(name(row));
    kind(out, row);
    out.raw(",\"location\":{\"uri\":");
    out.string(uri);
    out.raw(",\"range\":");
    range(out, row.start, row.end);
    out.raw("}");
    if let Some(parent) = above.last() {
        out.raw(",\"containerName\":");
        out.string(name(parent));
    }
    out.raw(if at + 1 < rows.len() { "}," } else { "}" });
    above.push(row);
}

fn kind(out: &mut JsonWriter, row: &Row<'_>) {
    out.raw(",\"kind\":");
    out.number(to_proto::symbol_kind_number(row.symbol.kind));
}

fn range(out: &mut JsonWriter, start: Position, end: Position) {
    out.raw("{\"start\":");
    out.position(start);
    out.raw(",\"end\":");
    out.position(end);
    out.raw("}");
}

/// Clients refuse a symbol without a name.
fn name<'a>(row: &'a Row<'_>) -> &'a str {
    if row.symbol.name.trim().is_empty() { "(unnamed)" } else { row.symbol.name }
}
