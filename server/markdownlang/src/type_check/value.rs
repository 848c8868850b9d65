//! A value of the type checker.

use crate::types::Type;

/// A value: its type, and the name of its place, if the place does not change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Value {
    pub of: Type,
    /// Two values with the same place are the same value.
    pub place: Option<String>,
}
