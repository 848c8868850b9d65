//! A table row: its cells.

use agmark_syntax::Span;
use smallvec::SmallVec;
use tree_sitter::TreeCursor;

use crate::syntax::element::Element;
use crate::syntax::node::Kind;

/// A cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its text without surrounding blanks. An empty one is directly after its bar.
    pub span: Span,
    pub element: Option<Box<Element>>,
}

/// A row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// From the first bar to the last, or to the end of a cell without a bar after it.
    pub span: Span,
    pub cells: SmallVec<[Cell; 8]>,
    /// Whether a bar ends it.
    pub closed: bool,
}

impl Row {
    /// Reads the `table_row` at `cursor`, which does not move.
    pub fn read(cursor: &mut TreeCursor<'_>) -> Self {
        let mut row = Self { span: Span::of(cursor.node()), cells: SmallVec::new(), closed: false };
        if cursor.goto_first_child() {
            row.take(cursor);
            cursor.goto_parent();
        }
        row
    }

    fn take(&mut self, cursor: &mut TreeCursor<'_>) {
        // The end of the last bar, while no cell came after it.
        let mut bar: Option<u32> = None;
        let mut bars = 0;
        loop {
            let node = cursor.node();
            let span = Span::of(node);
            match Kind::of(&node) {
                Kind::Mark => {
                    if let Some(at) = bar.replace(span.end) {
                        self.cells.push(Cell { span: Span::at(at as usize), element: None });
                    }
                    bars += 1;
                    if bars == 1 {
                        self.span.start = span.start;
                    }
                }
                Kind::Cell => {
                    self.cells.push(Cell { span, element: None });
                    bar = None;
                }
                Kind::CellElement => {
                    self.cells.push(Cell { span, element: Some(Box::new(Element::read(cursor))) });
                    bar = None;
                }
                _ => {}
            }
            if !cursor.goto_next_sibling() {
                break;
            }
        }
        self.closed = bar.is_some() && bars > 1;
    }
}
