//! Texts of others, as a terminal can show them.

use unicode_width::UnicodeWidthChar;
use url::Origin;

/// A word for a terminal: in quotes if a person could read it as several words or as part of the text around it.
pub fn shown(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "@%+=:,./_-$?&#~[]*!{}".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) { word.to_owned() } else { quoted(word) }
}

/// A text in quotes. Characters other than visible letters, digits and ASCII signs are written as escapes.
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '`' => out.push_str("\\u{60}"),
            c => push(c, &mut out),
        }
    }
    out.push('"');
    out
}

/// A text on one line. Control characters and invisible characters are written as escapes.
pub fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    text.chars().for_each(|c| push(c, &mut out));
    out
}

fn push(c: char, out: &mut String) {
    if c == ' ' || c.is_ascii_graphic() || (!c.is_ascii() && is_visible(c)) {
        out.push(c);
    } else {
        out.extend(c.escape_default());
    }
}

/// Whether a character outside of ASCII is a visible letter or digit.
fn is_visible(c: char) -> bool {
    // Unicode calls these letters, but they are blank.
    let is_filler = matches!(c, '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' | '\u{2800}');
    c.is_alphanumeric() && c.width().is_some_and(|width| width > 0) && !is_filler
}

/// An origin: scheme, host and port.
pub fn origin(origin: &Origin) -> String {
    shown(&origin.ascii_serialization())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_cannot_pass_for_something_else() {
        assert_eq!(shown("@scope/server@1.0"), "@scope/server@1.0");
        assert_eq!(shown("http://localhost:3/mcp?a=b&c"), "http://localhost:3/mcp?a=b&c");
        assert_eq!(shown("a b"), "\"a b\"");
        assert_eq!(shown("x` (safe)\n- starts `y"), "\"x\\u{60} (safe)\\n- starts \\u{60}y\"");
        assert_eq!(shown("\u{202e}x\u{1b}[2J"), "\"\\u{202e}x\\u{1b}[2J\"");
        assert_eq!(
            shown("a\u{3164}\u{200b}\u{ad}\u{a0}\u{e0041}é東"),
            "\"a\\u{3164}\\u{200b}\\u{ad}\\u{a0}\\u{e0041}é東\""
        );
        assert_eq!(shown("a\"\\"), "\"a\\\"\\\\\"");
        assert_eq!(shown(""), "\"\"");
        assert_eq!(plain("a `b` \"c\"\n\u{2066}"), "a `b` \"c\"\\n\\u{2066}");
    }
}
