//! The canonical form: the indent unit that is set, or the unit of the file; one blank line between top-level
//! directives; one form of parameters. Formatting is a list of edits, so the rest of the text stays byte for byte.
//!
//! Blank lines between two pieces belong to the later piece. The earlier piece removes them, and the state of the line
//! scan records them.

mod parameters;
pub(crate) mod reindent;

use agmark_syntax::{Edit, Formatted, Piece, Severity, Span, without_ending};

use crate::analysis::chunk_data::embedded_diffs;
use crate::format::reindent::{closer_indent, opens_alone, reindent};
use crate::rules;
use crate::syntax::content::spaces;
use crate::syntax::line_item::{ItemKind, LineItem};
use crate::syntax::nesting::Nesting;
use crate::syntax::structure::Structure;

/// A piece in canonical form; `set` is the unit that is set for the document. `last`: no piece follows.
pub fn format(piece: &Piece<'_>, set: Option<u32>, last: bool) -> Formatted {
    let structure = Structure::read(piece, set);
    let errors: Vec<(usize, bool)> = rules::check(&structure, &embedded_diffs(&structure))
        .iter()
        .filter(|d| d.severity == Severity::Error)
        .map(|d| (d.span.start as usize, *d.rule == rules::tab_indent::RULE.rule))
        .collect();
    let has_error = |item: &LineItem<'_>| {
        // If a line must move, its tabs are replaced.
        let text = item.is_text();
        let moves = must_move(item) && (item.indent.tabs || !text);
        let from = errors.partition_point(|(at, _)| *at < item.range.start);
        let own = errors.iter().skip(from).take_while(|(at, _)| *at < item.range.end);
        own.into_iter().any(|(_, tab)| !(*tab && moves))
    };
    let mut edits = Gaps { structure: &structure, piece, last }.edits();
    let mut skipped = Vec::new();
    for item in &structure.items {
        if has_error(item) {
            skipped.push(item.span(piece.text));
            if must_move(item) {
                edits.extend(reindent(item, piece.text, item.placed));
            }
            continue;
        }
        edits.extend(indent(item, piece.text));
        edits.extend(parameters::tidy(&structure, item));
        edits.extend(trailing_blanks(item, piece.text));
    }
    let mut text = Edit::apply(piece.text, &edits);
    if last && !structure.items.is_empty() && !text.ends_with('\n') {
        // At the end of a document, carriage returns are blanks. With the line feed, they would be a line ending.
        text.truncate(without_ending(&text).len());
        text.push('\n');
    }
    Formatted { text, skipped }
}

/// Whether an item or the content of its block must move.
fn must_move(item: &LineItem<'_>) -> bool {
    // If all lines of a text have tabs and the leftmost line stays under its header, all do.
    let text = item.is_text() && !item.indent.tabs;
    item.placed != item.indent.width || (item.moved && (text || item.parts.block.is_some()))
}

/// Moves an item to its canonical indent, and its closer under its opener.
fn indent(item: &LineItem<'_>, text: &str) -> Vec<Edit> {
    let mut edits = Vec::new();
    if must_move(item) {
        edits = reindent(item, text, item.placed);
    }
    if let Some((span, _)) = closer_indent(item, text) {
        let wanted = " ".repeat(item.placed as usize);
        let own = span.text(text);
        let left_of_opener = own.len() < item.indent_span().len();
        // One unit deeper than the line of its opener, it would be between two levels.
        let own_unit = item.set.is_some_and(|set| set != item.unit)
            && spaces(own) == (item.indent.width + item.unit) as usize;
        if own != wanted && (opens_alone(item) || left_of_opener || own_unit) {
            edits.retain(|e| e.span != span);
            edits.push(Edit::replace(span, wanted));
        }
    }
    edits
}

/// Removes blanks at the end of the first and last line of an item, unless they are content.
fn trailing_blanks(item: &LineItem<'_>, text: &str) -> Vec<Edit> {
    let (start, end) = (item.range.start, item.range.end);
    let own = text.get(start..end).unwrap_or("");
    let mut lines = vec![own.trim_end_matches('\n').len()];
    let first = own.find('\n').unwrap_or(own.len());
    let content = item.parts.block.and_then(|b| b.inside).map(|n| n.start as usize);
    if !item.is_text() && content.is_none_or(|at| at > start + first) {
        lines.push(first);
    }
    lines.sort_unstable();
    lines.dedup();
    let mut edits = Vec::new();
    for line in lines {
        let line = own.get(..line).unwrap_or("");
        let line = without_ending(line);
        let visible = line.trim_end_matches([' ', '\t']);
        // A carriage return before them would become part of the line ending.
        if visible.len() < line.len() && !visible.ends_with('\r') {
            edits.push(Edit::delete(Span::new(start + visible.len(), start + line.len())));
        }
    }
    edits
}

/// The ending of a text's first line.
fn line_ending(text: &str) -> &'static str {
    let end = text.find('\n').unwrap_or(text.len());
    if text.get(..end).is_some_and(|line| line.ends_with('\r')) { "\r\n" } else { "\n" }
}

/// The blank lines between items.
struct Gaps<'a> {
    structure: &'a Structure<'a>,
    piece: &'a Piece<'a>,
    last: bool,
}

impl Gaps<'_> {
    fn edits(&self) -> Vec<Edit> {
        let items = &self.structure.items;
        let mut wanted: Vec<usize> = (0..items.len()).map(|i| self.kept(i)).collect();
        for (i, item) in items.iter().enumerate() {
            if self.level(item) == Some(0) {
                self.separate(&mut wanted, i);
            }
        }
        let tail = self.gap(items.len());
        if !self.last && tail.text(self.piece.text).is_empty() {
            // Comments at column 0 at the end of a piece belong to the top-level header that follows.
            let lead = self.lead(items.len());
            if lead < items.len() {
                self.separate(&mut wanted, items.len());
            }
        }
        let mut edits = Vec::new();
        for (i, (count, item)) in wanted.into_iter().zip(items).enumerate() {
            let mut blank = self.gap(i).text(self.piece.text).replace([' ', '\t'], "");
            // The line before a header may be in the piece before, whose line ending is unknown.
            if self.level(item).is_some() || blank.matches('\n').count() != count {
                let below = self.piece.text.get(item.range.start..).unwrap_or("");
                blank = line_ending(below).repeat(count);
            }
            self.set(&mut edits, i, &blank);
        }
        self.set(&mut edits, items.len(), "");
        edits
    }

    fn set(&self, edits: &mut Vec<Edit>, index: usize, blank: &str) {
        let gap = self.gap(index);
        if gap.text(self.piece.text) != blank {
            edits.push(Edit::replace(gap, blank));
        }
    }

    /// One blank line before the top-level header at `index` and the comments that belong to it.
    fn separate(&self, wanted: &mut [usize], index: usize) {
        let lead = self.lead(index);
        let Some(count) = wanted.get_mut(lead) else { return };
        let nesting = Nesting::of(self.piece.state);
        let after_open_block = match lead.checked_sub(1).and_then(|i| self.structure.items.get(i)) {
            // Blank lines after an unterminated block are its content.
            Some(before) => before.parts.block.is_some_and(|b| b.closer.is_none()),
            None => nesting.after_block,
        };
        let first = lead == 0 && self.piece.is_first();
        let led = lead == 0 && nesting.after_comment;
        *count = usize::from(!after_open_block && !first && !led);
    }

    /// The first of the comments at column 0 directly above the item at `index`, or that item.
    fn lead(&self, index: usize) -> usize {
        let mut lead = index;
        while let Some(before) = lead.checked_sub(1).and_then(|i| self.structure.items.get(i)) {
            let comment = before.kind == ItemKind::Comment && before.placed == 0;
            if !comment || !self.gap(lead).is_empty() {
                break;
            }
            lead -= 1;
        }
        lead
    }

    /// The number of blank lines that stay before an item that is not a top-level header.
    fn kept(&self, index: usize) -> usize {
        let count = self.gap(index).text(self.piece.text).matches('\n').count();
        let header = self.structure.items.get(index).is_some_and(|i| self.level(i).is_some());
        if index > 0 {
            return if header { count.min(1) } else { count };
        }
        let nesting = Nesting::of(self.piece.state);
        usize::from(!self.piece.is_first() && nesting.after_blank && !nesting.after_block)
    }

    fn level(&self, item: &LineItem<'_>) -> Option<usize> {
        match item.kind {
            ItemKind::Header(i) => self.structure.headers.get(i).map(|h| h.level),
            _ => None,
        }
    }

    /// The white space before the item at `index`, or after the last one.
    fn gap(&self, index: usize) -> Span {
        let items = &self.structure.items;
        let text = self.piece.text;
        let start = match index.checked_sub(1).and_then(|i| items.get(i)) {
            Some(before) => before.range.end,
            None if self.piece.is_first() && text.starts_with('\u{feff}') => '\u{feff}'.len_utf8(),
            None => 0,
        };
        let end = items.get(index).map_or(text.len(), |i| i.range.start);
        Span::new(start, end.max(start))
    }
}
