//! Hover on tags, keys of attributes and hashes. Hover on ids needs nothing from here.

use agmark_syntax::{Document, Hover, Span};

use super::chunk_blocks::Part;
use crate::ast::hash;
use crate::lexical::line::{Class, class};
use crate::syntax::block::Block;
use crate::vocabulary;

/// The hover at `offset`.
pub fn hover(document: &Document, offset: usize) -> Option<Hover> {
    let part = Part::at(document, offset)?;
    let at = part.inside(offset);
    let block = part.block_at(at)?;
    let (markdown, span) =
        tag(block, &part, at).or_else(|| of_hash(block, &part, at)).or_else(|| key(block, &part, at))?;
    Some(Hover { markdown, span: span.shifted(part.start) })
}

/// The documentation of a tag, also of an inline `@ref`.
fn tag(block: &Block, part: &Part, at: usize) -> Option<(String, Span)> {
    let inline = block.markup.iter().filter(|markup| markup.target.is_some());
    let inline = inline.map(|markup| Span::new(markup.span.start as usize, markup.span.start as usize + 4));
    let span = std::iter::once(block.tag).chain(inline).find(|span| !span.is_empty() && span.touches(at))?;
    let Class::Block(name) = class(span.text(&part.text)) else { return None };
    let tag = vocabulary::tag(name)?;
    Some((format!("`@{name}`: {}\n\n```agd\n{}\n```", tag.help, tag.example), span))
}

/// Whether a hash is still that of the block's content.
fn of_hash(block: &Block, part: &Part, at: usize) -> Option<(String, Span)> {
    let written = block.ids.iter().filter_map(|id| id.hash).find(|hash| hash.touches(at))?;
    let digits = written.text(&part.text).trim_start_matches(':');
    let state = match hash::of_source(block.span.text(&part.text)) {
        Some(now) if hash::fits(digits, &now) => {
            "the content has not changed since the hash was written".to_owned()
        }
        Some(now) => format!("**stale**: the content now hashes to `{now}`"),
        None => "the block has errors, so its hash is unknown".to_owned(),
    };
    let about = "The hash of the block's tag, attributes and text. An edit with this hash is rejected after the content has changed.";
    Some((format!("hash `{digits}`: {state}\n\n{about}"), written))
}

/// The documentation of an attribute that the tag knows.
fn key(block: &Block, part: &Part, at: usize) -> Option<(String, Span)> {
    let attribute = block.attributes.iter().find(|attribute| attribute.name.touches(at))?;
    let key = attribute.name.text(&part.text);
    let known = vocabulary::attributes(block.name(&part.text)).find(|known| known.key == key)?;
    Some((format!("`{key}=`: {}", known.help), attribute.name))
}
