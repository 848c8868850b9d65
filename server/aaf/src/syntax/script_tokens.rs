//! Words, strings and regular expressions of scripts, in one line.

use memchr::memmem;

/// How far the end of a regular expression and the body of a function are searched, in bytes.
pub const FAR: usize = 1 << 10;

/// Words that a value or the rest of a statement follows.
const BEFORE_VALUES: &[&[u8]] = &[
    b"return",
    b"case",
    b"default",
    b"do",
    b"else",
    b"typeof",
    b"instanceof",
    b"in",
    b"of",
    b"new",
    b"delete",
    b"void",
    b"throw",
    b"yield",
    b"await",
    b"export",
    b"async",
    b"declare",
    b"abstract",
];

pub fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80
}

/// The byte after the word at `at`.
pub fn word_end(line: &[u8], at: usize) -> usize {
    let rest = line.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|byte| is_word(**byte)).count()
}

/// Whether a value may follow a word.
pub fn keeps_operator(word: &[u8]) -> bool {
    BEFORE_VALUES.contains(&word)
}

/// The last byte of the string at `at`; the end of the line if it is not closed.
pub fn string_end(line: &[u8], at: usize) -> usize {
    let quote = line.get(at).copied();
    let mut end = at + 1;
    while let Some(&byte) = line.get(end) {
        match byte {
            b'\\' => end += 1,
            byte if Some(byte) == quote => return end,
            _ => {}
        }
        end += 1;
    }
    end
}

/// Whether the slash at `at` begins a regular expression that ends on the line.
pub fn begins_regex(line: &[u8], at: usize) -> bool {
    regex_end(line, at) > at
}

/// The last byte of the regular expression at `at`; `at` if it does not end on the line, or is very long.
pub fn regex_end(line: &[u8], at: usize) -> usize {
    let line = line.get(..line.len().min(at + FAR)).unwrap_or_default();
    let (mut end, mut in_class) = (at + 1, false);
    while let Some(&byte) = line.get(end) {
        match byte {
            b'\\' => end += 1,
            b'[' => in_class = true,
            b']' => in_class = false,
            b'/' if !in_class => return end,
            _ => {}
        }
        end += 1;
    }
    at
}

/// Whether `<` before `at` begins type parameters: `<T,>`, `<T extends X>`, `<T = X>`, `<const T>`, or `<T>(x) => …`
/// without an end tag.
pub fn is_generic(line: &[u8], at: usize) -> bool {
    let line = line.get(..line.len().min(at + FAR)).unwrap_or_default();
    let end = word_end(line, at);
    let name = line.get(at..end).unwrap_or_default();
    let rest = line.get(end..).unwrap_or_default();
    let blanks = rest.iter().take_while(|byte| **byte == b' ').count();
    let rest = rest.get(blanks..).unwrap_or_default();
    if rest.starts_with(b",") || rest.starts_with(b"extends ") || rest.starts_with(b"=") || name == b"const" {
        return true;
    }
    let closed = [b"</", name].concat();
    rest.starts_with(b">(") && memmem::find(rest, b"=>").is_some() && memmem::find(rest, &closed).is_none()
}
