//! Where the parts of a block are.

use std::ops::Range;

use crate::lexical::kind::Kind;

/// Where the parts of a block are, in bytes from its start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    pub kind: Kind,
    /// Whether its fence is there; a fence may be empty.
    pub fenced: bool,
    /// Whether it is in canonical form already.
    pub tidy: bool,
    /// After the tag.
    pub tag_end: u32,
    /// The inline text; of a `@ref` the target's name; the lines of items; the lines of a fence's body.
    pub content: Range<u32>,
    /// The identifier without its `#`; empty if there is none.
    pub id: Range<u32>,
    /// After the last character that is not white space.
    pub end: u32,
}
