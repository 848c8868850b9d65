//! Hover on tags, keys of attributes and hashes. Hovers on ids come from the analysis.

use agmark_syntax::{Document, Hover, Span};

use super::chunk_blocks::ChunkBlocks;
use crate::ast::hash;
use crate::syntax::block::Block;
use crate::vocabulary;

/// The hover at `offset`.
pub fn hover(document: &Document, offset: usize) -> Option<Hover> {
    let chunk = ChunkBlocks::at(document, offset)?;
    let at = chunk.inside(offset);
    let block = chunk.block_at(at)?;
    let (markdown, span) =
        tag(block, &chunk, at).or_else(|| of_hash(block, &chunk, at)).or_else(|| key(block, &chunk, at))?;
    Some(Hover { markdown, span: span.shifted(chunk.start) })
}

/// The documentation of a tag or of an inline `@ref`.
fn tag(block: &Block, chunk: &ChunkBlocks, at: usize) -> Option<(String, Span)> {
    let inline = block.markup.iter().filter(|markup| markup.target.is_some());
    let inline = inline.map(|markup| Span::new(markup.span.start as usize, markup.span.start as usize + 4));
    let span = std::iter::once(block.tag).chain(inline).find(|span| !span.is_empty() && span.touches(at))?;
    let name = span.text(&chunk.text).strip_prefix('@')?;
    let tag = vocabulary::tag(name)?;
    Some((format!("`@{name}`: {}\n\n```agd\n{}\n```", tag.help, tag.example), span))
}

/// Whether a hash is fresh or stale.
fn of_hash(block: &Block, chunk: &ChunkBlocks, at: usize) -> Option<(String, Span)> {
    let written = block.ids.iter().filter_map(|id| id.hash).find(|hash| hash.touches(at))?;
    let digits = written.text(&chunk.text).trim_start_matches(':');
    let state = match hash::of_source(block.span.text(&chunk.text)) {
        Some(now) if hash::fits(digits, &now) => {
            "the content has not changed since the hash was written".to_owned()
        }
        Some(now) => format!("**stale**: the content now hashes to `{now}`"),
        None => "the block has errors, so its hash is unknown".to_owned(),
    };
    let about = "The hash of the block's tag, attributes and text. An edit with this hash is rejected after the content has changed.";
    Some((format!("hash `{digits}`: {state}\n\n{about}"), written))
}

/// The documentation of an attribute of the tag.
fn key(block: &Block, chunk: &ChunkBlocks, at: usize) -> Option<(String, Span)> {
    let attribute = block.attributes.iter().find(|attribute| attribute.name.touches(at))?;
    let key = attribute.name.text(&chunk.text);
    let known = vocabulary::attributes(block.name(&chunk.text)).find(|known| known.key == key)?;
    Some((format!("`{key}=`: {}", known.help), attribute.name))
}
