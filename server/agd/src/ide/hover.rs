//! Hover on what is no name: a tag, an attribute's key, a hash.

use agmark_syntax::{Document, Hover, Span};

use super::chunk_blocks::Part;
use crate::ast::hash;
use crate::lexical::line::{Class, class};
use crate::syntax::block::Block;
use crate::vocabulary;

/// The words about the place at `offset`.
pub fn hover(document: &Document, offset: usize) -> Option<Hover> {
    let part = Part::at(document, offset)?;
    let at = part.inside(offset);
    let block = part.block_at(at)?;
    let (markdown, span) =
        tag(block, &part, at).or_else(|| of_hash(block, &part, at)).or_else(|| key(block, &part, at))?;
    Some(Hover { markdown, span: span.shifted(part.start) })
}

/// What a tag is for, and how it is written; of an inline `@ref` too.
fn tag(block: &Block, part: &Part, at: usize) -> Option<(String, Span)> {
    let inline = block.markup.iter().filter(|markup| markup.target.is_some());
    let inline = inline.map(|markup| Span::new(markup.span.start as usize, markup.span.start as usize + 4));
    let span = std::iter::once(block.tag).chain(inline).find(|span| !span.is_empty() && span.touches(at))?;
    let Class::Block(name) = class(span.text(&part.text)) else { return None };
    let tag = vocabulary::tag(name)?;
    Some((format!("`@{name}`: {}\n\n```agd\n{}\n```", tag.help, tag.example), span))
}

/// Whether a hash is that of what the block says now.
fn of_hash(block: &Block, part: &Part, at: usize) -> Option<(String, Span)> {
    let written = block.ids.iter().filter_map(|id| id.hash).find(|hash| hash.touches(at))?;
    let digits = written.text(&part.text).trim_start_matches(':');
    let state = match hash::of_source(block.span.text(&part.text)) {
        Some(now) if hash::fits(digits, &now) => {
            "the block still says what it said when this was written".to_owned()
        }
        Some(now) => format!("**stale**: the block has changed since, its hash is `{now}` now"),
        None => "the block has errors, so what it says is not known".to_owned(),
    };
    let about = "The hash of the block's tag, attributes and text. An edit that names it is refused once they change.";
    Some((format!("hash `{digits}`: {state}\n\n{about}"), written))
}

/// What an attribute is for, where the tag gives it a meaning.
fn key(block: &Block, part: &Part, at: usize) -> Option<(String, Span)> {
    let attribute = block.attributes.iter().find(|attribute| attribute.name.touches(at))?;
    let key = attribute.name.text(&part.text);
    let known = vocabulary::attributes(block.name(&part.text)).find(|known| known.key == key)?;
    Some((format!("`{key}=`: {}", known.help), attribute.name))
}
