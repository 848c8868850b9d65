//! How literals are written.

use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, Span};

/// A number, character or string that is not written correctly.
pub static RULE: Rule = Rule {
    code: "markdownlang/bad-literal",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "invalid number, character or string",
    help: "Numbers are written as in Go (`12`, `-1.5`, `1e6`, `0x1F`, `1_000`). Single quotes hold one \
           character. In double quotes, a backslash starts an escape of Go (`\\n`, `\\t`, `\\\\`, `\\\"`, \
           `\\u00e9`). In backticks, a backslash is a backslash.",
    bad: &[
        program!("{{ if gt (len .days) 2nd }}A long trip.{{ end }}\n"),
        program!("{{ join .days ' and ' }}\n"),
        program!("{{ join .days \"\\ \" }}\n"),
    ],
    good: &[
        program!("{{ if gt (len .days) 2 }}A long trip.{{ end }}\n"),
        program!("{{ join .days \" and \" }}\n"),
        program!("{{ join .days \"\\n\" }}\n"),
    ],
};

/// At a number.
pub(crate) fn number(span: Span, text: &str) -> Diagnostic {
    RULE.at(span, format!("invalid number \"{text}\": write a number like 12, -1.5, 1e6 or 0x1F"))
}

/// Looks into a string or a character, `text` with its quotes.
pub(crate) fn quoted(span: Span, text: &str) -> Option<Diagnostic> {
    let quote = text.chars().next()?;
    let inside = text.get(1..text.len().checked_sub(1)?)?;
    let mut count = 0;
    let mut chars = inside.char_indices();
    while let Some((at, c)) = chars.next() {
        count += 1;
        if c != '\\' {
            continue;
        }
        let rest = inside.get(at + 1..)?;
        let Some(length) = escape(rest, quote) else {
            let start = span.start as usize + 1 + at;
            let end = start + 1 + rest.chars().next().map_or(0, char::len_utf8);
            let message = "no such escape: write \\n, \\t, \\\\, \\u00e9 and the like, or use `…`";
            return Some(RULE.at(Span::new(start, end), message));
        };
        // All of an escape is ASCII.
        for _ in 0..length {
            chars.next();
        }
    }
    (quote == '\'' && count != 1).then(|| {
        let finding =
            RULE.at(span, "single quotes hold a single character: a string stands in double quotes");
        let string = format!("\"{}\"", inside.replace("\\'", "'").replace('"', "\\\""));
        finding.suggest("use double quotes", vec![Edit::replace(span, string)])
    })
}

/// The length of an escape after its backslash.
fn escape(rest: &str, quote: char) -> Option<usize> {
    let digits = |from: usize, count: usize, radix: u32| -> Option<u32> {
        let digits = rest.get(from..from + count)?;
        digits.chars().all(|c| c.is_digit(radix)).then(|| u32::from_str_radix(digits, radix).ok())?
    };
    match rest.chars().next()? {
        'a' | 'b' | 'f' | 'n' | 'r' | 't' | 'v' | '\\' => Some(1),
        c @ ('"' | '\'') => (c == quote).then_some(1),
        'x' => digits(1, 2, 16).map(|_| 3),
        'u' => digits(1, 4, 16).and_then(char::from_u32).map(|_| 5),
        'U' => digits(1, 8, 16).and_then(char::from_u32).map(|_| 9),
        '0'..='7' => digits(0, 3, 8).filter(|n| *n < 256).map(|_| 3),
        _ => None,
    }
}
