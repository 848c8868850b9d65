//! The strict parser: one pass over the lines, and the first thing that is wrong ends it. The editor reads the same text
//! from the tree, where everything that is wrong has a name; a property test holds the two together.

mod error;
mod header;
mod parser;
#[cfg(test)]
mod tests;

use std::ops::Range;

pub use error::{ErrorKind, Lines, ParseError, line_of};
pub use header::{Lexer, Token};
pub use parser::{Found, blocks, one};

use crate::ast::Kind;

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
