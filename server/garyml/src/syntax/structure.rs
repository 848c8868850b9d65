//! The structure of a piece: headers, the lines under them, and the indent that each line should have.
//!
//! The grammar is flat. Nesting comes from indents, and over the borders of chunks from the state of the
//! line scan, which sees the same lines in the same way.

use std::ops::Range;

use agmark_syntax::{Awaits, Edit, Fix, Span};

use crate::syntax::header_kind::HeaderKind;
use crate::syntax::line_item::{ItemKind, LineItem, Owner};
use crate::syntax::syntax_kind::SyntaxNode;

/// A piece, read.
pub struct Structure<'a> {
    pub text: &'a str,
    /// Every line or block, in order.
    pub items: Vec<LineItem<'a>>,
    pub headers: Vec<Header<'a>>,
    /// Every parameter, in headers and on separate lines.
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
    /// How many headers it lies under.
    pub level: usize,
    /// It lies in `.Documentation`: a command is defined here, not used.
    pub documented: bool,
    /// It is the first header of the document.
    pub first: bool,
    /// Its own parameters before any header below it, by their place in [`Structure::parameters`].
    pub parameters: Vec<usize>,
    /// The parameters in its line.
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
    /// How many nested maps it lies in.
    pub level: usize,
}

impl<'a> Structure<'a> {
    /// A fix that gives lines another indent. It is automatic where each line belongs to something: what belongs to
    /// what stays the same then.
    pub fn re_indent(&self, title: String, edits: Vec<Edit>) -> Fix {
        if self.strays { Fix::offered(title, edits) } else { Fix::automatic(title, edits) }
    }

    /// The parameters of a header, without those in maps.
    pub fn own<'s>(&'s self, header: &Header<'_>) -> impl Iterator<Item = &'s Parameter<'a>> {
        header.parameters.iter().filter_map(|&i| self.parameters.get(i)).filter(|p| p.level == 0)
    }

    /// A header with all that belongs to it alone: up to the next header, without comments and what is stray at the
    /// end.
    pub fn own_span(&self, header: usize) -> Span {
        let Some(this) = self.headers.get(header) else { return Span::default() };
        let end = self.headers.get(header + 1).map_or(self.items.len(), |next| next.item);
        let own = self.items.get(this.item..end).unwrap_or(&[]);
        let last = own.iter().rev().find(|i| i.kind != ItemKind::Comment && !i.stray);
        let end = last.map_or(this.name_span.end, |i| i.span(self.text).end);
        Span::new(this.name_span.start as usize, end.max(this.name_span.end) as usize)
    }

    /// What a diagnostic about something that a header lacks awaits: more text of that header.
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
