//! Splitting and joining paragraphs.

use agmark_syntax::{Document, Edit, Span};

use super::offer::OfferedEdits;
use crate::ide::chunk_blocks::{ChunkBlocks, is_good, reads};
use crate::lexical::markup;
use crate::syntax::block::{Block, BlockKind, Markup};

/// Splits the paragraph at the cursor. The id stays with the first half.
pub fn split(chunk: &ChunkBlocks, selection: Span) -> OfferedEdits {
    let at = chunk.inside(selection.start as usize);
    let block = chunk.block_at(at).filter(|block| selection.is_empty() && is_paragraph(block, chunk))?;
    let text = block.text?;
    if at <= text.start as usize || at >= text.end as usize {
        return None;
    }
    let cuts = |markup: &Markup| (markup.span.start as usize) < at && at < markup.span.end as usize;
    if block.markup.iter().any(cuts) {
        return None;
    }
    let first = chunk.text.get(text.start as usize..at)?.trim();
    let second = chunk.text.get(at..text.end as usize)?.trim();
    let rest = chunk.text.get(text.end as usize..block.span.end as usize)?;
    if first.is_empty() || second.is_empty() {
        return None;
    }
    let (first, second) = (format!("@p {first}{rest}"), format!("@p {second}"));
    if !reads(&first) || !is_plain(&second) || rest.is_empty() && !is_plain(&first) {
        return None;
    }
    let edit = chunk.edit(Edit::replace(block.span, format!("{first}\n\n{second}")));
    Some(("split the paragraph here".to_owned(), vec![edit]))
}

/// Joins the selected paragraphs, or the one at the cursor with the next. At most one of them has an id, which the
/// result keeps.
pub fn join(document: &Document, chunk: &ChunkBlocks, selection: Span) -> OfferedEdits {
    let start = chunk.block_at(chunk.inside(selection.start as usize))?.span.start;
    let mut joined = Joined { selection, ..Joined::default() };
    let mut go_on = joined.take(chunk, chunk.blocks.iter().filter(|block| block.span.start >= start))?;
    // Only as many chunks as needed: everything may be selected.
    let mut end = chunk.start + chunk.text.len();
    while go_on && end < document.text().len() {
        let next = ChunkBlocks::at(document, end)?;
        go_on = joined.take(&next, next.blocks.iter())?;
        end = next.start + next.text.len();
    }
    joined.offer()
}

/// Paragraphs that follow each other, as one.
#[derive(Default)]
struct Joined {
    selection: Span,
    text: String,
    id: Option<String>,
    span: Span,
    count: usize,
}

impl Joined {
    /// Adds the next selected blocks. Returns whether more may follow; `None` if they cannot be joined.
    fn take<'b>(&mut self, chunk: &ChunkBlocks, blocks: impl Iterator<Item = &'b Block>) -> Option<bool> {
        for block in blocks {
            let span = block.span.shifted(chunk.start);
            let wanted =
                if self.selection.is_empty() { self.count < 2 } else { span.start <= self.selection.end };
            if !wanted {
                return Some(false);
            }
            if !is_paragraph(block, chunk) {
                return None;
            }
            if let Some(id) = block.ids.first() {
                if self.id.is_some() {
                    return None;
                }
                self.id = Some(id.span.text(&chunk.text).to_owned());
            }
            self.text.push(' ');
            self.text.push_str(block.text.map_or("", |text| text.text(&chunk.text)));
            self.span =
                Span { start: if self.count == 0 { span.start } else { self.span.start }, end: span.end };
            self.count += 1;
        }
        Some(true)
    }

    fn offer(self) -> OfferedEdits {
        let text = match &self.id {
            Some(id) => format!("@p{} {id}", self.text),
            None => format!("@p{}", self.text),
        };
        if self.count < 2 || !reads(&text) || self.id.is_none() && !is_plain(&text) {
            return None;
        }
        let title = match self.count {
            2 => "join the two paragraphs".to_owned(),
            count => format!("join {count} paragraphs"),
        };
        Some((title, vec![Edit::replace(self.span, text)]))
    }
}

fn is_paragraph(block: &Block, chunk: &ChunkBlocks) -> bool {
    block.kind == BlockKind::Paragraph && is_good(block, &chunk.text)
}

/// Whether a line is a paragraph without an id.
fn is_plain(line: &str) -> bool {
    reads(line) && markup::final_bracket(line).is_none()
}
