//! Edits that add members and items to the front matter.

use agmark_schema::{Node, Style};
use agmark_syntax::{Document, Edit};

/// Adds a member after the others of a mapping.
pub(super) fn insert_member(document: &Document, map: &Node, text: &str) -> Option<Edit> {
    let last = map.as_map()?.members.last();
    let end = last.map_or(0, |last| last.value.span.end.max(last.key.span.end));
    match (map.style, last) {
        (Style::Flow, Some(_)) => Some(Edit::insert(end, format!(", {text}"))),
        (Style::Flow, None) => Some(Edit::replace(map.span.clone().into(), format!("{{ {text} }}"))),
        (Style::Block, Some(last)) => {
            Some(Edit::insert(end, format!("\n{}{text}", indent(document, last.key.span.start))))
        }
        _ => None,
    }
}

/// Adds an item after the others of a list.
pub(super) fn insert_item(document: &Document, list: &Node, text: &str) -> Option<Edit> {
    match (list.style, list.as_list()?.last()) {
        (Style::Flow, Some(last)) => Some(Edit::insert(last.span.end, format!(", {text}"))),
        (Style::Flow, None) => Some(Edit::replace(list.span.clone().into(), format!("[{text}]"))),
        (Style::Block, Some(last)) => {
            let all = document.text();
            let line = all.line_start(all.line_of(last.span.start));
            let lead = all.slice(line..last.span.start).into_owned();
            Some(Edit::insert(last.span.end, format!("\n{lead}{text}")))
        }
        _ => None,
    }
}

/// Spaces up to the column of `offset`.
pub(super) fn indent(document: &Document, offset: usize) -> String {
    let text = document.text();
    " ".repeat(offset - text.line_start(text.line_of(offset)))
}
