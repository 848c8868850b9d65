//! Reads the tree as blocks.

use agmark_syntax::Span;
use tree_sitter::{Tree, TreeCursor};

use crate::lexical::line::SPACES;
use crate::syntax::block::{
    Attribute, Block, BlockKind, Fence, Id, Identifier, ListItem, MalformedKind, MalformedPart, Markup,
    MarkupKind, ValueKind,
};
use crate::syntax::syntax_kind::{SyntaxKind, kind};

/// The blocks of a piece of text, in order.
pub fn blocks(tree: &Tree, text: &str) -> Vec<Block> {
    let mut cursor = tree.walk();
    let mut blocks = Vec::new();
    each_child(&mut cursor, |cursor| {
        if let Some(kind) = block_kind(kind(cursor.node())) {
            blocks.push(block(cursor, text, kind));
        }
    });
    blocks
}

fn block_kind(kind: SyntaxKind) -> Option<BlockKind> {
    Some(match kind {
        SyntaxKind::Meta => BlockKind::Meta,
        SyntaxKind::Heading => BlockKind::Heading,
        SyntaxKind::Paragraph => BlockKind::Paragraph,
        SyntaxKind::List => BlockKind::List,
        SyntaxKind::Quote => BlockKind::Quote,
        SyntaxKind::Code => BlockKind::Code,
        SyntaxKind::Raw => BlockKind::Raw,
        SyntaxKind::Table => BlockKind::Table,
        SyntaxKind::Extension => BlockKind::Extension,
        SyntaxKind::RefBlock => BlockKind::Ref,
        SyntaxKind::Include => BlockKind::Include,
        SyntaxKind::Unknown => BlockKind::Unknown,
        SyntaxKind::Comment => BlockKind::Comment,
        SyntaxKind::StrayList => BlockKind::StrayList,
        SyntaxKind::StrayQuote => BlockKind::StrayQuote,
        SyntaxKind::StrayFence => BlockKind::StrayFence,
        SyntaxKind::StrayText => BlockKind::StrayText,
        _ => return None,
    })
}

/// Calls `visit` with the cursor on each child of its node.
fn each_child<'t>(cursor: &mut TreeCursor<'t>, mut visit: impl FnMut(&mut TreeCursor<'t>)) {
    if !cursor.goto_first_child() {
        return;
    }
    loop {
        visit(cursor);
        if !cursor.goto_next_sibling() {
            break;
        }
    }
    cursor.goto_parent();
}

fn block(cursor: &mut TreeCursor<'_>, text: &str, kind: BlockKind) -> Block {
    let mut block = Block::new(kind, trimmed(Span::of(cursor.node()), text));
    each_child(cursor, |cursor| part(cursor, text, &mut block));
    block
}

fn part(cursor: &mut TreeCursor<'_>, text: &str, block: &mut Block) {
    let node = cursor.node();
    let span = Span::of(node);
    match kind(node) {
        SyntaxKind::Tag | SyntaxKind::UnknownTag => block.tag = span,
        SyntaxKind::Text => inline(block, span, text),
        of @ (SyntaxKind::Bold | SyntaxKind::Italic | SyntaxKind::CodeSpan | SyntaxKind::Ref) => {
            inline(block, span, text);
            markup(cursor, of, block);
        }
        SyntaxKind::Item | SyntaxKind::QuoteLine => return item(cursor, text, block),
        SyntaxKind::Fence | SyntaxKind::UnterminatedFence => return fence(cursor, block),
        SyntaxKind::Id => id(cursor, text, block, true),
        SyntaxKind::UnclosedId => id(cursor, text, block, false),
        SyntaxKind::Identifier => block.targets.push(Identifier { span, good: true }),
        SyntaxKind::BadIdentifier => block.targets.push(Identifier { span, good: false }),
        _ => attribute(cursor, text, block, false),
    }
    block.header_end = block.header_end.max(trimmed(span, text).end as usize);
}

/// Extends the inline text of the block by one run.
fn inline(block: &mut Block, span: Span, text: &str) {
    let start = block.text.map_or(span.start, |t| t.start);
    block.text = Some(trimmed(Span { start, end: span.end }, text));
}

fn markup(cursor: &mut TreeCursor<'_>, of: SyntaxKind, block: &mut Block) {
    let span = Span::of(cursor.node());
    let kind_of = match of {
        SyntaxKind::Bold => MarkupKind::Bold,
        SyntaxKind::Italic => MarkupKind::Italic,
        SyntaxKind::CodeSpan => MarkupKind::Code,
        _ => MarkupKind::Ref,
    };
    let mut target = None;
    if kind_of == MarkupKind::Ref {
        each_child(cursor, |cursor| {
            if kind(cursor.node()) == SyntaxKind::Identifier {
                target = Some(Identifier { span: Span::of(cursor.node()), good: true });
            }
        });
    }
    block.markup.push(Markup { kind: kind_of, span, target });
}

fn item(cursor: &mut TreeCursor<'_>, text: &str, block: &mut Block) {
    let span = trimmed(Span::of(cursor.node()), text);
    let first = block.markup.len();
    each_child(cursor, |cursor| {
        let of = kind(cursor.node());
        if of != SyntaxKind::Other {
            markup(cursor, of, block);
        }
    });
    let after_marker = Span { start: (span.start + 1).min(span.end), end: span.end };
    let indent = after_marker.len() - after_marker.text(text).trim_start_matches(SPACES).len();
    let content = Span::new(after_marker.start as usize + indent, span.end as usize);
    block.items.push(ListItem { text: content, markup: first..block.markup.len() });
}

fn fence(cursor: &mut TreeCursor<'_>, block: &mut Block) {
    let mut fence = Fence { open: Span::of(cursor.node()), body: None, close: None };
    each_child(cursor, |cursor| {
        let span = Span::of(cursor.node());
        match kind(cursor.node()) {
            SyntaxKind::FenceOpen => fence.open = span,
            SyntaxKind::FenceBody => fence.body = Some(span),
            SyntaxKind::FenceClose => fence.close = Some(span),
            _ => {}
        }
    });
    block.fence = Some(fence);
}

fn id(cursor: &mut TreeCursor<'_>, text: &str, block: &mut Block, closed: bool) {
    let span = trimmed(Span::of(cursor.node()), text);
    let nothing = Identifier { span: Span::at(span.start as usize), good: false };
    let mut id = Id { span, identifier: nothing, hash: None, good_hash: false, closed };
    each_child(cursor, |cursor| {
        let span = Span::of(cursor.node());
        match kind(cursor.node()) {
            SyntaxKind::Identifier => id.identifier = Identifier { span, good: true },
            SyntaxKind::BadIdentifier => id.identifier = Identifier { span, good: false },
            SyntaxKind::Hash => (id.hash, id.good_hash) = (Some(span), true),
            SyntaxKind::BadHash => id.hash = Some(span),
            _ => attribute(cursor, text, block, true),
        }
    });
    block.ids.push(id);
}

/// Reads an attribute or a malformed one.
fn attribute(cursor: &mut TreeCursor<'_>, text: &str, block: &mut Block, in_id: bool) {
    let span = trimmed(Span::of(cursor.node()), text);
    let part = match kind(cursor.node()) {
        SyntaxKind::Attribute => {
            let empty = Span::at(span.end as usize);
            let mut attribute = Attribute {
                span,
                name: empty,
                good_name: false,
                value: empty,
                value_kind: ValueKind::Bare,
                in_id,
            };
            each_child(cursor, |cursor| attribute_part(cursor, text, &mut attribute));
            block.attributes.push(attribute);
            return;
        }
        SyntaxKind::AttributeWithoutKey => MalformedKind::NoKey,
        SyntaxKind::AttributeWithoutValue => MalformedKind::NoValue,
        SyntaxKind::StrayWords => MalformedKind::Words,
        _ => return,
    };
    block.malformed.push(MalformedPart { span, kind: part, in_id });
}

fn attribute_part(cursor: &TreeCursor<'_>, text: &str, attribute: &mut Attribute) {
    let span = Span::of(cursor.node());
    let value_kind = match kind(cursor.node()) {
        of @ (SyntaxKind::AttributeName | SyntaxKind::BadAttributeName) => {
            (attribute.name, attribute.good_name) = (span, of == SyntaxKind::AttributeName);
            return;
        }
        SyntaxKind::String => ValueKind::Quoted,
        SyntaxKind::UnterminatedString => ValueKind::Unterminated,
        SyntaxKind::Boolean => ValueKind::Boolean,
        SyntaxKind::Integer => ValueKind::Integer,
        SyntaxKind::BareString => ValueKind::Bare,
        _ => return,
    };
    (attribute.value, attribute.value_kind) = (trimmed(span, text), value_kind);
}

/// A span without white space at its end.
fn trimmed(span: Span, text: &str) -> Span {
    let len = span.text(text).trim_end_matches(SPACES).len();
    Span::new(span.start as usize, span.start as usize + len)
}
