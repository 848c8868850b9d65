//! What follows from what was just typed: a list goes on and ends, a fence closes itself.

use agmark_syntax::{Document, Edit, Span};

use super::chunk_blocks::{Part, in_body};
use crate::lexical::line::{self, Class, class};
use crate::syntax::block::{Block, BlockKind};
use crate::vocabulary;

/// The edits after `typed`, which ends at `offset`.
pub fn on_type(document: &Document, offset: usize, typed: char) -> Vec<Edit> {
    // A new line stands at a border of chunks; what was there before it decides.
    let Some(before) = offset.checked_sub(1) else { return Vec::new() };
    let Some(part) = Part::at(document, before) else { return Vec::new() };
    let at = part.inside(offset);
    let edits = match typed {
        '\n' => entered(&part, at),
        '~' => tilde(&part, at),
        _ => Vec::new(),
    };
    edits.into_iter().map(|edit| part.edit(edit)).collect()
}

/// After Enter: the line before the cursor's says what comes.
fn entered(part: &Part, at: usize) -> Vec<Edit> {
    let Some(previous) = at.checked_sub(1).map(|end| part.line_at(end)) else { return Vec::new() };
    let here = part.line_at(at);
    let (Some(line), Some(rest)) = (part.text.get(previous.clone()), part.text.get(here.clone())) else {
        return Vec::new();
    };
    let Some(block) = part.block_at(previous.start) else { return Vec::new() };
    // An editor may have indented the new line already, or gone on with the list itself.
    let indent = Span::new(here.start, here.end - rest.trim_start_matches(line::SPACES).len());
    let marker = match (class(line), block.kind) {
        (Class::Item, BlockKind::List) if !in_body(block, previous.start) => "- ",
        (Class::Quote, BlockKind::Quote) => "> ",
        (Class::Fence(_), _) => return closed(part, block, previous.start, at),
        _ => return Vec::new(),
    };
    if rest.trim_start_matches(line::SPACES).starts_with(marker) {
        return Vec::new();
    }
    if !line::is_blank(line.get(1..).unwrap_or("")) || !line::is_blank(rest) {
        return vec![Edit::replace(indent, marker)];
    }
    // Enter on an empty item ends the list: the marker goes, and its line is the blank one after the list.
    vec![Edit::delete(Span::new(previous.start, previous.end))]
}

/// After Enter behind the opening line of a fence that nothing closes: its closing line.
fn closed(part: &Part, block: &Block, open: usize, at: usize) -> Vec<Edit> {
    let Some(fence) = block.fence.filter(|fence| fence.close.is_none() && fence.open.start as usize == open)
    else {
        return Vec::new();
    };
    let tildes = fence.open.text(&part.text).trim_end();
    let here = part.line_at(at);
    let rest = part.text.get(here.clone()).unwrap_or("");
    let body = part.text.get(here.end..).unwrap_or("").trim();
    // What follows would be swallowed by the fence as it is: so the closing line comes before the next block.
    if rest.trim().is_empty() || !body.is_empty() {
        return vec![line_after(part, here.end, tildes)];
    }
    Vec::new()
}

/// After the third tilde of a line alone under a tag that takes a fence: its closing line. After one more, the closing
/// line gets one more, too.
fn tilde(part: &Part, at: usize) -> Vec<Edit> {
    let here = part.line_at(at);
    let line = part.text.get(here.clone()).unwrap_or("");
    let Some(count) = line::tildes(line).filter(|count| at == here.start + *count as usize) else {
        return Vec::new();
    };
    let rest = part.text.get(here.end..).unwrap_or("");
    let mut next = rest.lines().skip(1);
    if count > 3 && next.next().and_then(line::tildes) == Some(count - 1) && opens(part, here.start) {
        // Directly under it, as it was put there: nothing is in between yet.
        let close = here.end + 1 + count as usize - 1;
        return vec![Edit::insert(close, "~")];
    }
    if count != 3 || !opens(part, here.start) {
        return Vec::new();
    }
    let unclosed = part.blocks.iter().any(|block| {
        block.fence.is_some_and(|fence| fence.open.start as usize == here.start && fence.close.is_none())
    });
    if unclosed { vec![line_after(part, here.end, "~~~")] } else { Vec::new() }
}

/// A new line below the one that ends at `end`. Where there is a line below it starts there and not at the cursor, which
/// some editors would take along.
fn line_after(part: &Part, end: usize, line: &str) -> Edit {
    match part.text.as_bytes().get(end) {
        Some(_) => Edit::insert(end + 1, format!("{line}\n")),
        None => Edit::insert(end, format!("\n{line}")),
    }
}

/// Whether a fence may open on the line that starts at `start`: the line before, but for blank ones, is a tag's that takes
/// one.
fn opens(part: &Part, start: usize) -> bool {
    let before = part.text.get(..start).unwrap_or("");
    let line = before.lines().rev().find(|line| !line::is_blank(line)).unwrap_or("");
    match class(line.trim_start_matches('\u{feff}')) {
        Class::Block(tag) => vocabulary::may_take_fence(tag),
        _ => false,
    }
}
