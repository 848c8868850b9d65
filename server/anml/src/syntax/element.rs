//! An element, in a line or in a table cell, with its parts in the order of the text.

use std::borrow::Cow;

use agmark_syntax::Span;
use smallvec::SmallVec;
use tree_sitter::{Node, TreeCursor};

use crate::syntax::json;
use crate::syntax::node::Kind;

/// A token of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    pub kind: Kind,
    pub span: Span,
}

impl Part {
    pub fn text(self, text: &str) -> &str {
        self.span.text(text)
    }
}

/// `key=value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// [`Kind::Key`] or [`Kind::BadKey`].
    pub key: Part,
    /// [`Kind::Value`], `String`, `Reference`, `MissingValue` or `UnterminatedString`.
    pub value: Part,
}

impl Attribute {
    pub fn span(self) -> Span {
        Span { start: self.key.span.start, end: self.value.span.end }
    }
}

/// A part after role, ref and name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElementItem {
    Attribute(Attribute),
    /// A state or an unexpected part.
    Other(Part),
}

/// An element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// From the role to the end of the last part.
    pub span: Span,
    /// [`Kind::Role`] or [`Kind::BadRole`].
    pub role: Part,
    /// [`Kind::Ref`], `BadRef` or `DetachedRef`, with the `#`.
    pub reference: Option<Part>,
    pub name: Option<Part>,
    pub items: SmallVec<[ElementItem; 6]>,
    pub note: Option<Part>,
    /// Whether it is in a table cell, where a bar is written `\|`.
    pub in_cell: bool,
}

impl Element {
    /// Reads the `element` or `cell_element` at `cursor`, which does not move.
    pub fn read<'t>(cursor: &mut TreeCursor<'t>) -> Self {
        let node = cursor.node();
        let mut element = Self {
            span: Span::of(node),
            role: Part { kind: Kind::BadRole, span: Span::of(node) },
            reference: None,
            name: None,
            items: SmallVec::new(),
            note: None,
            in_cell: Kind::of(&node) == Kind::CellElement,
        };
        if cursor.goto_first_child() {
            loop {
                element.take(cursor);
                if !cursor.goto_next_sibling() {
                    break;
                }
            }
            cursor.goto_parent();
        }
        element.span.start = element.role.span.start;
        element
    }

    fn take(&mut self, cursor: &mut TreeCursor<'_>) {
        let part = part(&cursor.node());
        match part.kind {
            Kind::Indent | Kind::DiffPrefix | Kind::Mark => {}
            Kind::Role | Kind::BadRole => self.role = part,
            Kind::Ref | Kind::BadRef | Kind::DetachedRef => self.reference = Some(part),
            Kind::Name => self.name = Some(part),
            Kind::Note => self.note = Some(part),
            Kind::Attribute => self.items.extend(attribute(cursor).map(ElementItem::Attribute)),
            _ => self.items.push(ElementItem::Other(part)),
        }
    }

    /// The ref without its `#`, if it is well-formed.
    pub fn reference_name(&self) -> Option<Span> {
        let part = self.reference.filter(|r| r.kind != Kind::BadRef)?;
        Some(Span { start: part.span.start + 1, end: part.span.end })
    }

    pub fn attributes(&self) -> impl Iterator<Item = Attribute> + '_ {
        self.items.iter().filter_map(|item| match item {
            ElementItem::Attribute(attribute) => Some(*attribute),
            ElementItem::Other(_) => None,
        })
    }

    /// The value of the first attribute `key`.
    pub fn attribute(&self, key: &str, text: &str) -> Option<Attribute> {
        self.attributes().find(|a| a.key.text(text) == key)
    }

    /// The parts that are not attributes: states and unexpected parts.
    pub fn others(&self) -> impl Iterator<Item = Part> + '_ {
        self.items.iter().filter_map(|item| match item {
            ElementItem::Other(part) => Some(*part),
            ElementItem::Attribute(_) => None,
        })
    }

    /// The parts that are not attributes, in order. Consecutive bare words are one run.
    pub fn runs(&self) -> impl Iterator<Item = SmallVec<[Part; 2]>> + '_ {
        let mut rest = &self.items[..];
        std::iter::from_fn(move || {
            loop {
                let (first, behind) = rest.split_first()?;
                rest = behind;
                let ElementItem::Other(first) = first else { continue };
                let mut run: SmallVec<[Part; 2]> = SmallVec::from_slice(&[*first]);
                while first.kind == Kind::BareWord
                    && let [ElementItem::Other(next), behind @ ..] = rest
                    && next.kind == Kind::BareWord
                {
                    run.push(*next);
                    rest = behind;
                }
                return Some(run);
            }
        })
    }

    /// The source of a part, in a cell with `\|` replaced with a bar.
    pub fn source<'a>(&self, part: Part, text: &'a str) -> Cow<'a, str> {
        let source = part.text(text);
        if self.in_cell && source.contains("\\|") { source.replace("\\|", "|").into() } else { source.into() }
    }

    /// Whether it has no errors, so that it can be written in canonical form.
    pub fn is_sound(&self, text: &str) -> bool {
        let string = |part: Part| json::is_sound(&self.source(part, text));
        self.role.kind == Kind::Role
            && self.reference.is_none_or(|r| r.kind == Kind::Ref)
            && self.name.is_none_or(string)
            && self.items.iter().all(|item| match item {
                ElementItem::Attribute(a) => match a.value.kind {
                    Kind::String => a.key.kind == Kind::Key && string(a.value),
                    Kind::Value | Kind::Reference => a.key.kind == Kind::Key,
                    _ => false,
                },
                ElementItem::Other(part) => matches!(part.kind, Kind::State | Kind::BareWord),
            })
    }

    /// The decoded text of a JSON string, or the source of any other part.
    pub fn value<'t>(&self, part: Part, text: &'t str) -> Cow<'t, str> {
        let source = self.source(part, text);
        match (part.kind, source) {
            (Kind::String | Kind::Name, Cow::Borrowed(source)) => {
                json::decode(source).unwrap_or(Cow::Borrowed(source))
            }
            (Kind::String | Kind::Name, Cow::Owned(source)) => {
                Cow::Owned(json::decode(&source).map(Cow::into_owned).unwrap_or(source))
            }
            (_, source) => source,
        }
    }
}

/// A node as a part.
pub fn part(node: &Node<'_>) -> Part {
    Part { kind: Kind::of(node), span: Span::of(*node) }
}

fn attribute(cursor: &mut TreeCursor<'_>) -> Option<Attribute> {
    if !cursor.goto_first_child() {
        return None;
    }
    let key = part(&cursor.node());
    let value = cursor.goto_next_sibling().then(|| part(&cursor.node()));
    cursor.goto_parent();
    Some(Attribute { key, value: value? })
}
