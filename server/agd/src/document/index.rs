//! An index over the ids of a document that is only read.

use std::collections::HashMap;

use crate::document::Document;

/// Where each id stands. It is of the document as it was when the index was built: edits do not change it.
#[derive(Clone, Debug)]
pub struct DocumentIndex<'d> {
    positions: HashMap<&'d str, usize>,
}

impl<'d> DocumentIndex<'d> {
    /// Goes through the whole document once.
    pub fn build(document: &'d Document<'_>) -> Self {
        let blocks = document.blocks().enumerate();
        Self { positions: blocks.filter_map(|(position, block)| Some((block.id()?, position))).collect() }
    }

    /// Which block of the document, counted from 0 and with comments, has this id.
    pub fn position(&self, id: &str) -> Option<usize> {
        self.positions.get(id).copied()
    }

    /// How many ids there are.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }
}
