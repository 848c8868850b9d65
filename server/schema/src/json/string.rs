//! Strings of JSON: escapes and characters that are not allowed.

use crate::{Problem, ProblemKind, Repair, Style};

/// A decoded string.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Quoted {
    pub text: String,
    pub style: Style,
}

/// Whether a `'` at `start` has a closing one on the same line, so that it is a quote.
pub(super) fn closes(text: &str, start: usize) -> bool {
    text[start + 1..].bytes().take_while(|&b| b != b'\n').any(|b| b == b'\'')
}

/// Reads the string whose quote is at `start`. Returns the string and the offset after it.
pub(super) fn read(text: &str, start: usize, quote: char, problems: &mut Vec<Problem>) -> (Quoted, usize) {
    let (end, closed) = extent(text, start, quote);
    let content = start + 1..if closed { end - 1 } else { end };
    let decoded = decode(text, content.clone(), problems);
    let style = match (closed, quote) {
        (false, _) => Style::Unterminated,
        (true, '"') => Style::DoubleQuoted,
        (true, _) => Style::SingleQuoted,
    };
    if style == Style::Unterminated {
        let message = "this string is not closed: add the closing '\"'";
        let problem = Problem::new(ProblemKind::Unclosed, start..end, message);
        let repair = Repair::replace(end..end, "\"".into(), "insert '\"'");
        problems.push(problem.with_repair(Some(repair)));
    }
    if style == Style::SingleQuoted {
        let inner = text[content].replace("\\'", "'").replace('"', "\\\"");
        let message = "single quotes around a JSON string: use double quotes";
        let problem = Problem::new(ProblemKind::Syntax, start..end, message);
        let repair = Repair::replace(start..end, format!("\"{inner}\""), "use double quotes");
        problems.push(problem.with_repair(Some(repair)));
    }
    (Quoted { text: decoded, style }, end)
}

/// The text of a string with its quotes, or of a word.
pub(super) fn content(source: &str) -> String {
    match source.chars().next() {
        Some(quote @ ('"' | '\'')) => read(source, 0, quote, &mut Vec::new()).0.text,
        _ => source.to_owned(),
    }
}

/// The end of the string, and whether a quote closes it. A string that is not closed ends with its line, without a
/// `,`, `}` or `]` at the end, which probably ends the member.
pub(super) fn extent(text: &str, start: usize, quote: char) -> (usize, bool) {
    let bytes = text.as_bytes();
    let mut at = start + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' if bytes.get(at + 1).is_some_and(|&b| b != b'\n' && b != b'\r') => at += 2,
            b'\n' | b'\r' => break,
            byte if byte == quote as u8 => {
                // `"name": "Ada, "age": 36`: the quote opens the next key, and this string was left open.
                let before = text[start + 1..at].trim_end();
                let opens_next =
                    bytes.get(at + 1).is_some_and(u8::is_ascii_alphanumeric) && before.ends_with(',');
                return match opens_next {
                    true => (start + 1 + before.trim_end_matches([',', ' ', '\t']).len(), false),
                    false => (at + 1, true),
                };
            }
            _ => at += 1,
        }
    }
    let line = &text[start + 1..at.min(text.len())];
    let kept = line.trim_end().trim_end_matches([',', '}', ']', ' ', '\t']);
    (start + 1 + kept.len(), false)
}

fn decode(text: &str, content: std::ops::Range<usize>, problems: &mut Vec<Problem>) -> String {
    let raw = &text[content.clone()];
    if !raw.bytes().any(|b| b == b'\\' || b < 0x20) {
        return raw.to_owned();
    }
    let single = text[..content.start].ends_with('\'');
    let mut decoded = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(c) = rest.chars().next() {
        let at = content.end - rest.len();
        let length = match c {
            '\\' => escape(rest, at, single, &mut decoded, problems),
            c if c < ' ' => {
                problems.push(control_character(c, at));
                decoded.push(c);
                c.len_utf8()
            }
            c => {
                decoded.push(c);
                c.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    decoded
}

/// Reads the escape sequence at the start of `rest`, in single or double quotes. Returns its length in bytes.
fn escape(rest: &str, at: usize, single: bool, decoded: &mut String, problems: &mut Vec<Problem>) -> usize {
    let Some(c) = rest.chars().nth(1) else {
        problems.push(bad_escape(at..at + 1, "a '\\' must be followed by the character it escapes".into()));
        return 1;
    };
    let plain = match c {
        '"' | '\\' | '/' => Some(c),
        'b' => Some('\u{8}'),
        'f' => Some('\u{c}'),
        'n' => Some('\n'),
        'r' => Some('\r'),
        't' => Some('\t'),
        _ => None,
    };
    if let Some(plain) = plain {
        decoded.push(plain);
        return 2;
    }
    if c == 'u' {
        return unicode_escape(rest, at, decoded, problems);
    }
    let length = 1 + c.len_utf8();
    // An escaped quote in single quotes is reported with the quotes.
    if c != '\'' || !single {
        let message = format!(
            "unknown escape \"\\{c}\": JSON has \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four hex digits"
        );
        problems.push(bad_escape(at..at + length, message));
    }
    decoded.push(c);
    length
}

fn unicode_escape(rest: &str, at: usize, decoded: &mut String, problems: &mut Vec<Problem>) -> usize {
    let unit = |from: usize| {
        let digits = rest.get(from..from + 4)?;
        digits.bytes().all(|b| b.is_ascii_hexdigit()).then(|| u32::from_str_radix(digits, 16).ok())?
    };
    let Some(first) = unit(2) else {
        let digits = rest[2..].bytes().take(4).take_while(u8::is_ascii_hexdigit).count();
        let span = at..at + 2 + digits;
        problems.push(bad_escape(span, "a \"\\u\" is followed by exactly four hex digits".into()));
        decoded.push(char::REPLACEMENT_CHARACTER);
        return 2 + digits;
    };
    if let Some(c) = char::from_u32(first) {
        decoded.push(c);
        return 6;
    }
    if first < 0xDC00
        && rest.get(6..8) == Some("\\u")
        && let Some(second @ 0xDC00..=0xDFFF) = unit(8)
        && let Some(c) = char::from_u32(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
    {
        decoded.push(c);
        return 12;
    }
    let message = "half of a surrogate pair: such a character takes two \\u escapes";
    problems.push(Problem::new(ProblemKind::Escape, at..at + 6, message));
    decoded.push(char::REPLACEMENT_CHARACTER);
    6
}

fn bad_escape(span: std::ops::Range<usize>, message: String) -> Problem {
    let first = span.start..span.start + 1;
    let repair = Repair::replace(first, "\\\\".into(), "write the backslash twice");
    Problem::new(ProblemKind::Escape, span, message).with_repair(Some(repair))
}

fn control_character(c: char, at: usize) -> Problem {
    let text = match c {
        '\t' => "\\t".to_owned(),
        c => format!("\\u{:04x}", c as u32),
    };
    let what =
        if c == '\t' { "a tab".to_owned() } else { format!("the control character U+{:04X}", c as u32) };
    let message = format!("{what} is not allowed in a string: write \"{text}\"");
    let title = format!("write \"{text}\"");
    let repair = Repair::replace(at..at + 1, text, &title);
    Problem::new(ProblemKind::Escape, at..at + 1, message).with_repair(Some(repair))
}
