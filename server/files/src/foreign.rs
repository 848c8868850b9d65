//! Makes untrusted text safe to print on a terminal.

use std::borrow::Cow;
use std::fmt::{self, Display, Write};

/// Untrusted text on one line. Control characters and characters that change the direction of text are escaped as
/// `\u{1b}`, line breaks as `\n`. Use it for file names, texts of documents, answers of servers and errors of
/// libraries.
#[derive(Clone, Copy, Debug)]
pub struct Foreign<T>(pub T);

/// Like [`Foreign`] for text of several lines: line feeds and tabs are kept.
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

/// Escapes a text like [`Foreign`], without a copy if nothing changes.
pub fn plain(text: &str) -> Cow<'_, str> {
    if text.contains(steers) { Cow::Owned(Foreign(text).to_string()) } else { Cow::Borrowed(text) }
}

/// JSON with control characters in strings escaped as `\u001b`, which means the same.
pub fn json(text: &str) -> Cow<'_, str> {
    let odd = |c: char| steers(c) && !matches!(c, '\n' | '\r' | '\t');
    if !text.contains(odd) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if odd(c) {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// Escapes lines that this program colored. The color sequences are kept if `colour` is true; all other control
/// characters are escaped.
pub fn styled(text: &str, colour: bool) -> Cow<'_, str> {
    let odd = |c: char| steers(c) && !matches!(c, '\n' | '\t');
    if !text.contains(odd) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(at) = rest.find(odd) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let own = if colour { colour_length(rest) } else { 0 };
        if own > 0 {
            out.push_str(&rest[..own]);
            rest = &rest[own..];
        } else if rest.starts_with("\r\n") {
            rest = &rest[1..];
        } else if let Some(c) = rest.chars().next() {
            out.extend(c.escape_default());
            rest = &rest[c.len_utf8()..];
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// The length of the color or weight sequence of this program at the start of a text; 0 for other text. Sequences that
/// hide text are not included.
fn colour_length(text: &str) -> usize {
    let Some(body) = text.strip_prefix("\u{1b}[") else { return 0 };
    let Some(end) = body.find(|c: char| !c.is_ascii_digit() && c != ';') else { return 0 };
    let plain = |code: &str| matches!(code.parse::<u8>(), Ok(0..=4 | 22..=24 | 31..=37 | 39 | 91..=97));
    let codes = &body[..end];
    let extended = codes.strip_prefix("38;5;").is_some_and(|colour| colour.parse::<u8>().is_ok());
    if body[end..].starts_with('m') && (extended || codes.is_empty() || codes.split(';').all(plain)) {
        2 + end + 1
    } else {
        0
    }
}

/// Whether a character affects a terminal beyond its own cell.
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
        assert_eq!(json("\"\u{9b}\u{e0001}\",\n"), "\"\\u009b\\udb40\\udc01\",\n");
        // Text that is written in pieces.
        assert_eq!(Foreign(format_args!("{}\u{1b}{}", "a\u{8}", 1)).to_string(), "a\\u{8}\\u{1b}1");
    }

    #[test]
    fn only_our_own_colours_pass() {
        let own = "\u{1b}[1m\u{1b}[91mx\u{1b}[0m \u{1b}[38;5;12my\u{1b}[m";
        assert_eq!(styled(own, true), own);
        assert!(!styled(own, false).contains('\u{1b}'));
        for bad in [
            "\u{1b}[8m",
            "\u{1b}[2J",
            "\u{1b}]0;x\u{7}",
            "\u{1b}[30m",
            "\u{1b}[1;8m",
            "\u{1b}[",
            "\u{1b}",
            "\u{9b}1m",
            "\r",
            "\u{1b}[38;5;1;8m",
        ] {
            assert!(!styled(bad, true).contains(|c: char| c.is_control()), "{bad:?}");
        }
        assert_eq!(styled("a\r\nb\tc\n", true), "a\nb\tc\n");
    }
}
