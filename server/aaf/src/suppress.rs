//! The edit that silences a rule.

use agmark_syntax::{Edit, Span, SuppressionKind};

use crate::syntax::language::Language;

/// Puts a comment before the element that holds the finding: inside of a tag or a script there are none.
pub fn comment(text: &str, source: Language, span: Span, rule: &str, kind: SuppressionKind) -> Option<Edit> {
    let dom = source.read(text);
    let braces = matches!(source, Language::Jsx | Language::Tsx);
    if braces && kind == SuppressionKind::File {
        return Some(Edit::insert(0, format!("/* agmark: allow-file {rule} */\n")));
    }
    if kind == SuppressionKind::File {
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
    let element = dom.element_at(start);
    let at = element.map_or(start, |element| element.span.start);
    let line = text.get(..at)?.rfind('\n').map_or(0, |end| end + 1);
    let indent = &text[line..at];
    // Among the children of an element, an expression; elsewhere code, where a comment is one.
    let child = element.is_some_and(|element| element.parent.is_some() && !element.conditional);
    let comment = match (braces, child) {
        (false, _) => format!("<!-- agmark: allow {rule} -->"),
        (true, true) => format!("{{/* agmark: allow {rule} */}}"),
        (true, false) => format!("/* agmark: allow {rule} */"),
    };
    Some(match indent.trim().is_empty() {
        true => Edit::insert(at, format!("{comment}\n{indent}")),
        false => Edit::insert(at, format!("{comment} ")),
    })
}
