//! Ids for blocks that have none, and away with those that nobody uses.

use agmark_syntax::{Document, Edit, Span, World};

use super::offer::Offer;
use crate::ast::hash;
use crate::document::ids::{Names, propose_source};
use crate::ide::chunk_blocks::{Part, is_good, reads};
use crate::ide::known_ids::{is_unused, taken};
use crate::syntax::block::{Block, BlockKind};

/// Gives the block at the cursor an id.
pub fn add_one(document: &Document, part: &Part, selection: Span) -> Offer {
    let block = part.block_at(part.inside(selection.start as usize))?;
    let mut names = taken(document);
    let (id, edit) = add(part, block, &mut names)?;
    Some((format!("add the id #{id}"), vec![edit]))
}

/// Gives an id to every heading, list, quote, fence and extension that has none, as [`crate::Document::add_ids`] does; but
/// also in a document that has errors elsewhere.
pub fn add_all(document: &Document) -> Vec<Edit> {
    let mut names = taken(document);
    let mut out = Vec::new();
    for part in Part::all(document) {
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
        let blocks = part.blocks.iter().filter(wanted);
        out.extend(blocks.filter_map(|block| add(&part, block, &mut names)).map(|(_, edit)| edit));
    }
    out
}

/// Takes away the ids that nothing refers to, in this and in other files. Those with a hash stay, because somebody goes by
/// them, and those without which the block's attributes or text could not be written.
pub fn remove_unused(document: &Document, world: &dyn World) -> Vec<Edit> {
    let mut out = Vec::new();
    for part in Part::all(document) {
        for block in part.blocks.iter().filter(|block| is_good(block, &part.text)) {
            let Some(id) = block.id().filter(|id| id.hash.is_none()) else { continue };
            let before = part.text.get(..id.span.start as usize).unwrap_or("");
            let span = Span::new(before.trim_end_matches([' ', '\t']).len(), id.span.end as usize);
            let inside =
                Span::new((span.start - block.span.start) as usize, (span.end - block.span.start) as usize);
            let without = Edit::apply(block.span.text(&part.text), &[Edit::delete(inside)]);
            let needs = block.attributes.iter().any(|attribute| attribute.in_id)
                || !reads(&without)
                // Another bracket would be the id then.
                || block.is_inline() && crate::lexical::markup::final_bracket(without.lines().next().unwrap_or("")).is_some();
            if !needs && is_unused(document, world, id.identifier.name().shifted(part.start)) {
                out.push(part.edit(Edit::delete(span)));
            }
        }
    }
    out
}

/// Writes the hashes anew that are not those of what their blocks say, each with as many digits as it has.
pub fn refresh_hashes(document: &Document) -> Vec<Edit> {
    let mut out = Vec::new();
    for part in Part::all(document) {
        for block in &part.blocks {
            let Some(written) = block.id().filter(|id| id.good_hash).and_then(|id| id.hash) else { continue };
            let digits = Span::new(written.start as usize + 1, written.end as usize);
            let now = hash::of_source(block.span.text(&part.text));
            if let Some(now) = now.filter(|now| !hash::fits(digits.text(&part.text), now)) {
                out.push(part.edit(Edit::replace(digits, &now[..digits.len().min(now.len())])));
            }
        }
    }
    out
}

/// The new id and where it is written: at the end of the block's first line.
fn add(part: &Part, block: &Block, names: &mut Names) -> Option<(String, Edit)> {
    if !block.has_tag() || !block.ids.is_empty() || !is_good(block, &part.text) {
        return None;
    }
    let header = part.text.get(block.span.start as usize..block.header_end)?;
    let id = propose_source(header, names)?;
    Some((id.clone(), part.edit(Edit::insert(block.header_end, format!(" [#{id}]")))))
}
