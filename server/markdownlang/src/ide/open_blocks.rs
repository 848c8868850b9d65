//! Which control structures are open at a place, and which keywords may stand there.

use agmark_syntax::Document;
use tree_sitter::Node;

use crate::syntax::cuts::opens_block;

/// What is open at a place, the outermost first.
pub(crate) struct Open(Vec<Structure>);

struct Structure {
    word: String,
    /// Its plain `else` was before: only `end` may follow.
    is_last: bool,
}

impl Open {
    /// What is open around an action; `inside` is the byte after its opening braces. A chunk holds its structures whole.
    pub(crate) fn around(document: &Document, inside: usize) -> Self {
        let mut open: Vec<Structure> = Vec::new();
        let Some((start, chunk)) =
            document.chunk_at(inside).or_else(|| document.chunks().back_from(inside).next())
        else {
            return Self(open);
        };
        let text = document.chunk_text(start, chunk);
        let Some(tree) = chunk.tree(&**document.format(), &text) else { return Self(open) };
        let mut cursor = tree.walk();
        for node in tree.root_node().named_children(&mut cursor) {
            if start + node.end_byte() >= inside {
                break;
            }
            let Some(word) = node.kind().strip_suffix("_action") else { continue };
            if opens_block(word) {
                open.push(Structure { word: word.to_owned(), is_last: false });
            } else if word == "end" {
                open.pop();
            } else if word == "else"
                && !goes_on(node)
                && let Some(last) = open.last_mut()
            {
                last.is_last = true;
            }
        }
        Self(open)
    }

    /// Whether an action with this keyword may stand there.
    pub(crate) fn takes(&self, keyword: &str) -> bool {
        match keyword {
            "end" => !self.0.is_empty(),
            "else" => self
                .0
                .last()
                .is_some_and(|open| matches!(open.word.as_str(), "if" | "range" | "with") && !open.is_last),
            // What is around a template is not repeated by it, and what follows `else` is not repeated by its range.
            "break" | "continue" => {
                let inside = self.0.iter().rev().take_while(|open| !is_template(open));
                inside.into_iter().any(|open| open.word == "range" && !open.is_last)
            }
            "define" => self.0.is_empty(),
            _ => true,
        }
    }

    /// The words that may stand after `else`: a structure goes on as it began.
    pub(crate) fn after_else(&self, word: &str) -> bool {
        self.0.last().is_some_and(|open| open.word == word && !open.is_last)
    }
}

fn is_template(open: &Structure) -> bool {
    matches!(open.word.as_str(), "define" | "block")
}

/// Whether an `else` goes on with a condition: `else if`, `else with`.
fn goes_on(action: Node<'_>) -> bool {
    let mut cursor = action.walk();
    action.children(&mut cursor).any(|child| matches!(child.kind(), "if" | "with"))
}
