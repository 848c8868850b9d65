//! What an expression says that is the value of an attribute.

use std::ops::Range;

use super::token::AttributeValue;

/// A value that is the expression in `span`. `{"text"}` and `{true}` count as their text.
pub fn of(text: &str, span: Range<usize>) -> AttributeValue {
    let written = text.get(span.clone()).unwrap_or("");
    let inside = written.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or("");
    let trimmed = inside.trim();
    let at = span.start + 1 + (inside.len() - inside.trim_start().len());
    let quoted = ['"', '\'', '`'].iter().any(|quote| {
        trimmed.len() >= 2
            && trimmed.starts_with(*quote)
            && trimmed[1..].find(*quote) == Some(trimmed.len() - 2)
    });
    if quoted && !trimmed.contains("${") && !trimmed.contains('\\') {
        return AttributeValue { span: at + 1..at + trimmed.len() - 1, quote: Some(b'"'), closed: true };
    }
    if matches!(trimmed, "true" | "false") {
        return AttributeValue { span: at..at + trimmed.len(), quote: None, closed: true };
    }
    AttributeValue { span, quote: None, closed: true }
}
