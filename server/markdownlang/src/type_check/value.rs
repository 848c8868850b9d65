//! What is known of a value.

use crate::types::Type;

/// A value as it is known: its type, and a name for the place that it is at, if that does not change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Value {
    pub of: Type,
    /// Two values with the same place are the same value.
    pub place: Option<String>,
}
