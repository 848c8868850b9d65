//! The outline: headings as sections that contain the blocks with ids.

use agmark_syntax::{Symbol, SymbolKind};

use crate::syntax::block::{Block, BlockKind};
use crate::syntax::inline;
use crate::syntax::value;

/// The depth of other blocks: below headings of every level.
const INNER: u32 = 8;

/// Adds the symbol of a block that is in the outline: a heading, `@meta`, or a block with an id.
pub fn symbol(block: &Block, text: &str, out: &mut Vec<Symbol>) {
    let id = block.id().map(|id| id.identifier);
    let id_text = id.map_or("", |id| id.span.text(text));
    let tag = block.name(text);
    let selection = id.map_or(block.tag, |id| id.name());
    if block.kind == BlockKind::Heading {
        let title = block.text.map(|span| inline::plain(span, &block.markup, text)).unwrap_or_default();
        let (name, detail) = if title.is_empty() { (id_text, tag) } else { (title.as_str(), id_text) };
        out.push(Symbol {
            name: if name.is_empty() { format!("@{tag}").into() } else { name.into() },
            detail: detail.into(),
            kind: SymbolKind::Section,
            depth: level(tag) - 1,
            span: block.span,
            selection: block.text.unwrap_or(selection),
            extends: true,
            global: true,
        });
        return;
    }
    if id.is_none() && block.kind != BlockKind::Meta {
        return;
    }
    let described = block.attribute(text, if block.kind == BlockKind::Meta { "title" } else { "desc" });
    let description = described.map(|attribute| value::text(attribute, text)).unwrap_or_default();
    let (name, detail) = match (id_text, &*description) {
        ("", description) => (format!("@{tag}"), description.to_owned()),
        (id, "") => (id.to_owned(), tag.to_owned()),
        (id, description) => (id.to_owned(), format!("{tag}: {description}")),
    };
    out.push(Symbol {
        name: name.into(),
        detail: detail.into(),
        kind: kind(block.kind),
        depth: INNER,
        span: block.span,
        selection,
        extends: false,
        global: id.is_some(),
    });
}

/// The level of a heading, from its tag.
fn level(tag: &str) -> u32 {
    match tag.as_bytes() {
        [b'h', digit @ b'1'..=b'4'] => u32::from(digit - b'0'),
        _ => 1,
    }
}

fn kind(kind: BlockKind) -> SymbolKind {
    match kind {
        BlockKind::Meta => SymbolKind::Property,
        BlockKind::List => SymbolKind::Array,
        BlockKind::Code => SymbolKind::Function,
        BlockKind::Table => SymbolKind::Struct,
        BlockKind::Raw | BlockKind::Extension => SymbolKind::Object,
        BlockKind::Ref => SymbolKind::Key,
        BlockKind::Include => SymbolKind::Module,
        _ => SymbolKind::String,
    }
}
