//! Containers that are open while YAML is read.

use std::collections::HashMap;
use std::ops::Range;

use crate::{Key, Map, Node};

/// A container that is not closed yet.
pub(super) struct Frame {
    pub items: Items,
    /// The bytes of `[` or `{`; an empty span at the first item of a block.
    pub opener: Range<usize>,
    pub anchor: usize,
}

pub(super) enum Items {
    List(Vec<Node>),
    Map { map: Map, key: Option<Key>, seen: HashMap<String, Range<usize>> },
}

impl Frame {
    pub fn is_map(&self) -> bool {
        matches!(self.items, Items::Map { .. })
    }

    pub fn is_flow(&self) -> bool {
        !self.opener.is_empty()
    }
}
