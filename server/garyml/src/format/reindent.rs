//! Moves a line and its block to another indent. Relative indents inside code stay.

use agmark_syntax::{Edit, Span, without_ending};

use crate::syntax::content::{Margin, common_indent, common_spaces, spaces};
use crate::syntax::line_item::{ItemKind, LineItem};

/// The edits that move `item` to the column `to`. The content of a block moves with it as a whole, never left of it.
pub fn reindent(item: &LineItem<'_>, text: &str, to: u32) -> Vec<Edit> {
    if item.is_text() {
        return body(item, text, to);
    }
    let indent = item.indent_span();
    let mut edits = Vec::new();
    set(&mut edits, text, indent, to as usize);
    if item.indent.width != to || item.moved {
        let old = spaces(indent.text(text));
        edits.extend(block(item, text, old, to as usize));
    }
    edits
}

/// The indent of a closer that is on a separate line, and the closer.
pub fn closer_indent(item: &LineItem<'_>, text: &str) -> Option<(Span, Span)> {
    let closer = item.parts.block?.closer?;
    let indent = blanks(text, closer.start as usize);
    // On the line of the content or the opener, it has no indent.
    let own_line = indent.start == 0 || text.as_bytes().get(indent.start as usize - 1) == Some(&b'\n');
    own_line.then_some((indent, closer))
}

/// Whether the item's block opens on a separate line, not after a key or a name.
pub fn opens_alone(item: &LineItem<'_>) -> bool {
    matches!(item.kind, ItemKind::Content | ItemKind::Code)
}

/// Moves what follows the opening line of a block.
fn block(item: &LineItem<'_>, text: &str, old: usize, to: usize) -> Vec<Edit> {
    let mut edits = Vec::new();
    if let Some(content) = item.parts.block.and_then(|b| b.inside) {
        let (lines, end) = (lines(text, content), content.end as usize);
        let common = common_spaces(lines.iter().map(|&at| line_at(text, at, end)));
        let margin = Margin::Spaces(common.map_or(old, |common| common.min(old)));
        shift(&mut edits, text.get(..end).unwrap_or(text), &lines, margin, to);
    }
    if let Some((indent, _)) = closer_indent(item, text) {
        let width = spaces(indent.text(text));
        let deeper = if opens_alone(item) { 0 } else { width.saturating_sub(old) };
        set(&mut edits, text, indent, to + deeper);
    }
    edits
}

/// Moves a body so that its leftmost line is at `to`.
fn body(item: &LineItem<'_>, text: &str, to: u32) -> Vec<Edit> {
    let (lines, end) = (lines(text, item.range.clone().into()), item.range.end);
    let mut edits = Vec::new();
    let margin = common_indent(lines.iter().map(|&at| line_at(text, at, end)));
    shift(&mut edits, text, &lines, margin, to as usize);
    edits
}

/// The starts of the lines that begin in a range.
fn lines(text: &str, span: Span) -> Vec<usize> {
    let (start, end) = (span.start as usize, span.end as usize);
    let first = start == 0 || text.as_bytes().get(start - 1) == Some(&b'\n');
    let later = span.text(text).match_indices('\n').map(|(i, _)| start + i + 1).filter(|&at| at < end);
    first.then_some(start).into_iter().chain(later).collect()
}

/// Replaces the margin of each line with `to` spaces. A blank line gets none.
fn shift(edits: &mut Vec<Edit>, text: &str, lines: &[usize], margin: Margin<'_>, to: usize) {
    for &at in lines {
        let line = line_at(text, at, text.len());
        let gone = margin.of(line);
        let empty = line.get(gone..).is_none_or(|rest| without_ending(rest).is_empty());
        set(edits, text, Span::new(at, at + gone), if empty { 0 } else { to });
    }
}

/// The line that starts at `at`, up to `end` at most.
fn line_at(text: &str, at: usize, end: usize) -> &str {
    text.get(at..end).unwrap_or("").split('\n').next().unwrap_or("")
}

/// The blanks at `at`.
fn blanks(text: &str, at: usize) -> Span {
    let rest = text.get(at..).unwrap_or("");
    Span::new(at, at + rest.len() - rest.trim_start_matches([' ', '\t']).len())
}

fn set(edits: &mut Vec<Edit>, text: &str, indent: Span, wanted: usize) {
    let new = " ".repeat(wanted);
    if indent.text(text) != new {
        edits.push(Edit::replace(indent, new));
    }
}
