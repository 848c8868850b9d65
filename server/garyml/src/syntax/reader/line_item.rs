//! A line or block while it is read, and its position.

use std::ops::Range;

use tree_sitter::Node;

use crate::syntax::item::Parts;
use crate::syntax::line::Line;
use crate::syntax::scope::TextLevel;

/// LooseText lines that are one text, by the first of them.
pub(super) struct LooseText<'a> {
    pub(super) level: TextLevel,
    /// Only parameters come before it under its header.
    pub(super) first: bool,
    pub(super) one: LineItem<'a>,
}

/// An item that is being read.
pub(crate) struct LineItem<'a> {
    pub(super) node: Node<'a>,
    pub(super) range: Range<usize>,
    pub(crate) line: Line<'a>,
    pub(super) parts: Parts<'a>,
}

impl LineItem<'_> {
    /// Whether the line, which is not a header, has an error and so keeps its indent.
    pub(super) fn is_stuck(&self) -> bool {
        self.line.tabs || self.parts.broken
    }

    pub(crate) fn has_block(&self) -> bool {
        self.parts.block.is_some()
    }

    /// Whether it has a block that nothing closes.
    pub(crate) fn is_open(&self) -> bool {
        self.parts.block.is_some_and(|b| b.closer.is_none())
    }
}

/// The indent that an item has and should have.
#[derive(Default)]
pub(super) struct Position {
    pub(super) attached: bool,
    pub(super) stray: bool,
    pub(super) expected: Option<u32>,
    pub(super) placed: u32,
}
