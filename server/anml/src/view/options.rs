//! What a view keeps.

use super::filter::Filter;

/// What a view keeps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The number of levels; 1 is the top level only.
    pub depth: Option<u32>,
    pub filter: Option<Filter>,
    /// The number of lines of the body.
    pub budget: Option<u32>,
    /// The refs, without their `#`, of elements that are shown with all below them.
    pub expand: Vec<String>,
}

impl Options {
    /// Whether the text has to be read more than once.
    pub fn reads_twice(&self) -> bool {
        self.budget.is_some() || self.filter.as_ref().is_some_and(|f| f.compact)
    }
}
