//! Upper and lower case, character by character as in Go. The number of characters does not change.

/// The upper case of a character; the character itself if its upper case has several characters.
pub(crate) fn upper(c: char) -> char {
    // Greek letters with an iota subscript also have an upper case of one character.
    match c {
        '\u{1f80}'..='\u{1f87}' | '\u{1f90}'..='\u{1f97}' | '\u{1fa0}'..='\u{1fa7}' => further(c, 8),
        '\u{1fb3}' | '\u{1fc3}' | '\u{1ff3}' => further(c, 9),
        c => single(c.to_uppercase()).unwrap_or(c),
    }
}

/// The lower case of a character.
pub(crate) fn lower(c: char) -> char {
    c.to_lowercase().next().unwrap_or(c)
}

/// A text with the first letter of each word in upper case. A word ends at each ASCII character that is not a letter, a digit
/// or `_` (an apostrophe ends it, too), and at other whitespace.
pub(crate) fn title(text: &str) -> String {
    let mut before = ' ';
    let next = text.chars().map(|c| {
        let first = ends_word(before);
        before = c;
        if first { titled(c) } else { c }
    });
    next.collect()
}

fn ends_word(c: char) -> bool {
    match c {
        '_' => false,
        c if c.is_ascii() => !c.is_ascii_alphanumeric(),
        c => !c.is_alphanumeric() && c.is_whitespace(),
    }
}

/// The upper case of a first letter. In a digraph, only the first part is in upper case.
fn titled(c: char) -> char {
    match c {
        '\u{1c4}'..='\u{1c6}' => '\u{1c5}',
        '\u{1c7}'..='\u{1c9}' => '\u{1c8}',
        '\u{1ca}'..='\u{1cc}' => '\u{1cb}',
        '\u{1f1}'..='\u{1f3}' => '\u{1f2}',
        // Georgian uses capitals only for whole words.
        '\u{10d0}'..='\u{10ff}' => c,
        c => upper(c),
    }
}

fn further(c: char, by: u32) -> char {
    char::from_u32(u32::from(c) + by).unwrap_or(c)
}

fn single(mut chars: impl Iterator<Item = char>) -> Option<char> {
    let first = chars.next()?;
    chars.next().is_none().then_some(first)
}
