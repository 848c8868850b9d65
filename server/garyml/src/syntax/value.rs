//! The values of parameters.

use std::borrow::Cow;

use agmark_syntax::Span;

use crate::syntax::syntax_kind::{SyntaxKind, SyntaxNode};

/// The text of a string or a bare value, without its quotes; `None` for another value.
pub fn words<'a>(value: SyntaxNode<'_>, source: &'a str) -> Option<Cow<'a, str>> {
    let inner = inner(value)?.text(source);
    if value.kind == SyntaxKind::String && value.text(source).starts_with('"') {
        return Some(unescape(inner));
    }
    Some(Cow::Borrowed(inner))
}

/// The bytes of a string or a bare value, without its quotes.
pub fn inner(value: SyntaxNode<'_>) -> Option<Span> {
    let span = value.span();
    match value.kind {
        SyntaxKind::String => Some(Span { start: span.start + 1, end: span.end - 1 }),
        SyntaxKind::Plain | SyntaxKind::Number | SyntaxKind::Boolean => Some(span),
        _ => None,
    }
}

/// The text of a string in double quotes, where `\"` and `\\` stand for a quote and a backslash.
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
pub fn items(value: SyntaxNode<'_>) -> Vec<SyntaxNode<'_>> {
    if !matches!(value.kind, SyntaxKind::List | SyntaxKind::UnterminatedList) {
        return vec![value];
    }
    value.children()
}
