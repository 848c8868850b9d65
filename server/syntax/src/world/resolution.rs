//! What a name means, where a format knows more than its facts tell.

use crate::{Location, Name, Span};

/// A name at a place, and all places that mean the same. Each list is in the order of paths and places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolution {
    /// What is named, as people are told.
    pub name: Name,
    /// The name at the place that was asked about.
    pub span: Span,
    /// Where it is defined: where a jump leads.
    pub definitions: Vec<Location>,
    /// Where it is used, in all files.
    pub uses: Vec<Location>,
    /// Definitions of others that have to keep the same name, since some of the uses mean them as well.
    pub kin: Vec<Location>,
    /// The names that it cannot get, each with what has it.
    pub taken: Vec<(String, Location)>,
}
