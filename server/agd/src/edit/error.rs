//! Errors of edits.

use thiserror::Error;

use crate::parser::ErrorKind;

/// The reason that an edit is refused. The document is not changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EditError {
    #[error("block #{id} does not exist{}", meant(.near.as_deref()))]
    NotFound { id: String, near: Option<String> },
    /// The block has changed since its hash was read.
    #[error(
        "block #{id} has changed: the edit expects the hash {expected}, the content now hashes to {found}; read the block again"
    )]
    Conflict { id: String, expected: String, found: String },
    #[error("no block without an id has the content hash {hash}: read the document again")]
    NoBlockWithHash { hash: String },
    #[error("{count} blocks without an id have the content hash {hash}: give the block an id")]
    SeveralBlocksWithHash { hash: String, count: usize },
    #[error("another block already has the id \"{id}\": ids must be unique in a document")]
    DuplicateId { id: String },
    #[error("invalid \"@{kind}\": {reason}")]
    Unwritable { kind: String, reason: ErrorKind },
    #[error("#{id} is \"@{kind}\", not a list: items belong to \"@ul\" and \"@ol\"")]
    NotAList { id: String, kind: String },
    #[error("an item for #{id} has several lines: write one operation for each")]
    ItemOfSeveralLines { id: String },
    #[error("#{id} is \"@{kind}\", not a heading, and the heading #{id}-h does not exist")]
    NotAHeading { id: String, kind: String },
    /// Editors and tools treat a file with a NUL character as binary.
    #[error("NUL character in \"@{kind}\": remove it")]
    Nul { kind: String },
    /// The block would read back as something else.
    #[error("\"@{kind}\" cannot be written so that it reads back the same: {hint}")]
    NotItself { kind: String, hint: &'static str },
}

/// The first edit of a list that cannot be applied. No edit was applied.
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
