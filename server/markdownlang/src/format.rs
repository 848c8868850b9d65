//! The canonical form: the keys of the front matter in the order of the specification, quotes only if they are necessary, one
//! space inside of the braces of actions. Prose and parts with errors do not change.

mod front_matter;
mod template;

use agmark_syntax::{Edit, Formatted, Piece, Span};

/// A piece in canonical form.
pub(crate) fn format(piece: &Piece<'_>) -> Formatted {
    let mut edits: Vec<Edit> = Vec::new();
    let mut skipped: Vec<Span> = Vec::new();
    let mut cursor = piece.tree.walk();
    for node in piece.tree.root_node().named_children(&mut cursor) {
        match node.kind() {
            "front_matter" => match front_matter::format(piece.text, node) {
                Some(edit) => edits.extend(edit),
                None => skipped.push(Span::of(node)),
            },
            kind if kind.ends_with("action") => match template::format(piece.text, node) {
                Some(edit) => edits.extend(edit),
                None => skipped.push(Span::of(node)),
            },
            "unterminated_front_matter" | "malformed_comment" | "unterminated_comment" => {
                skipped.push(Span::of(node));
            }
            _ => {}
        }
    }
    Formatted { text: Edit::apply(piece.text, &edits), skipped }
}
