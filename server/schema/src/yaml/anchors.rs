//! Anchors, and the limits of their aliases.

use std::collections::HashMap;

use crate::{Node, Value};

/// The largest size that all aliases of a text add to the tree: bytes of text, and 64 for each node.
const ALIAS_BUDGET: usize = 4 << 20;

/// The largest size of stored anchors. Nested anchors are stored with each outer anchor.
const ANCHOR_BUDGET: usize = 16 << 20;

/// The value of an anchor and the cost of a copy.
struct Anchored {
    value: Value,
    weight: usize,
    height: usize,
}

/// The values of anchors, by the parser's number.
pub(super) struct Anchors {
    values: HashMap<usize, Anchored>,
    alias_budget: usize,
    anchor_budget: usize,
}

impl Default for Anchors {
    fn default() -> Self {
        Anchors { values: HashMap::new(), alias_budget: ALIAS_BUDGET, anchor_budget: ANCHOR_BUDGET }
    }
}

impl Anchors {
    /// Stores the value of an anchor.
    pub fn define(&mut self, anchor: usize, value: &Value) {
        let (weight, height) = measure(value);
        let anchored = if weight <= self.anchor_budget {
            self.anchor_budget -= weight;
            Anchored { value: value.clone(), weight, height }
        } else {
            Anchored { value: Value::Missing, weight: usize::MAX, height }
        };
        self.values.insert(anchor, anchored);
    }

    /// The value of an alias at a place where `room` more levels of nesting are allowed.
    pub fn copy(&mut self, anchor: usize, room: usize) -> Result<Value, &'static str> {
        let anchored = self
            .values
            .get(&anchor)
            .ok_or("this alias refers to the value that contains it: remove the alias")?;
        if anchored.height > room || anchored.weight > self.alias_budget {
            return Err(
                "the aliases of this text expand to too much text: write the value out where it is needed",
            );
        }
        self.alias_budget -= anchored.weight;
        Ok(anchored.value.clone())
    }
}

/// The cost and the depth of a copy.
fn measure(value: &Value) -> (usize, usize) {
    let (mut weight, mut height) = (64, 0);
    let mut add = |child: &Node, text: usize| {
        let (child_weight, child_height) = measure(&child.value);
        weight += child_weight + text;
        height = height.max(child_height);
    };
    match value {
        Value::String(text) => return (64 + text.len(), 0),
        Value::List(items) => items.iter().for_each(|item| add(item, 0)),
        Value::Map(map) => map.iter().for_each(|member| add(&member.value, 64 + member.key.text.len())),
        _ => return (64, 0),
    }
    (weight, height + 1)
}
