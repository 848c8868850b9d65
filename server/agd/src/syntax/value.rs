//! The values of attributes in the tree.

use std::borrow::Cow;

use agmark_syntax::Span;

use crate::lexical::value;
use crate::syntax::block::{Attribute, ValueKind};

/// The text of a value without quotes and escapes.
pub fn text<'a>(attribute: &Attribute, source: &'a str) -> Cow<'a, str> {
    let inner = inside(attribute).text(source);
    match attribute.value_kind {
        ValueKind::Quoted | ValueKind::Unterminated => value::unescape(inner),
        ValueKind::Bare | ValueKind::Integer | ValueKind::Boolean => Cow::Borrowed(inner),
    }
}

/// The span of a value without its quotes.
pub fn inside(attribute: &Attribute) -> Span {
    let (start, end) = (attribute.value.start as usize, attribute.value.end as usize);
    match attribute.value_kind {
        ValueKind::Quoted => Span::new(start + 1, end.saturating_sub(1).max(start + 1)),
        ValueKind::Unterminated => Span::new((start + 1).min(end), end),
        ValueKind::Bare | ValueKind::Integer | ValueKind::Boolean => attribute.value,
    }
}

/// A value in canonical form. A string has no quotes if it reads back as the same string.
pub fn canonical<'a>(attribute: &Attribute, source: &'a str) -> Cow<'a, str> {
    match attribute.value_kind {
        ValueKind::Integer | ValueKind::Boolean => Cow::Borrowed(attribute.value.text(source)),
        ValueKind::Bare | ValueKind::Quoted | ValueKind::Unterminated => {
            value::string(text(attribute, source))
        }
    }
}
