//! The meaning of a name that a format resolves itself.

use crate::{Location, Name, Span};

/// A name at a place, with all its definitions and uses. Each list is in the order of paths and spans.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolution {
    /// The name that messages show.
    pub name: Name,
    /// The span of the name at the requested place.
    pub span: Span,
    /// The definitions, which are the targets of a jump.
    pub definitions: Vec<Location>,
    /// The uses in all files.
    pub uses: Vec<Location>,
    /// The number of further uses in the document, if only the number is wanted.
    pub more_uses: usize,
    /// Definitions of other names that must be renamed too, because some of the uses refer to them as well.
    pub kin: Vec<Location>,
    /// The names that are already used, each with its definition.
    pub taken: Vec<(String, Location)>,
}

/// What is wanted of the uses of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WantedUses {
    /// Their number, for a hover or a jump.
    Number,
    /// Their places.
    Places,
}
