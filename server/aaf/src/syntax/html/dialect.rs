//! The languages whose tags are read like those of HTML.

use crate::syntax::libraries::ComponentMap;

/// A language of tags. In a component, the map says what the project's own components become.
#[derive(Clone, Copy)]
pub enum Dialect<'m> {
    Html,
    Vue(&'m ComponentMap),
    Svelte(&'m ComponentMap),
}

/// What a single brace in text and in tags is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Braces {
    /// Text. Template languages have other marks.
    Text,
    /// The start of an expression or of a block of Svelte.
    Expression,
}

impl<'m> Dialect<'m> {
    /// What the components of the project become; `None` in a page.
    pub fn mapping(self) -> Option<&'m ComponentMap> {
        match self {
            Dialect::Html => None,
            Dialect::Vue(mapping) | Dialect::Svelte(mapping) => Some(mapping),
        }
    }

    /// Whether a `template` is around all elements.
    pub fn has_root(self) -> bool {
        matches!(self, Dialect::Vue(_))
    }

    /// What a single brace is.
    pub fn braces(self) -> Braces {
        match self {
            Dialect::Html | Dialect::Vue(_) => Braces::Text,
            Dialect::Svelte(_) => Braces::Expression,
        }
    }
}
