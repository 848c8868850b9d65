//! JSON strings: names and quoted values.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::Range;

/// The text of a JSON string; `None` if `source` is not a JSON string with its quotes.
pub fn decode(source: &str) -> Option<Cow<'_, str>> {
    let inner = inner(source)?;
    if is_plain(inner) {
        return Some(Cow::Borrowed(inner));
    }
    let mut out = String::with_capacity(inner.len());
    let mut rest = inner;
    while let Some(at) = rest.find(|c: char| c == '\\' || c == '"' || c < ' ') {
        out.push_str(&rest[..at]);
        let (c, len) = escape(&rest[at..])?;
        out.push(c);
        rest = &rest[at + len..];
    }
    out.push_str(rest);
    Some(Cow::Owned(out))
}

/// Whether the inside of a JSON string has no escapes and no invalid characters.
fn is_plain(inner: &str) -> bool {
    !inner.bytes().any(|b| b == b'\\' || b == b'"' || b < b' ')
}

/// Whether `source` is a JSON string, from quote to quote.
pub fn is_sound(source: &str) -> bool {
    decode(source).is_some()
}

/// The invalid parts of `source`, a string with its quotes.
pub fn faults(source: &str) -> Vec<Range<usize>> {
    let Some(inner) = inner(source) else { return Vec::new() };
    let mut faults = Vec::new();
    let mut at = 0;
    while let Some(step) = inner[at..].find(|c: char| c == '\\' || c < ' ') {
        at += step;
        if let Some((_, len)) = escape(&inner[at..]) {
            at += len;
            continue;
        }
        let next = inner[at + 1..].chars().next();
        let len = match next {
            Some(c) if inner.as_bytes()[at] == b'\\' => 1 + c.len_utf8(),
            _ => 1,
        };
        faults.push(at + 1..at + 1 + len);
        at += len;
    }
    faults
}

/// `text` as a JSON string with the fewest escapes.
pub fn encode(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c < ' ' => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

fn inner(source: &str) -> Option<&str> {
    source.strip_prefix('"')?.strip_suffix('"')
}

/// The character that an escape at the start of `text` stands for, and the escape's length.
fn escape(text: &str) -> Option<(char, usize)> {
    let bytes = text.as_bytes();
    if bytes.first() != Some(&b'\\') {
        return None;
    }
    let c = match bytes.get(1)? {
        b'"' => '"',
        b'\\' => '\\',
        b'/' => '/',
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return unicode(text),
        _ => return None,
    };
    Some((c, 2))
}

/// `\uXXXX`, or two of them that are a surrogate pair.
fn unicode(text: &str) -> Option<(char, usize)> {
    let unit = |at: usize| -> Option<u32> {
        let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
        if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        u32::from_str_radix(digits, 16).ok()
    };
    let first = unit(0)?;
    if let Some(c) = char::from_u32(first) {
        return Some((c, 6));
    }
    let second = unit(6).filter(|low| (0xdc00..0xe000).contains(low))?;
    if first >= 0xdc00 {
        return None;
    }
    let c = char::from_u32(0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00))?;
    Some((c, 12))
}
