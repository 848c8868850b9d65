//! Symbols of a chunk.

use agmark_schema::{Key, Node as Value};
use agmark_syntax::{Span, Symbol, SymbolKind};

/// A symbol whose span is its name.
pub(super) fn symbol(name: &str, span: Span, depth: u32, kind: SymbolKind) -> Symbol {
    Symbol {
        name: name.into(),
        detail: Box::default(),
        kind,
        depth,
        span,
        selection: span,
        extends: false,
        global: false,
    }
}

/// A key with its value.
pub(super) fn key_symbol(key: &Key, value: &Value, depth: u32, kind: SymbolKind) -> Symbol {
    let span = Span::new(key.span.start, value.span.end.max(key.span.end));
    Symbol { span, ..symbol(&key.text, key.span.clone().into(), depth, kind) }
}

/// The types of a schema: `string`, `string or null`.
pub(super) fn type_of(schema: &Value) -> Box<str> {
    let Some(types) = schema.get("type") else { return Box::default() };
    match types.as_list() {
        Some(list) => list.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" or ").into(),
        None => types.as_str().unwrap_or_default().into(),
    }
}
