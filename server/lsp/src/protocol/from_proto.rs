//! Converts the protocol's types to those of `agmark_syntax`.

use agmark_syntax::{Encoding, Position, Span, Text};

pub fn position(at: lsp_types::Position) -> Position {
    Position { line: at.line, column: at.character }
}

/// The offset of a position, clamped to the text.
pub fn offset(text: &Text, at: lsp_types::Position, encoding: Encoding) -> usize {
    text.offset(position(at), encoding)
}

/// The span of a range, clamped to the text. The range may be inverted.
pub fn span(text: &Text, range: lsp_types::Range, encoding: Encoding) -> Span {
    Span::new(offset(text, range.start, encoding), offset(text, range.end, encoding))
}
