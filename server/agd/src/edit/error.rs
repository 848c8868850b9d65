//! Why an edit is not applied.

use thiserror::Error;

use crate::parser::ErrorKind;

/// Why an edit is not applied. The document is as it was.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EditError {
    #[error("block #{id} does not exist{}", meant(.near.as_deref()))]
    NotFound { id: String, near: Option<String> },
    /// Somebody else has written since the edit was thought of.
    #[error("#{id} has changed: the edit is for {expected}, its content is {found} now; read it again")]
    Conflict { id: String, expected: String, found: String },
    #[error("id \"{id}\" is taken by another block: an id is unique in its document")]
    DuplicateId { id: String },
    #[error("\"@{kind}\" cannot be written like this: {reason}")]
    Unwritable { kind: String, reason: ErrorKind },
    /// Editors and tools take a file with one for a binary file.
    #[error("\"@{kind}\" holds a NUL character: remove it, no text has one")]
    Nul { kind: String },
    /// It would read back as something else.
    #[error("\"@{kind}\" would read back as something else: {hint}")]
    NotItself { kind: String, hint: &'static str },
}

/// The first edit of a list that cannot be applied. None of them was.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("operation {}: {error}", .index + 1)]
pub struct BatchError {
    /// From 0.
    pub index: usize,
    pub error: EditError,
}

fn meant(near: Option<&str>) -> String {
    near.map_or_else(String::new, |near| format!(": did you mean #{near}?"))
}
