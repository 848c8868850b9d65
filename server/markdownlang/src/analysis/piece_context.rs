//! What a check of a piece looks at.

use agmark_syntax::Piece;

use super::template::scope::Block;

/// A piece of a document.
pub(crate) struct PieceContext<'a> {
    pub piece: &'a Piece<'a>,
    pub has_front_matter: bool,
    /// The blocks that are open at the end.
    pub open: &'a [Block],
}
