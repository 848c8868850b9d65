//! Sorting the attributes of a block.

use agmark_syntax::{Edit, Span};

use super::offer::OfferedEdits;
use crate::ide::chunk_blocks::ChunkBlocks;

/// Sorts the attributes of the block at the cursor by key, as in canonical form.
pub fn sort(chunk: &ChunkBlocks, selection: Span) -> OfferedEdits {
    let block = chunk.block_at(chunk.inside(selection.start as usize))?;
    let key = |at: usize| block.attributes[at].name.text(&chunk.text);
    let mut order: Vec<usize> = (0..block.attributes.len()).collect();
    order.sort_by_key(|at| key(*at));
    let edits: Vec<Edit> = order
        .iter()
        .enumerate()
        .filter(|(at, other)| at != *other)
        .map(|(at, other)| {
            let text = block.attributes[*other].span.text(&chunk.text);
            chunk.edit(Edit::replace(block.attributes[at].span, text))
        })
        .collect();
    (!edits.is_empty()).then(|| ("sort the attributes".to_owned(), edits))
}
