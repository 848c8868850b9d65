//! Hover on a tag: what it is for, and how it is written.

use agmark_syntax::{Document, Hover, Span};

use crate::line::{Class, class};
use crate::vocabulary;

/// The words about the tag at `offset`. Only a line outside of a fence has one.
pub fn hover(document: &Document, offset: usize) -> Option<Hover> {
    let (start, chunk) = document.chunk_at(offset)?;
    let text = document.chunk_text(start, chunk);
    let tree = chunk.tree(&**document.format(), &text)?;
    let node = tree.root_node().descendant_for_byte_range(offset - start, offset - start)?;
    let span = Span::of(node);
    let Class::Block(name) = class(span.text(&text)) else { return None };
    let is_tag = matches!(node.kind(), "tag" | "ref_tag");
    let tag = vocabulary::tag(name).filter(|_| is_tag)?;
    let markdown = format!("`@{}`: {}\n\n```agd\n{}\n```", name, tag.help, tag.example);
    Some(Hover { markdown, span: span.shifted(start) })
}
