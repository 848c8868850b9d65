//! JSON (RFC 8259), read in spite of its mistakes.
//!
//! A tree-sitter tree of broken JSON says that something is wrong, and where the parser gave up; people want
//! to know that a comma is missing. So the text is read by a small reader of our own: one pass over tokens,
//! containers on an explicit stack, and at every place where JSON expects something, a rule for whatever else
//! may stand there.

mod containers;
mod frame;
mod lexer;
mod number;
mod reader;
mod string;

use crate::Parsed;

/// Reads a whole text as one JSON value. A byte-order mark at the start is skipped.
pub fn parse(text: &str) -> Parsed {
    reader::Reader::new(text).read()
}

/// Reads a text that starts at byte `offset` of a larger one: all spans are those of the larger text.
pub fn parse_at(text: &str, offset: usize) -> Parsed {
    parse(text).shifted(offset)
}
