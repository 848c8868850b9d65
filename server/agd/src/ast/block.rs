//! A block: a view of its source, in which each part is read when it is asked for.

use std::borrow::Cow;
use std::ops::Range;

use super::attribute::{Attribute, Attributes, Value};
use super::body::Items;
use super::run::Runs;
use crate::lexical::kind::Kind;
use crate::lexical::line::without_carriage_returns;
use crate::parser::Shape;

/// One block of a document, or a comment.
#[derive(Clone, Copy)]
pub struct Block<'a> {
    /// From its first character to its last that is not white space.
    text: &'a str,
    pub(super) shape: &'a Shape,
    /// Its start in the source; `None` for a block that an edit has written.
    start: Option<usize>,
}

impl<'a> Block<'a> {
    pub(crate) fn new(text: &'a str, shape: &'a Shape, start: Option<usize>) -> Self {
        Self { text, shape, start }
    }

    /// The kind that its tag names.
    pub fn kind(self) -> Kind {
        self.shape.kind
    }

    /// The tag's name without the `@`: `h1`, `x-note`; `!` for a comment.
    pub fn tag(self) -> &'a str {
        self.part(1..self.shape.tag_end)
    }

    /// The identifier in its brackets.
    pub fn id(self) -> Option<&'a str> {
        let id = self.part(self.shape.id.clone());
        (!id.is_empty()).then_some(id)
    }

    /// The hash that is written after the id, one to eight hexadecimal digits.
    pub fn hash(self) -> Option<&'a str> {
        let rest = self.part(self.shape.id.end..self.shape.end).strip_prefix(':')?;
        let end = rest.bytes().position(|b| !b.is_ascii_hexdigit()).unwrap_or(rest.len());
        self.id().map(|_| &rest[..end])
    }

    /// Its attributes in the order of the source, before the id or in its bracket.
    pub fn attributes(self) -> Attributes<'a> {
        Attributes::of(self.text, self.shape)
    }

    /// The value of the attribute with this key.
    pub fn attribute(self, key: &str) -> Option<Value<'a>> {
        self.attributes().find(|attribute| attribute.key == key).map(Attribute::value)
    }

    /// The inline text of a heading, a paragraph or a comment, as it is written.
    pub fn text(self) -> Option<&'a str> {
        (self.kind().is_inline() || self.kind() == Kind::Comment)
            .then(|| self.part(self.shape.content.clone()))
    }

    /// The runs of the inline text of a heading, a paragraph or a `@ref`; the words of a comment.
    pub fn runs(self) -> Runs<'a> {
        match self.kind() {
            Kind::Comment => Runs::plain(self.part(self.shape.content.clone())),
            Kind::Ref => Runs::target(self.part(self.shape.content.clone())),
            _ => Runs::new(self.text().unwrap_or("")),
        }
    }

    /// What a `@ref` block refers to, without the `#`.
    pub fn target(self) -> Option<&'a str> {
        (self.kind() == Kind::Ref).then(|| self.part(self.shape.content.clone()))
    }

    /// The items of a list, the lines of a quote; each without its marker.
    pub fn items(self) -> Items<'a> {
        let has = self.kind().has_items();
        Items::new(if has { self.part(self.shape.content.clone()) } else { "" })
    }

    /// The body of the fence, with LF for CRLF; `None` without a fence.
    pub fn body(self) -> Option<Cow<'a, str>> {
        self.shape.fenced.then(|| without_carriage_returns(self.part(self.shape.content.clone())))
    }

    /// The block as it is written.
    pub fn source(self) -> &'a str {
        self.text
    }

    /// Its range in the parsed source, in bytes; `None` for a block that an edit has written.
    pub fn span(self) -> Option<Range<usize>> {
        self.start.map(|start| start..start + self.text.len())
    }

    /// The source of its content. Two blocks of one kind with the same source have the same content.
    pub(crate) fn content(self) -> &'a str {
        self.part(self.shape.content.clone())
    }

    fn part(self, range: Range<u32>) -> &'a str {
        self.text.get(range.start as usize..range.end as usize).unwrap_or("")
    }
}

impl std::fmt::Debug for Block<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Block").field(&self.text).finish()
    }
}
