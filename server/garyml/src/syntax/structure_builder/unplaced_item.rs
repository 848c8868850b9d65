//! A line or block whose indent in canonical form is not known yet.

use std::ops::Range;

use crate::syntax::indent::Indent;
use crate::syntax::line_item::ItemParts;
use crate::syntax::nesting::TextLevel;
use crate::syntax::syntax_kind::SyntaxNode;

/// Loose lines that are one text: the first of them, with the range of all.
pub(super) struct LooseText<'a> {
    pub(super) level: TextLevel,
    /// Whether only parameters come before it under its header.
    pub(super) first: bool,
    pub(super) item: UnplacedItem<'a>,
}

/// A line or block as it is read.
pub(crate) struct UnplacedItem<'a> {
    pub(super) node: SyntaxNode<'a>,
    pub(super) range: Range<usize>,
    pub(crate) indent: Indent,
    pub(super) parts: ItemParts<'a>,
}

impl UnplacedItem<'_> {
    /// Whether the line, which is not a header, has an error and therefore keeps its indent.
    pub(super) fn has_error(&self) -> bool {
        self.indent.tabs || self.parts.broken
    }

    /// Whether something on the line of a header is invalid. The line scan finds the same without the tree.
    pub(super) fn is_malformed_header(&self, text: &str) -> bool {
        self.parts.broken && !self.parts.block.is_some_and(|block| block.continues(text))
    }

    pub(crate) fn has_block(&self) -> bool {
        self.parts.block.is_some()
    }

    /// Whether it has an unterminated block.
    pub(crate) fn is_open(&self) -> bool {
        self.parts.block.is_some_and(|b| b.closer.is_none())
    }
}

/// Where an item is and where it should be.
#[derive(Default)]
pub(super) struct Placement {
    pub(super) attached: bool,
    pub(super) stray: bool,
    pub(super) expected: Option<u32>,
    pub(super) placed: u32,
}
