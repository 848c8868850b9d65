//! The start of a line of the body.

use crate::syntax::chars::{is_blank, run};
use crate::syntax::depths::Indent;

/// The kind of a line, by the first character of its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It starts with a letter. It may also be prose; the tree decides.
    Element,
    Content,
    Row,
    Summary,
    Other,
}

/// The sign of a line in a diff.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    Added,
    Removed,
    Changed,
}

impl Sign {
    pub fn text(self) -> &'static str {
        match self {
            Self::Added => "+",
            Self::Removed => "-",
            Self::Changed => "*",
        }
    }
}

/// The indent and sign of a line, and the kind of its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    pub kind: Kind,
    pub indent: Indent,
    pub sign: Option<Sign>,
    /// Where the content begins, in bytes of the line.
    pub content: usize,
}

impl Head {
    /// Reads a line that is not blank.
    pub fn of(line: &str) -> Self {
        let bytes = line.as_bytes();
        let before = run(bytes, is_blank);
        let indent = Indent::of(&bytes[..before]);
        let Some(sign) = sign(&bytes[before..]) else {
            return Self { kind: kind(&bytes[before..]), indent, sign: None, content: before };
        };
        let behind = run(&bytes[before + 1..], is_blank);
        let content = before + 1 + behind;
        // At the start of a line, a prefix may be before the indent, with or without a space between them.
        let indent = match &bytes[before + 1..content] {
            blanks if before > 0 || blanks.len() < 2 => indent,
            [b' ', rest @ ..] if rest.len() % 2 == 0 => Indent::of(rest),
            blanks => Indent::of(blanks),
        };
        Self { kind: kind(&bytes[content..]), indent, sign: Some(sign), content }
    }
}

/// The sign at the start of a line. It must be followed by content, after a space or directly.
fn sign(content: &[u8]) -> Option<Sign> {
    let sign = match content.first()? {
        b'+' => Sign::Added,
        b'-' => Sign::Removed,
        b'*' => Sign::Changed,
        _ => return None,
    };
    let next = *content.get(1)?;
    let follows = content[1..].iter().any(|b| !is_blank(*b));
    let near = next.is_ascii_alphabetic() || matches!(next, b'>' | b'|' | b'~') || is_blank(next);
    (follows && near).then_some(sign)
}

fn kind(content: &[u8]) -> Kind {
    match content.first() {
        Some(b'>') => Kind::Content,
        Some(b'|') => Kind::Row,
        Some(b'~') => Kind::Summary,
        Some(b) if b.is_ascii_alphabetic() => Kind::Element,
        _ => Kind::Other,
    }
}

/// The number of cells of a row, from its first bar.
pub fn cells(row: &str) -> u32 {
    let bytes = row.as_bytes();
    let mut cells = 0;
    let mut last = 0;
    for at in memchr::memchr_iter(b'|', bytes).skip(1) {
        if bytes[at - 1] != b'\\' {
            cells += 1;
            last = at;
        }
    }
    let open = bytes.iter().skip(last + 1).any(|b| !is_blank(*b));
    cells + u32::from(open)
}

/// Whether the text after `- ` is a line of an ARIA snapshot and not a removed element of a diff: `button "Send"
/// [ref=e1]`, `link:`, `/url: x`, `'cell "a: b"'`.
pub fn is_aria(content: &str) -> bool {
    let bytes = content.as_bytes();
    match bytes.first() {
        Some(b'/') => return bytes.get(1).is_some_and(u8::is_ascii_alphabetic),
        Some(b'\'' | b'"') => return true,
        _ => {}
    }
    let word = run(bytes, |b| b.is_ascii_alphanumeric() || b == b'-');
    if word == 0 || !bytes[0].is_ascii_alphabetic() {
        return false;
    }
    let rest = &bytes[word..];
    let behind = rest.get(run(rest, is_blank));
    matches!((rest.first(), behind), (Some(b':'), _) | (_, None | Some(b'"' | b'[' | b'/')))
}

/// The line with `start..end`, from `start` on.
pub fn line_at(text: &str, start: usize, end: usize) -> &str {
    let rest = text.as_bytes().get(end..).unwrap_or(&[]);
    let end = end + memchr::memchr(b'\n', rest).unwrap_or(rest.len());
    text.get(start..end).unwrap_or("")
}
