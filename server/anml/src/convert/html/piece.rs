//! The pieces of a page during the conversion: elements, texts, lines and rows.

use super::names::collapse;
use crate::convert::element_builder::ElementBuilder;

/// Something that is written.
#[derive(Debug)]
pub enum Piece {
    Element {
        built: ElementBuilder,
        interactive: bool,
        below: Vec<Piece>,
    },
    Text(String),
    /// A break between two texts.
    Break,
    /// A line of content, as it is.
    Line(String),
    /// A row of a table.
    Row(Vec<Cell>),
}

/// A cell of a row.
#[derive(Debug)]
pub enum Cell {
    Text(String),
    /// With a ref.
    Element(ElementBuilder),
}

/// Elements whose text is what they say: it becomes their name, or lines of content below them.
pub const SAYING: &[&str] = &[
    "p",
    "item",
    "cell",
    "term",
    "definition",
    "quote",
    "caption",
    "label",
    "status",
    "alert",
    "note",
    "log",
    "tooltip",
];

/// The content of an element of `role`, with texts as content lines or paragraphs.
pub fn settled(role: &str, pieces: Vec<Piece>) -> Vec<Piece> {
    let mut out = Vec::with_capacity(pieces.len());
    for piece in pieces {
        match piece {
            Piece::Text(text) => {
                let text = collapse(&text);
                if text.is_empty() {
                } else if SAYING.contains(&role) {
                    out.push(Piece::Line(text));
                } else {
                    let built = ElementBuilder { name: Some(text), ..ElementBuilder::new("p") };
                    out.push(Piece::Element { built, interactive: false, below: Vec::new() });
                }
            }
            Piece::Break => {}
            piece => out.push(piece),
        }
    }
    out
}

pub fn has_interactive(pieces: &[Piece]) -> bool {
    let mut stack: Vec<&Piece> = pieces.iter().collect();
    while let Some(piece) = stack.pop() {
        match piece {
            Piece::Element { interactive: true, .. } => return true,
            Piece::Element { below, .. } => stack.extend(below),
            Piece::Row(cells) if cells.iter().any(|cell| matches!(cell, Cell::Element(_))) => return true,
            _ => {}
        }
    }
    false
}

/// Extracts the interactive elements from their containers, in order.
pub fn keep_interactive(pieces: Vec<Piece>, out: &mut Vec<Piece>) {
    for piece in pieces {
        match piece {
            Piece::Element { interactive: true, .. } => out.push(piece),
            Piece::Element { below, .. } => keep_interactive(below, out),
            Piece::Row(cells) => out.extend(cells.into_iter().filter_map(|cell| match cell {
                Cell::Element(built) => Some(Piece::Element { built, interactive: true, below: Vec::new() }),
                Cell::Text(_) => None,
            })),
            _ => {}
        }
    }
}
