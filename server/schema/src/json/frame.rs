//! Containers that are open while JSON is read.

use std::collections::HashMap;
use std::ops::Range;

use crate::{Key, Map, Node};

pub(super) enum Items {
    List(Vec<Node>),
    Map { map: Map, key: Option<Key>, seen: HashMap<String, Range<usize>> },
}

/// A container that is not closed yet.
pub(super) struct Frame {
    pub start: usize,
    /// Whether it was opened before the text, in an earlier piece.
    pub is_inherited: bool,
    pub items: Items,
}
