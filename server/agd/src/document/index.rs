//! An index over the ids of a document that is only read.

use std::collections::HashMap;

use crate::document::Document;

/// The position of each id when the index was built. Later edits do not change it.
#[derive(Clone, Debug)]
pub struct DocumentIndex<'d> {
    positions: HashMap<&'d str, usize>,
}

impl<'d> DocumentIndex<'d> {
    /// Builds the index in one pass.
    pub fn build(document: &'d Document<'_>) -> Self {
        let blocks = document.blocks().enumerate();
        Self { positions: blocks.filter_map(|(position, block)| Some((block.id()?, position))).collect() }
    }

    /// The position of the block with this id, from 0, counting comments.
    pub fn position(&self, id: &str) -> Option<usize> {
        self.positions.get(id).copied()
    }

    /// The number of ids.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }
}
