//! Where comments, raw content and end tags end.

/// The byte after the end of a comment, in the text after its start.
pub fn comment_end(text: &str) -> Option<usize> {
    let closes = |&at: &usize| {
        let before = &text.as_bytes()[..at];
        before.ends_with(b"--") || before.ends_with(b"--!")
    };
    memchr::memchr_iter(b'>', text.as_bytes()).find(closes).map(|at| at + 1)
}

/// Where the content of a raw element ends: at its end tag.
pub fn raw_end(text: &str, name: &str) -> Option<usize> {
    let rest = text.as_bytes();
    let closes = |&at: &usize| {
        let tail = &rest[at..];
        let after = 2 + name.len();
        tail.get(1) == Some(&b'/')
            && tail.get(2..after).is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()))
            && tail.get(after).is_none_or(|&b| is_blank(b) || matches!(b, b'/' | b'>'))
    };
    memchr::memchr_iter(b'<', rest).find(closes)
}

/// The byte after an end tag, in the text after its name. A `<` ends it too.
pub fn end_tag_end(text: &str) -> Option<usize> {
    let close = memchr::memchr2(b'>', b'<', text.as_bytes())?;
    Some(if text.as_bytes().get(close) == Some(&b'>') { close + 1 } else { close })
}

/// Whether a byte is white space.
pub fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0c)
}

/// Whether a byte belongs to the name of a tag.
pub fn is_tag_name(byte: u8) -> bool {
    !is_blank(byte) && !matches!(byte, b'/' | b'>' | b'<')
}
