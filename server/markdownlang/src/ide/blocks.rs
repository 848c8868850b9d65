//! The blocks of a chunk, for features: partners of a keyword, and the keywords that are allowed at a place.

use agmark_syntax::{Document, Span};
use tree_sitter::Node;

use crate::syntax::cuts::opens_block;

/// A block with the actions of its keywords: `if`, `else`, `end`.
struct Block<'t> {
    word: &'t str,
    actions: Vec<Node<'t>>,
    is_closed: bool,
}

/// The blocks of some nodes, in the order of their first actions. A chunk contains whole blocks.
fn blocks<'t>(nodes: impl Iterator<Item = Node<'t>>) -> Vec<Block<'t>> {
    let mut all: Vec<Block<'t>> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for action in nodes {
        match action.kind().strip_suffix("_action") {
            Some(word) if opens_block(word) => {
                open.push(all.len());
                all.push(Block { word, actions: vec![action], is_closed: false });
            }
            Some(word @ ("else" | "end")) => {
                let Some(block) = open.last().and_then(|index| all.get_mut(*index)) else { continue };
                block.actions.push(action);
                block.is_closed = word == "end";
                open.truncate(open.len() - usize::from(block.is_closed));
            }
            _ => {}
        }
    }
    all
}

/// The keywords of the block whose keyword is at `offset`.
pub(crate) fn partners(document: &Document, offset: usize) -> Vec<Span> {
    for (start, chunk) in document.chunks_at(Span::at(offset)) {
        let text = document.chunk_text(start, chunk);
        let Some(tree) = chunk.tree(&**document.format(), &text) else { continue };
        let mut cursor = tree.walk();
        let keywords = |block: &Block<'_>| -> Vec<Span> {
            block.actions.iter().filter_map(|action| Some(keyword(*action)?.shifted(start))).collect()
        };
        let all = blocks(tree.root_node().named_children(&mut cursor));
        let group = all.iter().map(keywords).find(|group| group.iter().any(|span| span.touches(offset)));
        if let Some(group) = group {
            return group;
        }
    }
    Vec::new()
}

fn keyword(action: Node<'_>) -> Option<Span> {
    let word = action.kind().strip_suffix("_action")?;
    let mut cursor = action.walk();
    action.children(&mut cursor).find(|child| child.kind() == word).map(Span::of)
}

/// The blocks that are open at a place, the outermost first.
pub(crate) struct OpenBlocks(Vec<OpenBlock>);

struct OpenBlock {
    word: String,
    /// Whether its plain `else` is before the place. Only `end` can follow it.
    has_last_else: bool,
}

impl OpenBlocks {
    /// The blocks that are open around an action. `inside` is the offset after its opening braces.
    pub(crate) fn around(document: &Document, inside: usize) -> Self {
        let chunk = document.chunk_at(inside).or_else(|| document.chunks().back_from(inside).next());
        let Some((start, chunk)) = chunk else { return Self(Vec::new()) };
        let text = document.chunk_text(start, chunk);
        let Some(tree) = chunk.tree(&**document.format(), &text) else { return Self(Vec::new()) };
        let mut cursor = tree.walk();
        let nodes = tree.root_node().named_children(&mut cursor);
        let before = blocks(nodes.take_while(|node| start + node.end_byte() < inside));
        let open = before.iter().filter(|block| !block.is_closed).map(|block| OpenBlock {
            word: block.word.to_owned(),
            has_last_else: block.actions.iter().any(|action| is_last_else(*action)),
        });
        Self(open.collect())
    }

    /// Whether an action with this keyword is allowed here.
    pub(crate) fn allow(&self, keyword: &str) -> bool {
        match keyword {
            "end" => !self.0.is_empty(),
            "else" => ["if", "range", "with"].iter().any(|word| self.allow_after_else(word)),
            // A template does not repeat the range around it, and a range does not repeat its `else`.
            "break" | "continue" => {
                let is_template = |open: &&OpenBlock| matches!(open.word.as_str(), "define" | "block");
                let inside = self.0.iter().rev().take_while(|open| !is_template(open));
                inside.into_iter().any(|open| open.word == "range" && !open.has_last_else)
            }
            "define" => self.0.is_empty(),
            _ => true,
        }
    }

    /// Whether the innermost block is of this kind and can have an `else`. This keyword can follow the `else`.
    pub(crate) fn allow_after_else(&self, word: &str) -> bool {
        self.0.last().is_some_and(|open| open.word == word && !open.has_last_else)
    }
}

/// Whether an action is an `else` without a condition.
fn is_last_else(action: Node<'_>) -> bool {
    let mut cursor = action.walk();
    action.kind() == "else_action"
        && !action.children(&mut cursor).any(|child| matches!(child.kind(), "if" | "with"))
}
