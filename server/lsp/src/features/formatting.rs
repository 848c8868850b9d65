//! Formatting. Only changed lines are sent, so that cursors and marks stay.

use std::time::Duration;

use agmark_syntax::format::{format_chunks, is_mostly_errors};
use agmark_syntax::{Edit, Span};
use lsp_types as lsp;
use similar::{Algorithm, DiffOp};

use crate::protocol::from_proto;
use crate::protocol::to_proto;
use crate::snapshot::{Asked, Snapshot};

type Answer = Result<Option<Vec<lsp::TextEdit>>, String>;

/// # Errors
/// If the text is not known.
pub fn document(snapshot: &Snapshot, uri: &lsp::Uri) -> Answer {
    snapshot.in_step(&snapshot.key(uri))?;
    Ok(snapshot.asked(uri).and_then(|asked| edits(snapshot, &asked, None)))
}

/// # Errors
/// If the text is not known.
pub fn range(snapshot: &Snapshot, uri: &lsp::Uri, range: lsp::Range) -> Answer {
    snapshot.in_step(&snapshot.key(uri))?;
    let Some(asked) = snapshot.asked(uri) else { return Ok(None) };
    let span = from_proto::span(asked.document.text(), range, snapshot.encoding());
    Ok(edits(snapshot, &asked, Some(span)))
}

fn edits(snapshot: &Snapshot, asked: &Asked<'_>, within: Option<Span>) -> Option<Vec<lsp::TextEdit>> {
    let text = asked.document.text();
    let mut out = Vec::new();
    let formatted = format_chunks(asked.document)?;
    if is_mostly_errors(asked.document) {
        return Some(Vec::new());
    }
    let ends = formatted.iter().skip(1).map(|(start, _)| *start).chain([text.len()]);
    // Adjacent changed pieces are compared together, because a blank line may move from one to the next.
    let mut run: Option<(usize, String, String)> = None;
    for ((start, piece), end) in formatted.iter().zip(ends) {
        let old = text.slice(*start..end);
        if old != piece.text {
            let (_, before, after) = run.get_or_insert_with(|| (*start, String::new(), String::new()));
            before.push_str(&old);
            after.push_str(&piece.text);
        } else if let Some(run) = run.take() {
            out.extend(shifted(run));
        }
    }
    out.extend(run.map(shifted).unwrap_or_default());
    out.retain(|edit: &Edit| within.is_none_or(|w| w.meets(edit.span)));
    Some(out.iter().map(|edit| to_proto::text_edit(text, edit, snapshot.encoding())).collect())
}

/// The edits of a piece of the document that starts at the given offset.
fn shifted((start, old, new): (usize, String, String)) -> Vec<Edit> {
    lines(&old, &new).into_iter().map(|e| Edit { span: e.span.shifted(start), ..e }).collect()
}

/// The edits from `old` to `new`, by lines, without the common text at both ends.
pub fn lines(old: &str, new: &str) -> Vec<Edit> {
    let old_lines: Vec<&str> = old.split_inclusive('\n').collect();
    let new_lines: Vec<&str> = new.split_inclusive('\n').collect();
    let deadline = std::time::Instant::now() + Duration::from_millis(200);
    let ops = similar::capture_diff_slices_deadline(Algorithm::Myers, &old_lines, &new_lines, Some(deadline));
    let starts = |lines: &[&str]| {
        let ends = lines.iter().scan(0, |at, line| {
            *at += line.len();
            Some(*at)
        });
        std::iter::once(0).chain(ends).collect::<Vec<usize>>()
    };
    let (old_at, new_at) = (starts(&old_lines), starts(&new_lines));
    let mut out = Vec::new();
    for op in ops.iter().filter(|op| !matches!(op, DiffOp::Equal { .. })) {
        let (a, b) = (op.old_range(), op.new_range());
        let (from, to) = (old_at[a.start], old_at[a.end]);
        out.push(trimmed(&old[from..to], &new[new_at[b.start]..new_at[b.end]], from));
    }
    out
}

fn trimmed(old: &str, new: &str, at: usize) -> Edit {
    let mut same =
        old.chars().zip(new.chars()).take_while(|(a, b)| a == b).map(|(c, _)| c.len_utf8()).sum::<usize>();
    if old[..same].ends_with('\r') && (old[same..].starts_with('\n') || new[same..].starts_with('\n')) {
        same -= 1;
    }
    let (old_rest, new_rest) = (&old[same..], &new[same..]);
    let back = old_rest.chars().rev().zip(new_rest.chars().rev()).take_while(|(a, b)| a == b);
    let mut back = back.map(|(c, _)| c.len_utf8()).sum::<usize>();
    // No edit starts or ends inside CRLF, because the protocol cannot express such a position.
    let feeds = |text: &str, back: usize| text[text.len() - back..].starts_with('\n');
    let returns = |text: &str, back: usize| text[..text.len() - back].ends_with('\r');
    if feeds(old_rest, back) && (returns(old_rest, back) || returns(new_rest, back)) {
        back -= 1;
    }
    Edit {
        span: Span::new(at + same, at + old.len() - back),
        text: new_rest[..new_rest.len() - back].to_owned(),
    }
}
