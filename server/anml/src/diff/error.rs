//! Reading of the two documents of a diff, and why it fails.

use crate::diff::snapshot::{Snapshot, Unsound};

/// Which of two documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The old snapshot, the base.
    First,
    /// The new snapshot, the diff.
    Second,
}

/// Why two documents cannot be compared or merged.
#[derive(Debug, thiserror::Error)]
#[error("{why}")]
pub struct Error {
    /// The one with which something is wrong.
    pub side: Side,
    pub why: Why,
}

/// An error of a document. The messages name no file and no line; [`Error`] has both.
#[derive(Debug, thiserror::Error)]
pub enum Why {
    #[error(transparent)]
    Unsound(#[from] Unsound),
    #[error("this is a diff, not a snapshot: `agmark anml patch BASE DIFF` makes one of it")]
    IsDiff,
    #[error("this is not a diff: its front matter has no `type: diff`")]
    NoDiff,
    /// It belongs to another base, or was changed by hand.
    #[error("{what}; the diff does not fit this base: make a new one with `agmark anml diff`")]
    Misfit { line: u64, what: String },
}

impl Error {
    /// The line that it is about, from 1.
    pub fn line(&self) -> Option<u64> {
        match &self.why {
            Why::Unsound(unsound) => unsound.line(),
            Why::Misfit { line, .. } => Some(*line),
            Why::IsDiff | Why::NoDiff => None,
        }
    }
}

pub fn read(text: &str, side: Side) -> Result<Snapshot, Error> {
    Snapshot::read(text).map_err(|unsound| Error { side, why: unsound.into() })
}

pub fn snapshot(text: &str, side: Side) -> Result<Snapshot, Error> {
    let snapshot = read(text, side)?;
    if snapshot.is_diff() { Err(Error { side, why: Why::IsDiff }) } else { Ok(snapshot) }
}
