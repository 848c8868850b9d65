//! One line, or one block of lines, with its parts.

use std::ops::Range;

use agmark_syntax::Span;
use tree_sitter::TreeCursor;

use crate::syntax::header_kind::HeaderKind;
use crate::syntax::indent::Indent;
use crate::syntax::line_class::trim_end;
use crate::syntax::syntax_kind::{SyntaxKind, SyntaxNode};

/// What an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// A header, by its index in [`Structure::headers`](crate::syntax::structure::Structure::headers).
    Header(usize),
    /// A parameter on its own line, by its index in
    /// [`Structure::parameters`](crate::syntax::structure::Structure::parameters).
    Parameter(usize),
    /// A quoted string or a text block.
    Content,
    Code,
    /// An implicit text body.
    Body,
    /// One or more other lines.
    Text,
    Comment,
}

/// A line, or a block of lines.
pub struct LineItem<'a> {
    /// Its bytes, with the ending of its last line.
    pub range: Range<usize>,
    pub kind: ItemKind,
    /// The indent of its first line; the smallest indent of a text of several lines.
    pub indent: Indent,
    pub parts: ItemParts<'a>,
    /// The header that it belongs to; the parent of a header.
    pub owner: Option<Owner>,
    /// Whether it is at column 0 and belongs to the header directly before it.
    pub attached: bool,
    /// Whether it belongs to no header that can contain it.
    pub stray: bool,
    /// The right indent if its parent keeps its indent; `None` if every indent is right.
    pub expected: Option<u32>,
    /// The right indent if all lines get the right indent.
    pub wanted: u32,
    /// The file's unit, as far as it is known at this line.
    pub unit: u32,
    /// The unit that is set for the file.
    pub set: Option<u32>,
    /// Its indent in canonical form; that of the leftmost line of a body.
    pub placed: u32,
    /// Whether the last header has another indent in canonical form. A line of a block left of its opener could then end
    /// the block.
    pub moved: bool,
}

/// The parts of an item.
#[derive(Default)]
pub struct ItemParts<'a> {
    pub indent: Option<Span>,
    pub name: Option<Span>,
    pub key: Option<Span>,
    /// Whether the value follows a colon.
    pub colon: bool,
    /// The value of a parameter, the content on the line of a header, or content on its own line.
    pub value: Option<SyntaxNode<'a>>,
    pub stray: Option<Span>,
    pub comment: Option<Span>,
    pub parameters: Vec<InlineParameter<'a>>,
    /// The code block, or the text block that is the value.
    pub block: Option<BlockParts>,
    /// Whether a part of it is malformed or unterminated.
    pub broken: bool,
}

/// A parameter on the line of a header.
pub struct InlineParameter<'a> {
    pub span: Span,
    pub key: Option<Span>,
    pub colon: bool,
    pub value: Option<SyntaxNode<'a>>,
}

/// The parts of a text or code block.
#[derive(Clone, Copy, Default)]
pub struct BlockParts {
    pub opener: Option<Span>,
    pub language: Option<Span>,
    pub inside: Option<Span>,
    pub closer: Option<Span>,
}

/// The header that an item belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owner {
    pub kind: HeaderKind,
    /// In columns, as written.
    pub indent: u32,
    /// Its index in [`Structure::headers`](crate::syntax::structure::Structure::headers), if it is in this piece.
    pub header: Option<usize>,
    /// Whether it is `.Documentation` or is inside of it.
    pub documented: bool,
}

impl LineItem<'_> {
    /// How much deeper a new line below is indented.
    pub fn step(&self) -> u32 {
        self.set.unwrap_or(self.unit)
    }

    /// The bytes of the line's indent.
    pub fn indent_span(&self) -> Span {
        self.parts.indent.unwrap_or(Span::at(self.range.start))
    }

    /// From its first visible character to its last.
    pub fn span(&self, text: &str) -> Span {
        let start = self.indent_span().end as usize;
        let visible = trim_end(text.get(start..self.range.end).unwrap_or(""));
        Span::new(start, start + visible.len())
    }

    /// The visible characters of its first line.
    pub fn first_line(&self, text: &str) -> Span {
        let span = self.span(text);
        let line = span.text(text).split_inclusive('\n').next().map_or("", trim_end);
        Span::new(span.start as usize, span.start as usize + line.len())
    }

    /// Its values: those of a header's parameters, and its own.
    pub fn values(&self) -> impl Iterator<Item = SyntaxNode<'_>> {
        self.parts.parameters.iter().filter_map(|p| p.value).chain(self.parts.value)
    }

    /// Whether it is loose text, of a body or not.
    pub fn is_text(&self) -> bool {
        matches!(self.kind, ItemKind::Body | ItemKind::Text)
    }
}

impl<'a> ItemParts<'a> {
    /// Reads the children of the node at the cursor, and leaves the cursor there.
    pub fn read(cursor: &mut TreeCursor<'a>) -> Self {
        let mut parts = Self::default();
        let kind = SyntaxKind::of(cursor.node());
        parts.broken = kind.is_broken();
        if matches!(kind, SyntaxKind::CodeBlock | SyntaxKind::UnterminatedCodeBlock) {
            parts.block = Some(BlockParts::default());
        }
        each_child(cursor, |cursor| {
            let part = SyntaxNode::new(cursor.node());
            parts.broken |= part.kind.is_broken();
            match part.kind {
                SyntaxKind::Indent => parts.indent = Some(part.span()),
                SyntaxKind::Name => parts.name = Some(part.span()),
                SyntaxKind::Key => parts.key = Some(part.span()),
                SyntaxKind::Colon => parts.colon = true,
                SyntaxKind::StrayText => parts.stray = Some(part.span()),
                SyntaxKind::Comment => parts.comment = Some(part.span()),
                SyntaxKind::HeaderParameter => parts.read_parameter(cursor),
                kind if kind.is_value() => parts.value = Some(parts.read_value(cursor, part)),
                _ => parts.block.iter_mut().for_each(|block| block.add(part)),
            }
        });
        parts
    }

    /// Reads a parameter on the line of a header. The last one takes the rest of the line with any stray text.
    fn read_parameter(&mut self, cursor: &mut TreeCursor<'a>) {
        let span = Span::of(cursor.node());
        let mut parameter = InlineParameter { span, key: None, colon: false, value: None };
        each_child(cursor, |cursor| {
            let part = SyntaxNode::new(cursor.node());
            self.broken |= part.kind.is_broken();
            match part.kind {
                SyntaxKind::Key => parameter.key = Some(part.span()),
                SyntaxKind::Colon => parameter.colon = true,
                SyntaxKind::StrayText => self.stray = Some(part.span()),
                kind if kind.is_value() => parameter.value = Some(self.read_value(cursor, part)),
                _ => {}
            }
        });
        self.parameters.push(parameter);
    }

    /// Reads the parts of a value that is a text block.
    fn read_value(&mut self, cursor: &mut TreeCursor<'a>, value: SyntaxNode<'a>) -> SyntaxNode<'a> {
        if value.kind.is_text_block() {
            let mut block = BlockParts::default();
            each_child(cursor, |cursor| block.add(SyntaxNode::new(cursor.node())));
            self.block = Some(block);
        }
        value
    }
}

impl BlockParts {
    fn add(&mut self, part: SyntaxNode<'_>) {
        let span = Some(part.span());
        match part.kind {
            SyntaxKind::Opener => self.opener = span,
            SyntaxKind::Language => self.language = span,
            SyntaxKind::Inside => self.inside = span,
            SyntaxKind::Closer => self.closer = span,
            _ => {}
        }
    }

    /// Whether the block ends on another line than it starts.
    pub fn continues(&self, text: &str) -> bool {
        let (Some(opener), Some(closer)) = (self.opener, self.closer) else { return true };
        Span { start: opener.end, end: closer.start }.text(text).contains('\n')
    }
}

/// Calls `visit` with the cursor on each child of its node.
fn each_child<'a>(cursor: &mut TreeCursor<'a>, mut visit: impl FnMut(&mut TreeCursor<'a>)) {
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
