//! A document as one piece, for code that reads all of it.

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
    /// `None` if the text is too long to be parsed at once: see [`parse::MAX_PIECE`].
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

    /// The structure, with spans that count from the start of the document.
    pub fn structure(&self) -> Structure<'_> {
        Structure::read(&Piece { text: &self.text, tree: &self.tree, state: &self.state }, None)
    }
}
