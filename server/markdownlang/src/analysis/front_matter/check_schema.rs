//! The checks of the schemas in a schema.

use agmark_schema::{Member, Node, Style};
use agmark_syntax::{Diagnostic, Span};

use super::schema_context::{RootSchema, SchemaContext};
use crate::rules;
use crate::vocabulary::schema_keywords::{Holds, holds};

/// Checks the schema that is the value of a key in the front matter.
pub(super) fn check(text: &str, key: Span, schema: &Node, out: &mut Vec<Diagnostic>) {
    let root = RootSchema::new(schema);
    rules::check_root_schema(&root, out);
    SchemaWalker { text, root: &root, out }.schema(key, schema, true);
}

struct SchemaWalker<'a> {
    text: &'a str,
    root: &'a RootSchema<'a>,
    out: &'a mut Vec<Diagnostic>,
}

impl SchemaWalker<'_> {
    /// Checks a schema and the schemas in it.
    fn schema(&mut self, label: Span, node: &Node, needs_type: bool) {
        let Some(map) = node.as_map().filter(|_| node.style != Style::Alias) else { return };
        let context = SchemaContext { text: self.text, root: self.root, node, map, label, needs_type };
        rules::check_schema(&context, self.out);
        for member in map {
            self.keyword(member);
        }
    }

    /// Checks the schemas in the value of a keyword.
    fn keyword(&mut self, member: &Member) {
        let (key, value) = (&member.key, &member.value);
        // These schemas limit parts of a value whose type is elsewhere.
        let needs_type = !matches!(
            key.text.as_str(),
            "not" | "if" | "then" | "else" | "allOf" | "dependentSchemas" | "propertyNames"
        );
        match holds(&key.text) {
            Some(Holds::One) => self.schema(key.span.clone().into(), value, needs_type),
            Some(Holds::List) => {
                for one in value.as_list().unwrap_or_default() {
                    self.schema(first_line(one), one, needs_type);
                }
            }
            Some(Holds::Map) => {
                for one in value.as_map().into_iter().flatten() {
                    self.schema(one.key.span.clone().into(), &one.value, needs_type);
                }
            }
            None => {}
        }
    }
}

fn first_line(node: &Node) -> Span {
    match node.as_map().and_then(|map| map.members.first()) {
        Some(first) => first.key.span.clone().into(),
        None => node.span.clone().into(),
    }
}
