//! Escapes for text that must not be read as markup.

use std::ops::Range;

/// Text for Markdown: characters with a meaning get a backslash, except in the ranges to copy.
pub fn markdown(text: &str, copied: &[Range<usize>], out: &mut String) {
    let mut copied = copied.iter();
    let mut next_copied = copied.next();
    let mut before = None;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        while next_copied.is_some_and(|range| range.start < at) {
            next_copied = copied.next();
        }
        if let Some(range) = next_copied.filter(|range| range.start == at) {
            out.push_str(&text[range.clone()]);
            before = text[..range.end].chars().next_back();
            at = range.end;
            continue;
        }
        if is_special(c, before, &text[at + c.len_utf8()..]) {
            out.push('\\');
        }
        out.push(c);
        before = Some(c);
        at += c.len_utf8();
    }
}

/// Whether a character may have a meaning in Markdown between the text before and after it.
fn is_special(c: char, before: Option<char>, after: &str) -> bool {
    let next = after.chars().next();
    let alone = before.is_some_and(char::is_whitespace) && next.is_some_and(char::is_whitespace);
    match c {
        '`' | '[' | ']' | '~' => true,
        '*' => !alone,
        '_' => {
            let word = before.is_some_and(char::is_alphanumeric) && next.is_some_and(char::is_alphanumeric);
            !alone && !word
        }
        '\\' => next.is_none_or(|next| next.is_ascii_punctuation()),
        '<' => next.is_none_or(|next| next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?')),
        '&' => {
            let name = after.find(|c: char| !c.is_ascii_alphanumeric() && c != '#');
            name.is_some_and(|end| end > 0 && after[end..].starts_with(';'))
        }
        '!' | '#' => next.is_none(),
        _ => false,
    }
}

/// A line of Markdown that can only start a paragraph.
pub fn line_start(line: &str) -> String {
    match line.chars().next() {
        Some('#' | '+' | '-' | '>' | '=' | '|' | ':') => format!("\\{line}"),
        Some('0'..='9') => {
            let digits = line.bytes().take_while(u8::is_ascii_digit).count();
            if line[digits..].starts_with(['.', ')']) {
                format!("{}\\{}", &line[..digits], &line[digits..])
            } else {
                line.to_owned()
            }
        }
        _ => line.to_owned(),
    }
}

/// Text for HTML, in elements.
pub fn html(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            c => out.push(c),
        }
    }
}

/// Text for HTML, in an attribute with double quotes.
pub fn html_attribute(text: &str, out: &mut String) {
    let mut escaped = String::with_capacity(text.len());
    html(text, &mut escaped);
    out.push_str(&escaped.replace('"', "&quot;"));
}
