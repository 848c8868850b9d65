//! What a check of a schema looks at.

use std::cell::OnceCell;

use agmark_schema::validate::{Invalid, check_schema};
use agmark_schema::{Map, Node};
use agmark_syntax::Span;
use serde_json::Value as Json;

/// The schema `input` or `output`.
pub(crate) struct RootSchema<'a> {
    pub node: &'a Node,
    pub json: Json,
    /// The errors that the meta-schema finds.
    pub errors: Vec<Invalid>,
    definitions: OnceCell<Vec<String>>,
}

impl<'a> RootSchema<'a> {
    pub fn new(node: &'a Node) -> Self {
        let json = node.to_json();
        Self { node, errors: check_schema(&json), json, definitions: OnceCell::new() }
    }

    /// The references to the definitions of the schema: `#/$defs/city`.
    pub fn definitions(&self) -> &[String] {
        self.definitions.get_or_init(|| {
            let definitions = self.node.get("$defs").and_then(Node::as_map).into_iter().flatten();
            definitions.map(|member| format!("#/$defs/{}", member.key.text)).collect()
        })
    }
}

/// A schema, or a schema in another one.
pub(crate) struct SchemaContext<'a> {
    pub text: &'a str,
    pub root: &'a RootSchema<'a>,
    pub node: &'a Node,
    pub map: &'a Map,
    /// Where something missing is reported: the key of the schema, or its first line.
    pub label: Span,
    /// Whether the schema must have a type. The schema of `not`, for example, limits a value whose type is elsewhere.
    pub needs_type: bool,
}
