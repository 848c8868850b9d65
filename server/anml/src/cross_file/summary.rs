//! What other files need to know of a chunk.

use crate::cross_file::targets::PieceTargets;
use crate::cross_file::uses::RefUses;

/// What other files need to know of a chunk.
#[derive(Clone, Debug, PartialEq)]
pub enum Summary {
    /// The elements of a snapshot.
    Snapshot(PieceTargets),
    /// The refs of a snapshot that a diff or a script uses.
    User(RefUses),
}

impl Summary {
    /// The elements of a snapshot.
    pub fn targets(&self) -> Option<&PieceTargets> {
        match self {
            Self::Snapshot(marks) => Some(marks),
            Self::User(_) => None,
        }
    }

    /// The refs of a snapshot that a diff or a script uses.
    pub fn uses(&self) -> Option<&RefUses> {
        match self {
            Self::Snapshot(_) => None,
            Self::User(uses) => Some(uses),
        }
    }
}
