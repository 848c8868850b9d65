//! An element, in a line or in a table cell: its parts in the order of the text.

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

/// What stands behind role, ref and name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    Attribute(Attribute),
    /// A state, or something that should not be there.
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
    pub items: SmallVec<[Item; 6]>,
    pub note: Option<Part>,
    /// A bar has to be written `\|`.
    pub in_cell: bool,
}

impl Element {
    /// Reads the node that `cursor` stands at: an `element` or a `cell_element`. The cursor comes back.
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
            Kind::Attribute => self.items.extend(attribute(cursor).map(Item::Attribute)),
            _ => self.items.push(Item::Other(part)),
        }
    }

    /// The ref without its `#`, if it is well-formed.
    pub fn reference_name(&self) -> Option<Span> {
        let part = self.reference.filter(|r| r.kind != Kind::BadRef)?;
        Some(Span { start: part.span.start + 1, end: part.span.end })
    }

    pub fn attributes(&self) -> impl Iterator<Item = Attribute> + '_ {
        self.items.iter().filter_map(|item| match item {
            Item::Attribute(attribute) => Some(*attribute),
            Item::Other(_) => None,
        })
    }

    /// The value of the first attribute `key`.
    pub fn attribute(&self, key: &str, text: &str) -> Option<Attribute> {
        self.attributes().find(|a| a.key.text(text) == key)
    }

    /// What is no attribute: states, and what should not be there.
    pub fn others(&self) -> impl Iterator<Item = Part> + '_ {
        self.items.iter().filter_map(|item| match item {
            Item::Other(part) => Some(*part),
            Item::Attribute(_) => None,
        })
    }

    /// What is no attribute, in order: each part alone, but bare words that follow each other together.
    pub fn runs(&self) -> impl Iterator<Item = SmallVec<[Part; 2]>> + '_ {
        let mut rest = &self.items[..];
        std::iter::from_fn(move || {
            loop {
                let (first, behind) = rest.split_first()?;
                rest = behind;
                let Item::Other(first) = first else { continue };
                let mut run: SmallVec<[Part; 2]> = SmallVec::from_slice(&[*first]);
                while first.kind == Kind::BareWord
                    && let [Item::Other(next), behind @ ..] = rest
                    && next.kind == Kind::BareWord
                {
                    run.push(*next);
                    rest = behind;
                }
                return Some(run);
            }
        })
    }

    /// The source of a part, with `\|` read as a bar where it stands for one.
    pub fn source<'a>(&self, part: Part, text: &'a str) -> std::borrow::Cow<'a, str> {
        let source = part.text(text);
        if self.in_cell && source.contains("\\|") { source.replace("\\|", "|").into() } else { source.into() }
    }

    /// Whether nothing about it is an error, so that it can be written in canonical form.
    pub fn is_sound(&self, text: &str) -> bool {
        let string = |part: Part| json::is_sound(&self.source(part, text));
        self.role.kind == Kind::Role
            && self.reference.is_none_or(|r| r.kind == Kind::Ref)
            && self.name.is_none_or(string)
            && self.items.iter().all(|item| match item {
                Item::Attribute(a) => match a.value.kind {
                    Kind::String => a.key.kind == Kind::Key && string(a.value),
                    Kind::Value | Kind::Reference => a.key.kind == Kind::Key,
                    _ => false,
                },
                Item::Other(part) => matches!(part.kind, Kind::State | Kind::BareWord),
            })
    }

    /// What a value or name says: decoded if it is a JSON string, else as it stands.
    pub fn value(&self, part: Part, text: &str) -> String {
        let source = self.source(part, text);
        match part.kind {
            Kind::String | Kind::Name => json::decode(&source).unwrap_or_else(|| source.into_owned()),
            _ => source.into_owned(),
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
