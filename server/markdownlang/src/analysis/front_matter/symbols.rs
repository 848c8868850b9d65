//! Symbols of the front matter.

use agmark_schema::{Key, Node as Value};
use agmark_syntax::{Span, Symbol, SymbolKind};

/// A top key with its value.
pub(super) fn key_symbol(key: &Key, value: &Value, kind: SymbolKind, detail: String) -> Symbol {
    Symbol {
        name: key.text.clone(),
        detail,
        kind,
        depth: 1,
        span: Span::new(key.span.start, value.span.end.max(key.span.end)),
        selection: key.span.clone().into(),
        extends: false,
        global: false,
    }
}

/// A symbol without details.
pub(super) fn leaf(name: &str, span: Span, depth: u32, kind: SymbolKind) -> Symbol {
    Symbol {
        name: name.to_owned(),
        detail: String::new(),
        kind,
        depth,
        span,
        selection: span,
        extends: false,
        global: false,
    }
}

/// The types of a schema: `string`, `string or null`.
pub(super) fn type_of(schema: &Value) -> String {
    let Some(types) = schema.get("type") else { return String::new() };
    match types.as_list() {
        Some(list) => list.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" or "),
        None => types.as_str().unwrap_or_default().to_owned(),
    }
}
