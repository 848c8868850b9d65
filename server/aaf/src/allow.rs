//! The edit that silences a rule.

use agmark_syntax::{Edit, Span};

use crate::html::Dom;

/// Puts a comment before the element that holds the finding: inside of a tag or a script there are none.
pub fn comment(text: &str, span: Span, rule: &str, whole_file: bool) -> Option<Edit> {
    let dom = Dom::new(text);
    if whole_file {
        // Before a doctype a comment is legal, and old browsers take the page for an old one.
        let at = dom.doctype.unwrap_or(if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 });
        let comment = format!("<!-- agmark: allow-file {rule} -->");
        let rest = &text[at..];
        let newline = rest.find('\n').filter(|end| rest[..*end].trim().is_empty());
        return Some(match newline {
            Some(end) if at > 0 => Edit::insert(at + end + 1, format!("{comment}\n")),
            _ if at > 0 => Edit::insert(at, format!("\n{comment}\n")),
            _ => Edit::insert(at, format!("{comment}\n")),
        });
    }
    let start = span.range().start;
    let at = dom.element_at(start).map_or(start, |element| element.span.start);
    let line = text.get(..at)?.rfind('\n').map_or(0, |end| end + 1);
    let indent = &text[line..at];
    let comment = format!("<!-- agmark: allow {rule} -->");
    Some(match indent.trim().is_empty() {
        true => Edit::insert(at, format!("{comment}\n{indent}")),
        false => Edit::insert(at, format!("{comment} ")),
    })
}
