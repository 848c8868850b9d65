//! The edit that silences a rule.

use agmark_syntax::{Document, Edit, Span, SuppressionKind};

use crate::analysis::chunk::PageChunk;
use crate::analysis::page_part::PagePart;
use crate::page::read_options::ReadOptions;
use crate::syntax::language::Language;

/// Puts a comment before the element that holds the finding: inside of a tag or a script there are none.
pub fn comment(
    document: &Document,
    reading: ReadOptions<'_>,
    span: Span,
    rule: &str,
    kind: SuppressionKind,
) -> Option<Edit> {
    let braces = matches!(reading.source, Language::Jsx | Language::Tsx);
    match kind {
        SuppressionKind::File if braces => {
            Some(Edit::insert(0, format!("/* agmark: allow-file {rule} */\n")))
        }
        SuppressionKind::File => Some(for_file(document, rule)),
        SuppressionKind::Local => for_element(document, reading, span, rule, braces),
    }
}

fn for_file(document: &Document, rule: &str) -> Edit {
    let text = document.text();
    // Before a doctype a comment is legal, and old browsers take the page for an old one.
    let mut doctypes =
        document.chunks().iter().filter_map(|(start, chunk)| Some(start + PageChunk::of(chunk)?.doctype?));
    let mark = '\u{feff}'.len_utf8();
    let starts_with_mark = text.len() >= mark && text.slice(0..mark) == "\u{feff}";
    let at = doctypes.next().unwrap_or(if starts_with_mark { mark } else { 0 });
    let comment = format!("<!-- agmark: allow-file {rule} -->");
    let line = text.line_of(at);
    let end = text.line_start(line + 1).max(at);
    let rest = text.slice(at..end);
    let ends_line = rest.ends_with('\n') && rest.trim().is_empty();
    match at {
        0 => Edit::insert(at, format!("{comment}\n")),
        _ if ends_line => Edit::insert(end, format!("{comment}\n")),
        _ => Edit::insert(at, format!("\n{comment}\n")),
    }
}

fn for_element(
    document: &Document,
    reading: ReadOptions<'_>,
    span: Span,
    rule: &str,
    braces: bool,
) -> Option<Edit> {
    let part = PagePart::at(document, span.range().start);
    let (page, text) = (part.page(reading), part.text());
    let start = part.seams.inner(span.range().start);
    let element = page.dom.element_at(start);
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
    let at = part.seams.outer(at);
    Some(match indent.trim().is_empty() {
        true => Edit::insert(at, format!("{comment}\n{indent}")),
        false => Edit::insert(at, format!("{comment} ")),
    })
}
