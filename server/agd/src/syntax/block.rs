//! A document as a list of blocks, which analysis, rules and formatting read. Spans count from the start of the piece.

use std::ops::Range;

use agmark_syntax::Span;
use smallvec::SmallVec;

/// A block, a comment, or lines that belong to no block.
#[derive(Clone, Debug)]
pub struct Block {
    pub kind: BlockKind,
    pub span: Span,
    /// The tag with its `@`; empty without a tag.
    pub tag: Span,
    /// Where the first line ends, without white space.
    pub header_end: usize,
    /// In the header, or in the id of a heading or a paragraph.
    pub attributes: Vec<Attribute>,
    pub ids: SmallVec<[Id; 1]>,
    /// Identifiers without brackets in the header: the targets of a `@ref`.
    pub targets: SmallVec<[Identifier; 1]>,
    pub malformed: Vec<MalformedPart>,
    /// The inline text of a heading or a paragraph.
    pub text: Option<Span>,
    /// The markup in the inline text or in all items.
    pub markup: Vec<Markup>,
    /// Items of a list, lines of a quote.
    pub items: Vec<ListItem>,
    pub fence: Option<Fence>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    Meta,
    Heading,
    Paragraph,
    List,
    Quote,
    Code,
    Raw,
    Table,
    Extension,
    Ref,
    Include,
    /// A tag that does not exist.
    Unknown,
    Comment,
    StrayList,
    StrayQuote,
    StrayFence,
    StrayText,
}

/// `key=value`, or a malformed one.
#[derive(Clone, Copy, Debug)]
pub struct Attribute {
    pub span: Span,
    pub name: Span,
    /// Whether the name has only the characters that a key may have.
    pub good_name: bool,
    pub value: Span,
    pub value_kind: ValueKind,
    /// Whether it is inside the bracket of an id.
    pub in_id: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    Quoted,
    Unterminated,
    Bare,
    Integer,
    Boolean,
}

/// `[#ident:HASH …]`.
#[derive(Clone, Copy, Debug)]
pub struct Id {
    pub span: Span,
    pub identifier: Identifier,
    /// With its colon.
    pub hash: Option<Span>,
    pub good_hash: bool,
    /// Whether the bracket is closed.
    pub closed: bool,
}

/// `#ident`.
#[derive(Clone, Copy, Debug)]
pub struct Identifier {
    /// With the `#`.
    pub span: Span,
    pub good: bool,
}

impl Identifier {
    /// Without the `#`.
    pub fn name(self) -> Span {
        Span::new(self.span.start as usize + 1, self.span.end as usize)
    }
}

/// A malformed part of a header.
#[derive(Clone, Copy, Debug)]
pub struct MalformedPart {
    pub span: Span,
    pub kind: MalformedKind,
    pub in_id: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MalformedKind {
    /// `=value`.
    NoKey,
    /// `key=`.
    NoValue,
    /// Words without `=`.
    Words,
}

#[derive(Clone, Copy, Debug)]
pub struct Markup {
    pub kind: MarkupKind,
    pub span: Span,
    /// The target of an inline `@ref`.
    pub target: Option<Identifier>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkupKind {
    Bold,
    Italic,
    Code,
    Ref,
}

/// A line of a list or of a quote.
#[derive(Clone, Debug)]
pub struct ListItem {
    /// Without the marker and the white space around.
    pub text: Span,
    /// The item's part of [`Block::markup`].
    pub markup: Range<usize>,
}

#[derive(Clone, Copy, Debug)]
pub struct Fence {
    pub open: Span,
    pub body: Option<Span>,
    /// `None` if the fence is not closed.
    pub close: Option<Span>,
}

impl Block {
    pub fn new(kind: BlockKind, span: Span) -> Self {
        Self {
            kind,
            span,
            tag: Span::at(span.start as usize),
            header_end: span.start as usize,
            attributes: Vec::new(),
            ids: SmallVec::new(),
            targets: SmallVec::new(),
            malformed: Vec::new(),
            text: None,
            markup: Vec::new(),
            items: Vec::new(),
            fence: None,
        }
    }

    /// The tag's name, without the `@`; empty for what has no tag.
    pub fn name<'a>(&self, text: &'a str) -> &'a str {
        self.tag.text(text).get(1..).unwrap_or("")
    }

    /// Headings and paragraphs, which have inline text and their attributes inside the id.
    pub fn is_inline(&self) -> bool {
        matches!(self.kind, BlockKind::Heading | BlockKind::Paragraph)
    }

    /// Whether it starts with a tag, good or bad.
    pub fn has_tag(&self) -> bool {
        !self.tag.is_empty()
    }

    /// The attribute with this key.
    pub fn attribute(&self, text: &str, key: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|a| a.name.text(text) == key)
    }

    /// The first valid id.
    pub fn id(&self) -> Option<&Id> {
        self.ids.iter().find(|id| id.identifier.good)
    }
}
