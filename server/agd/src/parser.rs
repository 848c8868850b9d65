//! The strict parser: one pass over the lines, which stops at the first error. The editor reads the same text from the
//! tree, where each error has a name. A property test checks that both read the same.

pub mod blocks;
pub mod error;
pub mod lexer;
pub mod shape;
#[cfg(test)]
mod tests;

pub use blocks::{blocks, one};
pub use error::{ErrorKind, Lines, ParseError, line_of};
pub use lexer::{Lexer, Token};
pub use shape::Shape;
