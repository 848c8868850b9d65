//! The ranges of the parts of a block.

use std::ops::Range;

use crate::lexical::kind::Kind;

/// The ranges of the parts of a block, in bytes from its start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    pub kind: Kind,
    /// Whether it has a fence, which may be empty.
    pub fenced: bool,
    /// Whether it is in canonical form.
    pub tidy: bool,
    /// After the tag.
    pub tag_end: u32,
    /// The inline text, the target of a `@ref`, the lines of items, or the body of a fence.
    pub content: Range<u32>,
    /// The identifier without its `#`; empty if there is none.
    pub id: Range<u32>,
    /// After the last character that is not white space.
    pub end: u32,
}
