//! The classes of characters in a line. The scanner of the grammar uses the same definitions; a test compares both.

/// Whether a byte is a blank between tokens. A carriage return ends a line only before a line feed.
pub fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

pub fn is_role_byte(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit()
}

pub fn is_word_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

pub fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

/// The number of bytes at the start of `text` that `fit`.
pub fn run(text: &[u8], fit: impl Fn(u8) -> bool) -> usize {
    text.iter().position(|b| !fit(*b)).unwrap_or(text.len())
}

/// `text` without blanks at its ends.
pub fn trim(text: &str) -> &str {
    trim_end(text.trim_start_matches([' ', '\t', '\r']))
}

/// `text` without blanks at its end.
pub fn trim_end(text: &str) -> &str {
    text.trim_end_matches([' ', '\t', '\r'])
}

/// How long the role at the start of `text` is, and whether it is well-formed: `button`, `browser:button`.
pub fn role(text: &[u8]) -> (usize, bool) {
    let first = run(text, is_role_byte);
    let good = text.first().is_some_and(u8::is_ascii_lowercase);
    if text.get(first) != Some(&b':') {
        return (first, good);
    }
    let rest = &text[first + 1..];
    let second = run(rest, is_role_byte);
    (first + 1 + second, good && rest.first().is_some_and(u8::is_ascii_lowercase))
}

/// Whether `text` is a ref, without its `#`: letters and digits, a letter first and a digit last.
pub fn is_ref(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.iter().all(u8::is_ascii_alphanumeric)
        && bytes.first().is_some_and(u8::is_ascii_alphabetic)
        && bytes.last().is_some_and(u8::is_ascii_digit)
}

/// Whether `text` may be a state or the name of an attribute.
pub fn is_word(text: &str) -> bool {
    text.bytes().all(is_word_byte) && text.bytes().next().is_some_and(is_word_start)
}

/// What follows the first word of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Rest {
    Nothing,
    /// A ref, a name, a state or an attribute: the line can only be an element.
    Element,
    Other,
}

pub fn rest(text: &[u8]) -> Rest {
    if text.first() == Some(&b'#') {
        return Rest::Element;
    }
    let text = &text[run(text, is_blank)..];
    match text.first() {
        None => Rest::Nothing,
        Some(b'"' | b'[') => Rest::Element,
        Some(b) if is_word_start(*b) && text.get(run(text, is_word_byte)) == Some(&b'=') => Rest::Element,
        Some(_) => Rest::Other,
    }
}
