//! A block with its neighbours, for rules and the formatter.

use agmark_syntax::Span;

use crate::syntax::block::Block;

/// A block among its neighbours.
#[derive(Clone, Copy)]
pub struct BlockContext<'a> {
    pub text: &'a str,
    pub blocks: &'a [Block],
    pub index: usize,
}

impl<'a> BlockContext<'a> {
    pub fn block(&self) -> &'a Block {
        &self.blocks[self.index]
    }

    /// The block before this one, in the same piece.
    pub fn before(&self) -> Option<&'a Block> {
        self.index.checked_sub(1).map(|index| &self.blocks[index])
    }

    /// The text between the block before and this one.
    pub fn gap(&self) -> &'a str {
        let start = self.before().map_or(0, |before| before.span.end as usize);
        self.text.get(start..self.block().span.start as usize).unwrap_or("")
    }

    /// Whether nothing but the end of a line separates this block from the one before.
    pub fn follows_directly(&self) -> bool {
        self.before().is_some() && self.gap().matches('\n').count() == 1
    }

    /// The start of the line on which this block starts, after a byte-order mark.
    pub fn line_start(&self) -> usize {
        let start = self.block().span.start as usize;
        let before = self.text.get(..start).unwrap_or("");
        let mark = if before.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        before.rfind('\n').map_or(mark, |at| at + 1)
    }

    /// A part of the header with the white space before it, to delete both.
    pub fn with_space_before(&self, span: Span) -> Span {
        let before = self.text.get(..span.start as usize).unwrap_or("");
        Span::new(before.trim_end_matches([' ', '\t']).len(), span.end as usize)
    }
}
