//! The values of parameters, as the grammar's nodes give them.

use std::borrow::Cow;

use agmark_syntax::Span;
use tree_sitter::Node;

use crate::syntax::node::{Part, Syntax};

/// The text that a node covers.
pub fn text<'a>(node: Node<'_>, source: &'a str) -> &'a str {
    Span::of(node).text(source)
}

/// The text of a string or a bare value, without its quotes; none for any other value.
pub fn words<'a>(value: Part<'_>, source: &'a str) -> Option<Cow<'a, str>> {
    let inner = inner(value)?.text(source);
    if value.syntax == Syntax::String && text(value.node, source).starts_with('"') {
        return Some(unescape(inner));
    }
    Some(Cow::Borrowed(inner))
}

/// The bytes of a string or a bare value, without its quotes.
pub fn inner(value: Part<'_>) -> Option<Span> {
    let range = value.node.byte_range();
    match value.syntax {
        Syntax::String => Some(Span::new(range.start + 1, range.end - 1)),
        Syntax::Plain | Syntax::Number | Syntax::Boolean => Some(range.into()),
        _ => None,
    }
}

/// In double quotes, `\"` and `\\` stand for a quote and a backslash.
pub fn unescape(inner: &str) -> Cow<'_, str> {
    if !inner.contains('\\') {
        return Cow::Borrowed(inner);
    }
    let mut out = String::with_capacity(inner.len());
    let mut chars = inner.chars().peekable();
    while let Some(c) = chars.next() {
        match chars.peek() {
            Some(&next) if c == '\\' && (next == '"' || next == '\\') => {
                out.push(next);
                chars.next();
            }
            _ => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// A text in double quotes.
pub fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        if c == '"' || c == '\\' {
            out.push('\\');
        }
        out.push(c);
    }
    out.push('"');
    out
}

/// Whether a text can be an id.
pub fn is_id(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_' || !c.is_ascii())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-') || !c.is_ascii())
}

/// The items of a list, or the value itself.
pub fn items(value: Part<'_>) -> Vec<Part<'_>> {
    if !matches!(value.syntax, Syntax::List | Syntax::UnterminatedList) {
        return vec![value];
    }
    let mut cursor = value.node.walk();
    value.node.named_children(&mut cursor).map(Part::new).collect()
}
