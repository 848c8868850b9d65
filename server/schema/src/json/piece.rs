//! A piece of a JSON text, read without the rest.

use crate::Parsed;

/// What a piece contains, and what it leaves open.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceOfJson {
    /// The tree of the piece. Containers that an earlier piece opened are around it, with the style
    /// [`Inherited`](crate::Style::Inherited) of their keys; their spans start at the piece.
    pub parsed: Parsed,
    /// The outer containers that the piece leaves open. No problem reports them, because a later piece may close them.
    /// A piece that leaves more open is the last one, and reports the inner ones.
    pub open: Vec<OpenAtEnd>,
    /// Whether it leaves inner containers open too. Then it is the last one.
    pub leaves_more_open: bool,
    /// The end of the last token.
    pub end: usize,
}

/// A container that is open at the end of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenAtEnd {
    /// Its start; `None` if an earlier piece opened it.
    pub start: Option<usize>,
    pub is_map: bool,
}
