//! The properties of a schema as definitions, and `required` as references to them.

use agmark_schema::{Member, Node as Value, Style};
use agmark_syntax::{Definition, Name, Reference, Rule, Span, Symbol, SymbolKind, Target};

use super::FrontMatterReader;
use crate::analysis::symbol::{key_symbol, type_of};
use crate::names::{self, Spaces};
use crate::rules::undeclared_required;

/// Keywords that may add properties from elsewhere.
const COMPOSING: &[&str] = &["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "patternProperties"];

impl FrontMatterReader<'_> {
    /// Reads the properties of the schema for the value at `path`, and the properties below them.
    pub(super) fn properties(&mut self, schema: &Value, path: &str, spaces: &'static Spaces, depth: u32) {
        // The children of an alias are elsewhere in the text and were read there.
        if schema.style == Style::Alias {
            return;
        }
        if let Some(properties) = schema.get("properties").filter(|p| p.style != Style::Alias)
            && let Some(map) = properties.as_map()
        {
            for member in map {
                self.property(member, path, spaces, depth);
            }
        }
        if let Some(items) = schema.get("items") {
            self.properties(items, &names::items(path), spaces, depth);
        }
        self.required(schema, path, spaces);
    }

    fn property(&mut self, member: &Member, path: &str, spaces: &'static Spaces, depth: u32) {
        let (key, value) = (&member.key, &member.value);
        let path = names::join(path, &key.text);
        let whole = Span::new(key.span.start, value.span.end.max(key.span.end));
        self.analysis.definitions.push(Definition {
            name: spaces.name(&path),
            span: key.content_span().into(),
            whole,
            global: false,
            unique: None,
        });
        let symbol = key_symbol(key, value, depth, SymbolKind::Property);
        self.analysis.symbols.push(Symbol { detail: type_of(value), ..symbol });
        self.properties(value, &path, spaces, depth + 1);
    }

    fn required(&mut self, schema: &Value, path: &str, spaces: &'static Spaces) {
        let Some(required) = schema.get("required").filter(|r| r.style != Style::Alias) else { return };
        let elsewhere = COMPOSING.iter().any(|key| schema.get(key).is_some());
        let resolved: Option<&'static Rule> =
            (!elsewhere && self.is_complete).then_some(&undeclared_required::RULE);
        for entry in required.as_list().unwrap_or_default() {
            let Some(text) = entry.as_str() else { continue };
            self.analysis.references.push(Reference {
                name: spaces.name(&names::join(path, text)),
                span: entry.content_span().into(),
                target: Target::File,
                resolved,
            });
        }
    }
}

impl Spaces {
    fn name(&self, path: &str) -> Name {
        Name::new(if names::is_nested(path) { self.nested } else { self.root }, path)
    }
}
