//! Edits while a person types: lists continue and end, fences close.

use agmark_syntax::{Document, Edit, Span};

use super::chunk_blocks::ChunkBlocks;
use crate::lexical::line;
use crate::syntax::block::{Block, BlockKind, ListItem};

/// The edits after `typed`, which ends at `offset`.
pub fn on_type(document: &Document, offset: usize, typed: char) -> Vec<Edit> {
    // A new line may be between two chunks. The text before it decides.
    let Some(before) = offset.checked_sub(1) else { return Vec::new() };
    let Some(chunk) = ChunkBlocks::at(document, before) else { return Vec::new() };
    let at = chunk.inside(offset);
    let edits = match typed {
        '\n' => entered(&chunk, at),
        '~' => tilde(&chunk, at),
        _ => Vec::new(),
    };
    edits.into_iter().map(|edit| chunk.edit(edit)).collect()
}

/// After Enter: the line before the cursor decides.
fn entered(chunk: &ChunkBlocks, at: usize) -> Vec<Edit> {
    let Some(previous) = at.checked_sub(1).map(|end| chunk.line_at(end)) else { return Vec::new() };
    let here = chunk.line_at(at);
    let (Some(line), Some(rest)) = (chunk.text.get(previous.clone()), chunk.text.get(here.clone())) else {
        return Vec::new();
    };
    let Some(block) = chunk.block_at(previous.start) else { return Vec::new() };
    // An editor may have indented the new line or continued the list.
    let indent = Span::new(here.start, here.end - rest.trim_start_matches(line::SPACES).len());
    let is_item = |item: &ListItem| (previous.start + 1..=previous.end).contains(&(item.text.start as usize));
    let marker = match block.kind {
        BlockKind::List if block.items.iter().any(is_item) => "- ",
        BlockKind::Quote if block.items.iter().any(is_item) => "> ",
        _ => return closed(chunk, block, previous.start, at),
    };
    if rest.trim_start_matches(line::SPACES).starts_with(marker) {
        return Vec::new();
    }
    if !line::is_blank(line.get(1..).unwrap_or("")) || !line::is_blank(rest) {
        return vec![Edit::replace(indent, marker)];
    }
    // Enter on an empty item ends the list: the marker is removed, and its line is the blank line after the list.
    vec![Edit::delete(Span::new(previous.start, previous.end))]
}

/// After Enter on the opening line of an unclosed fence: its closing line.
fn closed(chunk: &ChunkBlocks, block: &Block, open: usize, at: usize) -> Vec<Edit> {
    let Some(fence) = block.fence.filter(|fence| fence.close.is_none() && fence.open.start as usize == open)
    else {
        return Vec::new();
    };
    let tildes = fence.open.text(&chunk.text).trim_end();
    let here = chunk.line_at(at);
    let rest = chunk.text.get(here.clone()).unwrap_or("");
    let body = chunk.text.get(here.end..).unwrap_or("").trim();
    // Without a closing line, the fence contains the rest of the document. So the closing line comes before the next
    // block.
    if rest.trim().is_empty() || !body.is_empty() {
        return vec![line_after(chunk, here.end, tildes)];
    }
    Vec::new()
}

/// After the third tilde under a tag that takes a fence: the closing line. After a further tilde, the closing line gets
/// one more, too.
fn tilde(chunk: &ChunkBlocks, at: usize) -> Vec<Edit> {
    let here = chunk.line_at(at);
    let line = chunk.text.get(here.clone()).unwrap_or("");
    let Some(count) = line::tildes(line).filter(|count| at == here.start + *count as usize) else {
        return Vec::new();
    };
    let opens = |block: &&Block| block.fence.is_some_and(|fence| fence.open.start as usize == here.start);
    let block = chunk.blocks.iter().filter(|block| block.kind != BlockKind::Unknown).find(opens);
    let Some(fence) = block.and_then(|block| block.fence) else { return Vec::new() };
    let next = chunk.text.get(here.end..).unwrap_or("").lines().nth(1);
    if count > 3 && next.and_then(line::tildes) == Some(count - 1) {
        // The closing line is directly below, because the body is still empty.
        let close = here.end + 1 + count as usize - 1;
        return vec![Edit::insert(close, "~")];
    }
    if count == 3 && fence.close.is_none() { vec![line_after(chunk, here.end, "~~~")] } else { Vec::new() }
}

/// A new line below the one that ends at `end`. If there is a line below, it starts there and not at the cursor, which
/// some editors would move.
fn line_after(chunk: &ChunkBlocks, end: usize, line: &str) -> Edit {
    match chunk.text.as_bytes().get(end) {
        Some(_) => Edit::insert(end + 1, format!("{line}\n")),
        None => Edit::insert(end, format!("\n{line}")),
    }
}
