//! Adding ids to blocks, and removing unused ids.

use agmark_syntax::{Document, Edit, Span, World};

use super::offer::OfferedEdits;
use crate::ast::hash;
use crate::document::ids::{Names, propose_source};
use crate::ide::chunk_blocks::{ChunkBlocks, is_good, reads};
use crate::ide::known_ids::{free, is_unused};
use crate::syntax::block::{Block, BlockKind};

/// Adds an id to the block at the cursor.
pub fn add_one(document: &Document, chunk: &ChunkBlocks, selection: Span) -> OfferedEdits {
    let block = chunk.block_at(chunk.inside(selection.start as usize))?;
    let mut names = free(document);
    let (id, edit) = add(chunk, block, &mut names)?;
    Some((format!("add the id #{id}"), vec![edit]))
}

/// Adds an id to every heading, list, quote, fence and extension without one, as [`crate::Document::add_ids`] does, but
/// also in a document with errors.
pub fn add_all(document: &Document) -> Vec<Edit> {
    let mut names = free(document);
    let mut out = Vec::new();
    for chunk in ChunkBlocks::all(document) {
        let wanted = |block: &&Block| {
            !matches!(
                block.kind,
                BlockKind::Paragraph
                    | BlockKind::Meta
                    | BlockKind::Ref
                    | BlockKind::Include
                    | BlockKind::Comment
            )
        };
        let blocks = chunk.blocks.iter().filter(wanted);
        out.extend(blocks.filter_map(|block| add(&chunk, block, &mut names)).map(|(_, edit)| edit));
    }
    out
}

/// Removes the ids that no block in this or another file refers to. Ids with a hash stay, because a tool uses them. Ids
/// that the block's attributes or text need stay, too.
pub fn remove_unused(document: &Document, world: &dyn World) -> Vec<Edit> {
    let mut out = Vec::new();
    for chunk in ChunkBlocks::all(document) {
        for block in chunk.blocks.iter().filter(|block| is_good(block, &chunk.text)) {
            let Some(id) = block.id().filter(|id| id.hash.is_none()) else { continue };
            let before = chunk.text.get(..id.span.start as usize).unwrap_or("");
            let span = Span::new(before.trim_end_matches([' ', '\t']).len(), id.span.end as usize);
            let inside =
                Span::new((span.start - block.span.start) as usize, (span.end - block.span.start) as usize);
            let without = Edit::apply(block.span.text(&chunk.text), &[Edit::delete(inside)]);
            let needs = block.attributes.iter().any(|attribute| attribute.in_id)
                || !reads(&without)
                // Another bracket would become the id.
                || block.is_inline() && crate::lexical::markup::final_bracket(without.lines().next().unwrap_or("")).is_some();
            if !needs && is_unused(document, world, id.identifier.name().shifted(chunk.start)) {
                out.push(chunk.edit(Edit::delete(span)));
            }
        }
    }
    out
}

/// Updates stale hashes, each with the same number of digits.
pub fn refresh_hashes(document: &Document) -> Vec<Edit> {
    let mut out = Vec::new();
    for chunk in ChunkBlocks::all(document) {
        for block in &chunk.blocks {
            let Some(written) = block.id().filter(|id| id.good_hash).and_then(|id| id.hash) else { continue };
            let digits = Span::new(written.start as usize + 1, written.end as usize);
            let now = hash::of_source(block.span.text(&chunk.text));
            if let Some(now) = now.filter(|now| !hash::fits(digits.text(&chunk.text), now)) {
                out.push(chunk.edit(Edit::replace(digits, &now[..digits.len().min(now.len())])));
            }
        }
    }
    out
}

/// The new id and the edit that adds it at the end of the first line.
fn add(chunk: &ChunkBlocks, block: &Block, names: &mut Names<'_>) -> Option<(String, Edit)> {
    if !block.has_tag() || !block.ids.is_empty() || !is_good(block, &chunk.text) {
        return None;
    }
    let header = chunk.text.get(block.span.start as usize..block.header_end)?;
    let id = propose_source(header, names)?;
    Some((id.clone(), chunk.edit(Edit::insert(block.header_end, format!(" [#{id}]")))))
}
