//! Keywords that belong together: `if`, `else`, `end`.

use agmark_syntax::{Document, Span};
use tree_sitter::Node;

use crate::syntax::cuts::opens_block;

/// The keywords of the structure whose keyword stands at `offset`.
pub(crate) fn partners(document: &Document, offset: usize) -> Vec<Span> {
    for (start, chunk) in document.chunks_at(Span::at(offset)) {
        let text = document.chunk_text(start, chunk);
        let Some(tree) = chunk.tree(&**document.format(), &text) else { continue };
        let mut cursor = tree.walk();
        // A chunk holds its structures whole.
        let mut open: Vec<Vec<Span>> = Vec::new();
        for node in tree.root_node().named_children(&mut cursor) {
            let Some(word) = node.kind().strip_suffix("_action") else { continue };
            let Some(keyword) = keyword(node, word) else { continue };
            let span = keyword.shifted(start);
            if opens_block(word) {
                open.push(vec![span]);
            } else if word == "else" {
                if let Some(group) = open.last_mut() {
                    group.push(span);
                }
            } else if word == "end"
                && let Some(mut group) = open.pop()
            {
                group.push(span);
                if group.iter().any(|s| s.touches(offset)) {
                    return group;
                }
            }
        }
        if let Some(group) = open.into_iter().find(|g| g.iter().any(|s| s.touches(offset))) {
            return group;
        }
    }
    Vec::new()
}

fn keyword(action: Node<'_>, word: &str) -> Option<Span> {
    let mut cursor = action.walk();
    action.children(&mut cursor).find(|n| n.kind() == word).map(Span::of)
}
