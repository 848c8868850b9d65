//! From the protocol's types to ours.

use agmark_syntax::{Encoding, Position, Span, Text};

pub fn position(at: lsp_types::Position) -> Position {
    Position { line: at.line, column: at.character }
}

/// The offset of a position, clamped to the text.
pub fn offset(text: &Text, at: lsp_types::Position, encoding: Encoding) -> usize {
    text.offset(position(at), encoding)
}

/// The bytes of a range, clamped to the text; an inverted one is put in order.
pub fn span(text: &Text, range: lsp_types::Range, encoding: Encoding) -> Span {
    Span::new(offset(text, range.start, encoding), offset(text, range.end, encoding))
}
