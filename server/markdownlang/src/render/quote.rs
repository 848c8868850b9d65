//! Quoted texts and characters, as Go's `strconv` writes them.

/// A text in double quotes. With `ascii`, all other characters are escaped.
pub(crate) fn string(text: &str, ascii: bool) -> String {
    quoted(text.chars(), '"', ascii)
}

/// A character in single quotes. With `ascii`, all other characters are escaped.
pub(crate) fn character(c: char, ascii: bool) -> String {
    quoted(std::iter::once(c), '\'', ascii)
}

/// Whether a text can be written in backquotes.
pub(crate) fn can_be_raw(text: &str) -> bool {
    !text.contains(|c: char| (c < ' ' && c != '\t') || matches!(c, '`' | '\u{7f}' | '\u{feff}'))
}

/// Whether Go prints a character unescaped: a letter, a mark, a number, a symbol, punctuation or the space.
pub(crate) fn is_printable(c: char) -> bool {
    // Rust escapes a mark at the start of a text, but not after a letter.
    let mut escaped = ['a', c].iter().collect::<String>();
    escaped = escaped.escape_debug().collect();
    matches!(c, '"' | '\'' | '\\') || escaped.chars().eq(['a', c])
}

fn quoted(text: impl Iterator<Item = char>, quote: char, ascii: bool) -> String {
    let mut out = String::from(quote);
    for c in text {
        match c {
            c if c == quote || c == '\\' => out.extend(['\\', c]),
            c if is_printable(c) && (c.is_ascii() || !ascii) => out.push(c),
            '\u{7}' => out.push_str("\\a"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{b}' => out.push_str("\\v"),
            c if c < ' ' || c == '\u{7f}' => out.push_str(&format!("\\x{:02x}", u32::from(c))),
            c if u32::from(c) < 0x10000 => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push_str(&format!("\\U{:08x}", u32::from(c))),
        }
    }
    out.push(quote);
    out
}
