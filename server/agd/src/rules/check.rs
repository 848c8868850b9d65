//! What the rules of AGD look at.

use agmark_syntax::{Diagnostic, State};

use crate::syntax::block::{Block, BlockKind};
use crate::syntax::context::BlockContext;

/// A check of one block.
pub type BlockCheck = fn(BlockContext<'_>, &mut Vec<Diagnostic>);

/// A check of a piece, from its text, the state of the line scan where it starts, and its blocks.
pub type PieceCheck = fn(&str, &State, &[Block], &mut Vec<Diagnostic>);

/// Which part of a document a rule looks at, and its check.
#[derive(Debug)]
pub enum Check {
    /// Blocks of these kinds.
    Kind(&'static [BlockKind], BlockCheck),
    /// Blocks in whose header an id, an identifier or text was read.
    Id(BlockCheck),
    /// Blocks in whose header an attribute, a malformed attribute or an identifier was read.
    Attributes(BlockCheck),
    /// Blocks with a fence.
    Fence(BlockCheck),
    /// The piece as a whole.
    Piece(PieceCheck),
    /// Features find it from the names and links of the analysis.
    Names,
    /// A feature compares the document with its formatted text.
    Layout,
}
