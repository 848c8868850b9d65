//! The part of a program that an offset is in.

pub(super) mod front_matter;

use agmark_syntax::{Document, Span};

/// The part around an offset.
pub(crate) enum Cursor {
    /// The front matter, with its content.
    Front {
        content: Span,
    },
    /// An action, from after its opening braces to the offset, and whether it has closing braces.
    Action {
        inside: Span,
        closed: bool,
    },
    Text,
}

/// The span of a node. The blanks at the end of a line belong to an action without closing braces.
fn with_blanks(text: &str, kind: &str, span: Span) -> Span {
    let whole = text.get(span.range()).unwrap_or_default();
    if !kind.ends_with("action") || whole.ends_with("}}") {
        return span;
    }
    let rest = text.get(span.end as usize..).unwrap_or_default();
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    Span::new(span.start as usize, span.end as usize + blanks)
}

/// The part around `offset`.
pub(crate) fn at(document: &Document, offset: usize) -> Option<Cursor> {
    for (start, chunk) in document.chunks_at(Span::at(offset)) {
        let text = document.chunk_text(start, chunk);
        let tree = chunk.tree(&**document.format(), &text)?;
        let at = offset.checked_sub(start)?;
        let mut cursor = tree.walk();
        for node in tree.root_node().named_children(&mut cursor) {
            let span = with_blanks(&text, node.kind(), Span::of(node));
            if !span.touches(at) {
                continue;
            }
            match node.kind() {
                "front_matter" | "unterminated_front_matter" => {
                    let first = node.child(0)?.end_byte();
                    let closed = node.kind() == "front_matter";
                    let last = node.child(node.child_count().checked_sub(1)?).filter(|_| closed);
                    let end = last.map_or(span.end as usize, |n| n.start_byte());
                    if (first..=end).contains(&at) {
                        return Some(Cursor::Front { content: Span::new(first + start, end + start) });
                    }
                }
                kind if kind.ends_with("action") => {
                    let inner = node.child(0)?.end_byte();
                    let last = node.child(node.child_count().checked_sub(1)?)?;
                    let closed = matches!(last.kind(), "}}" | "-}}");
                    let end = if closed { last.start_byte() } else { span.end as usize };
                    if (inner..=end).contains(&at) {
                        return Some(Cursor::Action { inside: Span::new(inner + start, offset), closed });
                    }
                }
                _ => {}
            }
        }
        if at < text.len() {
            return Some(Cursor::Text);
        }
    }
    Some(Cursor::Text)
}
