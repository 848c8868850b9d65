//! One line, or one block of lines, with its parts.

use std::ops::Range;

use agmark_syntax::Span;
use tree_sitter::{Node, TreeCursor};

use crate::syntax::header_kind::HeaderKind;
use crate::syntax::line::{Line, trim_end};
use crate::syntax::node::{Part, Syntax};

/// What an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A header, by its place in [`crate::syntax::structure::Structure::headers`].
    Header(usize),
    /// A parameter on its own line, by its place in [`crate::syntax::structure::Structure::parameters`].
    Parameter(usize),
    /// A quoted string or a text block.
    Content,
    Code,
    /// An implicit text body.
    Body,
    /// Other lines, one or more.
    Text,
    Comment,
}

/// A line, or a block of lines.
pub struct Item<'a> {
    /// Its node; the first one of several loose lines.
    pub node: Node<'a>,
    /// Its bytes, with the ending of its last line.
    pub range: Range<usize>,
    pub form: Form,
    /// Its first line; in text of several lines with the indent of the leftmost one, and all tabs.
    pub line: Line<'a>,
    pub parts: Parts<'a>,
    /// What it belongs to; for a header, its parent.
    pub owner: Option<Owner>,
    /// It is at column 0 but belongs to the header directly before.
    pub attached: bool,
    /// It belongs to nothing that could have it.
    pub stray: bool,
    /// The indent that it should have where its parent is now; `None` if any indent is right.
    pub expected: Option<u32>,
    /// The indent that it should have once all lines have the right indent.
    pub wanted: u32,
    /// The file's unit, as far as it is known here.
    pub unit: u32,
    /// The unit that is set for the file.
    pub set: Option<u32>,
    /// Its indent in canonical form; in a body, that of its leftmost line.
    pub placed: u32,
    /// The last header is elsewhere in canonical form: what a block under it may have left of its opener
    /// could then end it.
    pub moved: bool,
}

/// What an item's node consists of.
#[derive(Default)]
pub struct Parts<'a> {
    pub indent: Option<Node<'a>>,
    pub name: Option<Node<'a>>,
    pub key: Option<Node<'a>>,
    /// Whether the value follows a colon.
    pub colon: bool,
    /// A parameter's value or a header's content; content on a separate line.
    pub value: Option<Part<'a>>,
    pub stray: Option<Node<'a>>,
    pub comment: Option<Node<'a>>,
    pub parameters: Vec<InlineParameter<'a>>,
    /// Its code block or the text block that is its value.
    pub block: Option<Block<'a>>,
    /// Something in it is malformed or unterminated.
    pub broken: bool,
}

/// A parameter in a header's line.
pub struct InlineParameter<'a> {
    pub node: Node<'a>,
    pub key: Option<Node<'a>>,
    pub colon: bool,
    pub value: Option<Part<'a>>,
}

/// A text or code block.
#[derive(Clone, Copy, Default)]
pub struct Block<'a> {
    pub opener: Option<Node<'a>>,
    pub inside: Option<Node<'a>>,
    pub closer: Option<Node<'a>>,
}

/// The header that an item belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owner {
    pub kind: HeaderKind,
    /// As written.
    pub indent: u32,
    /// Its place in [`crate::syntax::structure::Structure::headers`], if it is in this piece.
    pub header: Option<usize>,
    /// Whether it lies in `.Documentation`, or is it.
    pub documented: bool,
}

impl Item<'_> {
    /// How much deeper something new is written than what it belongs to.
    pub fn step(&self) -> u32 {
        self.set.unwrap_or(self.unit)
    }

    /// The bytes of the line's indent.
    pub fn indent_span(&self) -> Span {
        self.parts.indent.map_or(Span::at(self.range.start), Span::of)
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

    /// Its values: of a header's parameters, or its own.
    pub fn values(&self) -> impl Iterator<Item = Part<'_>> {
        self.parts.parameters.iter().filter_map(|p| p.value).chain(self.parts.value)
    }
}

impl<'a> Parts<'a> {
    /// Reads the children of the node that `cursor` is on, and leaves it there.
    pub fn read(cursor: &mut TreeCursor<'a>) -> Self {
        let mut parts = Self::default();
        let code = matches!(Syntax::of(cursor.node()), Syntax::CodeBlock | Syntax::UnterminatedCodeBlock);
        parts.broken = Syntax::of(cursor.node()).is_broken();
        let mut block = Block::default();
        each_child(cursor, |cursor| {
            let part = Part::new(cursor.node());
            parts.broken |= part.syntax.is_broken();
            match part.syntax {
                Syntax::Indent => parts.indent = Some(part.node),
                Syntax::Name => parts.name = Some(part.node),
                Syntax::Key => parts.key = Some(part.node),
                Syntax::Colon => parts.colon = true,
                Syntax::StrayText => parts.stray = Some(part.node),
                Syntax::Comment => parts.comment = Some(part.node),
                Syntax::HeaderParameter => parts.assigned(cursor),
                Syntax::TextBlock | Syntax::UnterminatedTextBlock => {
                    parts.value = Some(part);
                    parts.block = Some(read_block(cursor));
                }
                syntax if syntax.is_value() => parts.value = Some(part),
                Syntax::Opener => block.opener = Some(part.node),
                Syntax::Inside => block.inside = Some(part.node),
                Syntax::Closer => block.closer = Some(part.node),
                _ => {}
            }
        });
        if code {
            parts.block = Some(block);
        }
        parts
    }

    /// Reads a parameter in a header's line. The last one takes the rest of the line, and what is wrong there.
    fn assigned(&mut self, cursor: &mut TreeCursor<'a>) {
        let mut out = InlineParameter { node: cursor.node(), key: None, colon: false, value: None };
        each_child(cursor, |cursor| {
            let part = Part::new(cursor.node());
            self.broken |= part.syntax.is_broken();
            match part.syntax {
                Syntax::Key => out.key = Some(part.node),
                Syntax::Colon => out.colon = true,
                Syntax::StrayText => self.stray = Some(part.node),
                Syntax::TextBlock | Syntax::UnterminatedTextBlock => {
                    out.value = Some(part);
                    self.block = Some(read_block(cursor));
                }
                syntax if syntax.is_value() => out.value = Some(part),
                _ => {}
            }
        });
        self.parameters.push(out);
    }
}

fn read_block<'a>(cursor: &mut TreeCursor<'a>) -> Block<'a> {
    let mut block = Block::default();
    each_child(cursor, |cursor| {
        let node = cursor.node();
        match Syntax::of(node) {
            Syntax::Opener => block.opener = Some(node),
            Syntax::Inside => block.inside = Some(node),
            Syntax::Closer => block.closer = Some(node),
            _ => {}
        }
    });
    block
}

fn each_child<'a>(cursor: &mut TreeCursor<'a>, mut take: impl FnMut(&mut TreeCursor<'a>)) {
    if !cursor.goto_first_child() {
        return;
    }
    loop {
        take(cursor);
        if !cursor.goto_next_sibling() {
            break;
        }
    }
    cursor.goto_parent();
}
