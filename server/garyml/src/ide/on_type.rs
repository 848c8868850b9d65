//! Edits while a person types: lines under a header are indented, quotes and fences are closed.

use crate::syntax::indent::Indent;
use agmark_syntax::{Document, Edit, Span};

use super::cursor::{CursorContext, CursorRegion};
use crate::syntax::line_class::QUOTES;
use crate::syntax::structure::Structure;
use crate::vocabulary::ContentModel;

/// `typed` ends at `offset`.
pub(crate) fn on_type(document: &Document, offset: usize, typed: char) -> Vec<Edit> {
    let Some(around) = CursorContext::new(document, offset) else { return Vec::new() };
    let structure = around.structure();
    match typed {
        '\n' => indent(&around, &structure, offset),
        '"' => close_quotes(&around, offset),
        '`' => close_fence(&around, &structure, offset),
        _ => Vec::new(),
    }
}

/// After a header's line, one level deeper.
fn indent(around: &CursorContext, structure: &Structure<'_>, offset: usize) -> Vec<Edit> {
    let (before, after) = around.line(offset);
    let line = around.at(offset) - before.len();
    if !before.trim().is_empty() || around.inside(structure, offset) == CursorRegion::Block {
        return Vec::new();
    }
    let above = around.text.get(..line.saturating_sub(1)).unwrap_or("");
    let start = above.rfind('\n').map_or(0, |i| i + 1);
    let header = structure
        .headers
        .iter()
        .find(|h| structure.items.get(h.item).is_some_and(|i| (start..line).contains(&i.range.start)));
    let Some(item) = header.and_then(|h| structure.items.get(h.item)) else { return Vec::new() };
    let inline =
        item.parts.value.is_some() || header.is_some_and(|h| h.kind.content() == Some(ContentModel::None));
    if inline || item.parts.block.is_some() {
        return Vec::new();
    }
    let wanted = item.indent.width.saturating_add(around.unit(structure)) as usize;
    let blanks = after.len() - after.trim_start_matches([' ', '\t']).len();
    let old = Span::new(offset - before.len(), offset + blanks);
    let new = " ".repeat(wanted);
    if before == new && blanks == 0 { Vec::new() } else { vec![Edit::replace(old, new)] }
}

/// `"""` opens a text block: another one below closes it.
fn close_quotes(around: &CursorContext, offset: usize) -> Vec<Edit> {
    let (before, after) = around.line(offset);
    let opens = before.ends_with(QUOTES) && before.matches(QUOTES).count() == 1 && after.trim().is_empty();
    let alone = before.trim() == QUOTES || before.trim_end_matches('"').trim_end().ends_with(':');
    if !opens || !alone || before.ends_with("\"\"\"\"") {
        return Vec::new();
    }
    // It is closed, or it closes a block above.
    let at = around.at(offset);
    let others = around.text.get(..at.saturating_sub(QUOTES.len())).unwrap_or("").matches(QUOTES).count();
    let later = around.text.get(at..).unwrap_or("").matches(QUOTES).count();
    if others % 2 == 1 || later % 2 == 1 {
        return Vec::new();
    }
    let margin = " ".repeat(Indent::of(before).width as usize);
    vec![below(around, offset, &format!("{margin}{QUOTES}"))]
}

/// Three backticks open a code block.
fn close_fence(around: &CursorContext, structure: &Structure<'_>, offset: usize) -> Vec<Edit> {
    let (before, after) = around.line(offset);
    let fence = before.trim();
    if fence != "```" || !after.trim().is_empty() {
        return Vec::new();
    }
    let line = around.at(offset) - before.len();
    let opened = structure.items.iter().find(|i| i.range.start == line).and_then(|i| i.parts.block);
    // A fence that is closed or that closes a block is not changed.
    if opened.is_none_or(|block| block.closer.is_some()) {
        return Vec::new();
    }
    let margin = " ".repeat(Indent::of(before).width as usize);
    vec![below(around, offset, &format!("{margin}{fence}"))]
}

/// A new line below the cursor's. Where there is a line below it starts there and not at the cursor, which some editors
/// would take along.
fn below(around: &CursorContext, offset: usize, line: &str) -> Edit {
    match around.text.get(around.at(offset)..).and_then(|rest| rest.find('\n')) {
        Some(end) => Edit::insert(offset + end + 1, format!("{line}\n")),
        None => Edit::insert(offset, format!("\n{line}")),
    }
}
