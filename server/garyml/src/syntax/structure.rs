//! The structure of a piece: headers, the lines under them, and the indent that each line should have.
//!
//! The grammar is flat. Nesting comes from indents, and at the start of a chunk from the state of the line scan.

use std::ops::Range;

use agmark_syntax::{Awaits, Edit, Fix, Span};

use crate::syntax::header_kind::HeaderKind;
use crate::syntax::line_item::{ItemKind, LineItem, Owner};
use crate::syntax::syntax_kind::SyntaxNode;

/// The structure of a piece.
#[derive(Default)]
pub struct Structure<'a> {
    pub text: &'a str,
    /// All lines and blocks, in order.
    pub items: Vec<LineItem<'a>>,
    pub headers: Vec<Header<'a>>,
    /// All parameters, on the lines of headers and on separate lines.
    pub parameters: Vec<Parameter<'a>>,
    /// Whether a line belongs to no header. Re-indenting the lines around it could give it one.
    pub strays: bool,
}

pub struct Header<'a> {
    pub item: usize,
    /// Without the dot.
    pub name: &'a str,
    /// With the dot.
    pub name_span: Span,
    pub kind: HeaderKind,
    /// The number of headers above it that contain it.
    pub level: usize,
    /// Whether it is inside `.Documentation`: a command is defined here, not used.
    pub documented: bool,
    /// Whether it is the first header of the document.
    pub first: bool,
    /// Its parameters before any header below it, by their index in [`Structure::parameters`].
    pub parameters: Vec<usize>,
    /// The parameters on its line.
    pub in_line: Range<usize>,
    /// Its content, on its line or below it, before any header below it.
    pub contents: Vec<SyntaxNode<'a>>,
    pub has_child: bool,
}

pub struct Parameter<'a> {
    pub span: Span,
    pub key: &'a str,
    pub key_span: Span,
    pub value: Option<SyntaxNode<'a>>,
    pub owner: Option<Owner>,
    /// The number of nested maps that contain it.
    pub level: usize,
}

impl<'a> Structure<'a> {
    /// A fix that gives lines another indent. It is automatic if each line belongs to a header, because the nesting
    /// stays the same then.
    pub fn re_indent(&self, title: String, edits: Vec<Edit>) -> Fix {
        if self.strays { Fix::offered(title, edits) } else { Fix::automatic(title, edits) }
    }

    /// The parameters of a header, without those in maps.
    pub fn own<'s>(&'s self, header: &Header<'_>) -> impl Iterator<Item = &'s Parameter<'a>> {
        header.parameters.iter().filter_map(|&i| self.parameters.get(i)).filter(|p| p.level == 0)
    }

    /// A header with its own items: up to the next header, without comments and stray lines at the end.
    pub fn own_span(&self, header: usize) -> Span {
        let Some(this) = self.headers.get(header) else { return Span::default() };
        let end = self.headers.get(header + 1).map_or(self.items.len(), |next| next.item);
        let own = self.items.get(this.item..end).unwrap_or(&[]);
        let last = own.iter().rev().find(|i| i.kind != ItemKind::Comment && !i.stray);
        let end = last.map_or(this.name_span.end, |i| i.span(self.text).end);
        Span::new(this.name_span.start as usize, end.max(this.name_span.end) as usize)
    }

    /// What a diagnostic about a missing part of a header waits for: more text of that header.
    pub fn awaits(&self, header: &Header<'_>) -> Awaits {
        let index = self.headers.partition_point(|h| h.item < header.item);
        Awaits::Within(self.own_span(index))
    }

    /// The items under a header before any other header, without its line.
    pub fn own_items(&self, header: usize) -> &[LineItem<'a>] {
        let Some(this) = self.headers.get(header) else { return &[] };
        let end = self.headers.get(header + 1).map_or(self.items.len(), |next| next.item);
        self.items.get(this.item + 1..end).unwrap_or(&[])
    }

    /// The index of a header in [`Structure::headers`].
    pub fn index_of(&self, header: &Header<'_>) -> Option<usize> {
        self.headers.binary_search_by_key(&header.item, |h| h.item).ok()
    }

    /// A header's parameter of this name, the first one.
    pub fn parameter(&self, header: &Header<'_>, key: &str) -> Option<&Parameter<'a>> {
        self.own(header).find(|p| p.key == key)
    }
}
