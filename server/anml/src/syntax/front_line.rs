//! The lines of the front matter.

use std::borrow::Cow;

use crate::syntax::chars::{
    Rest, is_blank, is_role_byte, is_word_byte, is_word_start, rest, role, run, trim,
};
use crate::syntax::json;

/// What a line is while the front matter is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrontLine<'a> {
    Close,
    Meta {
        key: &'a str,
        value: &'a str,
    },
    Malformed,
    /// The line must be body: the front matter ends before it, without its closing line.
    Body,
}

/// Whether a line is `---`.
pub fn is_fence(line: &str) -> bool {
    line.strip_prefix("---").is_some_and(|rest| rest.bytes().all(is_blank))
}

/// Reads a line that is not blank.
pub fn read(line: &str) -> FrontLine<'_> {
    let bytes = line.as_bytes();
    let indent = run(bytes, is_blank);
    let content = &bytes[indent..];
    match content.first() {
        Some(b'>' | b'|' | b'~') => return FrontLine::Body,
        Some(b'-') if is_fence(line) => return FrontLine::Close,
        _ => {}
    }
    if indent > 0 {
        let (len, good) = role(content);
        let body = good && rest(&content[len..]) != Rest::Other;
        return if body { FrontLine::Body } else { FrontLine::Malformed };
    }
    if !content.first().is_some_and(|b| is_word_start(*b)) {
        return FrontLine::Malformed;
    }
    let end = run(bytes, |b| is_word_byte(b) || b == b'.');
    let is_role = bytes[0].is_ascii_lowercase() && bytes[..end].iter().all(|b| is_role_byte(*b));
    if is_role && bytes.get(end) == Some(&b'#') {
        return FrontLine::Body;
    }
    let behind = end + run(&bytes[end..], is_blank);
    match bytes.get(behind) {
        Some(b':') => FrontLine::Meta { key: &line[..end], value: trim(&line[behind + 1..]) },
        Some(next) if is_role && *next != b'#' && rest(&bytes[behind..]) == Rest::Element => FrontLine::Body,
        _ => FrontLine::Malformed,
    }
}

/// A value without its quotes, if it has some and they are those of a JSON string.
pub fn unquoted(value: &str) -> Cow<'_, str> {
    json::decode(value).unwrap_or(Cow::Borrowed(value))
}
