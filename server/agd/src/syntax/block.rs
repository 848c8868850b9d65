//! A document as a list of blocks: the tree in the shape in which facts, rules and formatting look at it. Everything is
//! a span of the piece of text that the tree is of.

use std::ops::Range;

use agmark_syntax::Span;
use smallvec::SmallVec;

/// A block, a comment, or lines that belong to no block.
#[derive(Clone, Debug)]
pub struct Block {
    pub kind: BlockKind,
    pub span: Span,
    /// The tag with its `@`; empty for what has none.
    pub tag: Span,
    /// Where the first line ends, without white space.
    pub header_end: usize,
    /// In the header or, where they are legal for headings and paragraphs, in the id.
    pub attributes: Vec<Attribute>,
    pub ids: SmallVec<[Id; 1]>,
    /// Identifiers that stand in the header without brackets: what a `@ref` refers to.
    pub targets: SmallVec<[Identifier; 1]>,
    pub flaws: Vec<Flaw>,
    /// The inline text of a heading or a paragraph.
    pub text: Option<Span>,
    /// The mark-up in the inline text, or in all items.
    pub markup: Vec<Markup>,
    /// Items of a list, lines of a quote.
    pub items: Vec<Item>,
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

/// `key=value`, or what was meant as such.
#[derive(Clone, Copy, Debug)]
pub struct Attribute {
    pub span: Span,
    pub name: Span,
    /// Whether the name has only the characters that a key may have.
    pub good_name: bool,
    pub value: Span,
    pub value_kind: ValueKind,
    /// Whether it stands inside of an id's bracket.
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

/// A part of a header that is no attribute.
#[derive(Clone, Copy, Debug)]
pub struct Flaw {
    pub span: Span,
    pub kind: FlawKind,
    pub in_id: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlawKind {
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
    /// What an inline `@ref` refers to.
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
pub struct Item {
    /// Without the marker, and without white space around.
    pub text: Span,
    /// The item's part of [`Block::markup`].
    pub markup: Range<usize>,
}

#[derive(Clone, Copy, Debug)]
pub struct Fence {
    pub open: Span,
    pub body: Option<Span>,
    /// None: the fence is never closed.
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
            flaws: Vec::new(),
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

    /// Headings and paragraphs: what takes inline text, and attributes inside of the id.
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

    /// The id, if there is one that can be used.
    pub fn id(&self) -> Option<&Id> {
        self.ids.iter().find(|id| id.identifier.good)
    }
}
