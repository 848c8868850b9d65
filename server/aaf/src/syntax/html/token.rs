//! Tokens: tags, comments, and what is not markup.

use std::ops::Range;

use super::expression::{Begun, BlockMark, Expression};

/// A token. Text between tokens has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    Start(StartTag),
    End {
        name: Range<usize>,
        span: Range<usize>,
    },
    /// A comment, from `<!--` to `-->`.
    Comment(Range<usize>),
    /// The content of an element that is not markup: a script, a style, a textarea.
    Raw(Range<usize>),
    Doctype(Range<usize>),
    /// A mark of a block of Svelte, such as `{#if a}`.
    Block(BlockMark, Range<usize>),
}

impl Token {
    /// The whole of it.
    pub fn span(&self) -> Range<usize> {
        match self {
            Token::Start(tag) => tag.span.clone(),
            Token::End { span, .. }
            | Token::Comment(span)
            | Token::Raw(span)
            | Token::Doctype(span)
            | Token::Block(_, span) => span.clone(),
        }
    }
}

/// A start tag as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartTag {
    pub name: Range<usize>,
    /// From `<` to `>`, or to where the tag is cut off.
    pub span: Range<usize>,
    pub attributes: Vec<Attribute>,
    pub self_closing: bool,
    /// Whether a template adds attributes that are not written here.
    pub dynamic: bool,
}

/// An attribute as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    pub name: Range<usize>,
    pub value: Option<AttributeValue>,
}

/// The value of an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributeValue {
    /// The bytes between the quotes, or of the bare word.
    pub span: Range<usize>,
    /// The quote around it, if there is one.
    pub quote: Option<u8>,
    /// False for an unclosed quote.
    pub closed: bool,
}

impl Attribute {
    /// Whether the quote around its value is unclosed.
    pub fn is_unclosed(&self) -> bool {
        self.value.as_ref().is_some_and(|value| !value.closed)
    }

    /// The whole of it.
    pub fn span(&self) -> Range<usize> {
        let end = self.value.as_ref().map_or(self.name.end, |value| {
            value.span.end + usize::from(value.quote.is_some() && value.closed)
        });
        self.name.start..end
    }
}

/// What is missing of a token that more lines may complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// `-->`.
    Comment,
    /// The end tag of the raw element of this name.
    Raw(Range<usize>),
    /// The `>` of a declaration or a processing instruction.
    Declaration,
    /// The `>` of the end tag of this name.
    EndTag(Range<usize>),
    /// The closing mark of a template block.
    Block,
    /// The brace after an expression, which begins with the mark of a block or without one.
    Expression(Option<BlockMark>, Expression),
    /// The rest of a start tag.
    StartTag(StartTag, Rest),
}

/// Where to go on reading an unfinished start tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rest {
    /// The end of the last whole attribute.
    pub at: usize,
    /// Before this offset, nothing ends the value that is read.
    pub seen: usize,
    /// The quote that following lines must contain.
    pub quote: Option<u8>,
    /// The expression that is read.
    pub begun: Option<Box<Begun>>,
}
