//! Parses JSON (RFC 8259) and continues after errors.
//!
//! A tree-sitter tree of invalid JSON shows that there is an error, but not that a comma is missing. Therefore this is
//! a separate parser: one pass over tokens, containers on an explicit stack, and a rule for each unexpected token at
//! each place.

mod containers;
mod frame;
mod lexer;
mod number;
mod reader;
mod string;

use crate::Parsed;

/// Parses a whole text as one JSON value. A byte-order mark at the start is skipped.
pub fn parse(text: &str) -> Parsed {
    reader::Reader::new(text).read()
}

/// Parses a text that starts at byte `offset` of a larger text. All spans are in the larger text.
pub fn parse_at(text: &str, offset: usize) -> Parsed {
    parse(text).shifted(offset)
}
