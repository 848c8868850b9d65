//! Parses JSON (RFC 8259) and continues after errors.
//!
//! A tree-sitter tree of invalid JSON shows that there is an error, but not that a comma is missing. Therefore this is
//! a separate parser: one pass over tokens, containers on an explicit stack, and a rule for each unexpected token at
//! each place.

mod containers;
mod frame;
mod lexer;
mod number;
mod piece;
mod reader;
mod scan;
mod string;

use crate::Parsed;

pub use containers::duplicate_key;
pub use piece::{OpenAtEnd, PieceOfJson};
pub use reader::unclosed;
pub use scan::{OpenContainer, Scan};

/// Parses a whole text as one JSON value. A byte-order mark at the start is skipped.
pub fn parse(text: &str) -> Parsed {
    reader::JsonReader::new(text).read()
}

/// Parses a text that starts at byte `offset` of a larger text. All spans are in the larger text.
pub fn parse_at(text: &str, offset: usize) -> Parsed {
    parse(text).shifted(offset)
}

/// Parses a piece of a text that starts before a member of nested maps with these keys; without keys, the first piece.
/// Spans count from the start of the piece.
pub fn read_piece(text: &str, keys: &[&str]) -> PieceOfJson {
    reader::JsonReader::of_piece(text, keys).read_piece()
}
