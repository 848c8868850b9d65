//! Converts the tree with spans to a plain `serde_json::Value`, for validators and templates.

use crate::{Node, Value};

impl Node {
    /// The plain value. A missing value becomes `null`. Of a repeated key, the last value wins.
    pub fn to_json(&self) -> serde_json::Value {
        // The recursion is bounded: no tree is deeper than `MAX_DEPTH`.
        match &self.value {
            Value::Missing | Value::Null => serde_json::Value::Null,
            Value::Bool(value) => (*value).into(),
            Value::Number(number) => number.clone().into(),
            Value::String(text) => text.clone().into(),
            Value::List(items) => items.iter().map(Node::to_json).collect(),
            Value::Map(map) => {
                map.iter().map(|member| (member.key.text.clone(), member.value.to_json())).collect()
            }
        }
    }
}
