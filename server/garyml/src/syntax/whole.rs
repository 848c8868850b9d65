//! A document as one piece: for everything that looks at all of it at once.

use agmark_syntax::{Document, Piece, State, parse};
use tree_sitter::{Language, Tree};

use crate::syntax::structure::Structure;

/// A text and its tree.
pub struct Whole {
    text: String,
    tree: Tree,
    state: State,
}

impl Whole {
    /// None for a text that is too long to be parsed at once, see [`parse::MAX_PIECE`].
    pub fn new(text: impl Into<String>) -> Option<Self> {
        let text = text.into();
        let language: Language = tree_sitter_garyml::LANGUAGE.into();
        let tree = parse::parse(&language, &text, None)?;
        Some(Self { text, tree, state: State::default() })
    }

    pub fn of(document: &Document) -> Option<Self> {
        Self::new(document.text().to_string())
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// What belongs to what, with spans that count from the document's start.
    pub fn structure(&self) -> Structure<'_> {
        Structure::read(&Piece { text: &self.text, tree: &self.tree, state: &self.state }, None)
    }
}
