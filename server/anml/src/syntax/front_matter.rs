//! The front matter of a document, read from its tree.

use agmark_syntax::Span;
use smallvec::SmallVec;
use tree_sitter::TreeCursor;

use crate::syntax::node::Kind;

/// `key: value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    pub key: Span,
    /// Empty and after the colon if it is missing.
    pub value: Span,
}

/// The front matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrontMatter {
    pub span: Span,
    pub open: Span,
    pub close: Option<Span>,
    pub entries: SmallVec<[Entry; 12]>,
    pub malformed: SmallVec<[Span; 2]>,
}

impl FrontMatter {
    /// Reads the `front_matter` at `cursor`, which does not move.
    pub fn read(cursor: &mut TreeCursor<'_>) -> Self {
        let span = Span::of(cursor.node());
        let mut front = Self {
            span,
            open: Span::at(span.start as usize),
            close: None,
            entries: SmallVec::new(),
            malformed: SmallVec::new(),
        };
        if cursor.goto_first_child() {
            front.open = Span::of(cursor.node());
            while cursor.goto_next_sibling() {
                front.take(cursor);
            }
            cursor.goto_parent();
        }
        front
    }

    fn take(&mut self, cursor: &mut TreeCursor<'_>) {
        let node = cursor.node();
        match Kind::of(&node) {
            Kind::Mark => self.close = Some(Span::of(node)),
            Kind::Meta => {
                let mut entry = Entry { key: Span::at(node.start_byte()), value: Span::at(node.end_byte()) };
                if cursor.goto_first_child() {
                    entry.key = Span::of(cursor.node());
                    while cursor.goto_next_sibling() {
                        if Kind::of(&cursor.node()) == Kind::MetaValue {
                            entry.value = Span::of(cursor.node());
                        }
                    }
                    cursor.goto_parent();
                }
                self.entries.push(entry);
            }
            _ => self.malformed.push(Span::of(node)),
        }
    }

    /// The malformed lines. In front matter without an end, those after the last entry do not belong to it.
    pub fn malformed_lines(&self) -> impl Iterator<Item = Span> + '_ {
        let end = match self.close {
            Some(close) => close.start,
            None => self.entries.last().map_or(0, |e| e.value.end),
        };
        self.malformed.iter().copied().filter(move |m| m.start < end)
    }
}
