//! The classes of lines. The first bytes decide the class.

use std::borrow::Cow;

/// White space within a line. A carriage return alone is not a line ending.
pub const SPACES: [char; 3] = [' ', '\t', '\r'];

/// The class of a line outside of a fence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class<'a> {
    Blank,
    Comment,
    /// `@tag`, with the tag's name.
    Block(&'a str),
    /// This number of tildes, alone on their line.
    Fence(u32),
    Item,
    Quote,
    Other,
}

/// The class of a line, given without its line feed.
pub fn class(line: &str) -> Class<'_> {
    match line.as_bytes() {
        [b'@', b'!', ..] => Class::Comment,
        [b'@', c, ..] if is_letter(*c) => Class::Block(tag_name(line)),
        [b'-'] | [b'-', b' ' | b'\t' | b'\r', ..] => Class::Item,
        [b'>'] | [b'>', b' ' | b'\t' | b'\r', ..] => Class::Quote,
        [b'~', ..] => match tildes(line) {
            Some(count) if count >= 3 => Class::Fence(count),
            _ => Class::Other,
        },
        _ if is_blank(line) => Class::Blank,
        _ => Class::Other,
    }
}

/// Whether a line is empty, or white space only.
pub fn is_blank(line: &str) -> bool {
    line.trim_end_matches(SPACES).is_empty()
}

/// The number of tildes on a line of tildes, with optional white space after them.
pub fn tildes(line: &str) -> Option<u32> {
    let line = line.trim_end_matches(SPACES);
    (!line.is_empty() && line.bytes().all(|b| b == b'~'))
        .then(|| u32::try_from(line.len()).unwrap_or(u32::MAX))
}

/// The name after the `@` of a block start: up to white space or a bracket.
fn tag_name(line: &str) -> &str {
    let name = line.get(1..).unwrap_or("");
    let end = name.bytes().position(|b| matches!(b, b' ' | b'\t' | b'\r' | b'['));
    &name[..end.unwrap_or(name.len())]
}

/// The text without the carriage returns at line ends.
pub fn without_carriage_returns(body: &str) -> Cow<'_, str> {
    if memchr::memchr(b'\r', body.as_bytes()).is_none() {
        return Cow::Borrowed(body);
    }
    let mut out = String::with_capacity(body.len());
    for (index, line) in body.split('\n').enumerate() {
        if index > 0 {
            out.push('\n');
        }
        out.push_str(line.trim_end_matches('\r'));
    }
    Cow::Owned(out)
}

/// Whether a tag or an identifier can start with this byte.
pub fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

/// Whether names of tags, keys and identifiers can contain this byte.
pub fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'
}

/// Whether `word` is an identifier: `[A-Za-z_][A-Za-z0-9_-]*`.
pub fn is_identifier(word: &str) -> bool {
    word.bytes().next().is_some_and(is_letter) && word.bytes().all(is_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes() {
        for (line, expected) in [
            ("", Class::Blank),
            (" \t\r", Class::Blank),
            ("@! note", Class::Comment),
            ("@p text", Class::Block("p")),
            ("@p[#a]", Class::Block("p")),
            ("@_x\r", Class::Block("_x")),
            ("@", Class::Other),
            ("@1", Class::Other),
            (" @p", Class::Other),
            ("-", Class::Item),
            ("- a", Class::Item),
            ("-a", Class::Other),
            (">\t", Class::Quote),
            (">a", Class::Other),
            ("~~~", Class::Fence(3)),
            ("~~~~ \r", Class::Fence(4)),
            ("~~~ a", Class::Other),
            ("~~", Class::Other),
        ] {
            assert_eq!(class(line), expected, "{line:?}");
        }
    }
}
