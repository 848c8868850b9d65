//! Text that others wrote, for a terminal.

use std::borrow::Cow;
use std::fmt::{self, Display, Write};

/// Foreign text on one line, without anything that a terminal would obey: control characters and characters that
/// change the direction of text are written out as `\u{1b}`, line breaks as `\n`. File names, texts of documents,
/// answers of servers and the errors of libraries are shown through this.
#[derive(Clone, Copy, Debug)]
pub struct Foreign<T>(pub T);

/// As [`Foreign`], for text of several lines: line feeds and tabs stay.
#[derive(Clone, Copy, Debug)]
pub struct Lines<T>(pub T);

impl<T: Display> Display for Foreign<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(Escape { out: f, is_unsafe: steers }, "{}", self.0)
    }
}

impl<T: Display> Display for Lines<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(Escape { out: f, is_unsafe: |c| steers(c) && !matches!(c, '\n' | '\t') }, "{}", self.0)
    }
}

/// [`Foreign`] of a text, which is rarely changed.
pub fn plain(text: &str) -> Cow<'_, str> {
    if text.contains(steers) { Cow::Owned(Foreign(text).to_string()) } else { Cow::Borrowed(text) }
}

/// Whether a character changes more on a terminal than its own place.
fn steers(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

struct Escape<'a, 'b> {
    out: &'a mut fmt::Formatter<'b>,
    is_unsafe: fn(char) -> bool,
}

impl Write for Escape<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut rest = text;
        while let Some(at) = rest.find(self.is_unsafe) {
            let (before, from) = rest.split_at(at);
            self.out.write_str(before)?;
            let mut chars = from.chars();
            if let Some(c) = chars.next() {
                write!(self.out, "{}", c.escape_default())?;
            }
            rest = chars.as_str();
        }
        self.out.write_str(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_cannot_steer_the_terminal() {
        assert_eq!(plain("naïve “x” 👩\u{200d}💻"), "naïve “x” 👩\u{200d}💻");
        assert_eq!(plain("a\u{1b}[2Jb\nc\u{202e}"), "a\\u{1b}[2Jb\\nc\\u{202e}");
        assert_eq!(Foreign("\u{9b}31m\u{7f}\r\t").to_string(), "\\u{9b}31m\\u{7f}\\r\\t");
        assert_eq!(Lines("a\n\tb\r\u{7}").to_string(), "a\n\tb\\r\\u{7}");
        // Also what arrives in pieces.
        assert_eq!(Foreign(format_args!("{}\u{1b}{}", "a\u{8}", 1)).to_string(), "a\\u{8}\\u{1b}1");
    }
}
