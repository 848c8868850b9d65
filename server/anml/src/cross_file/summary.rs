//! What other files need to know of a chunk.

use crate::cross_file::targets::Marks;
use crate::cross_file::uses::Uses;

/// What other files need to know of a chunk.
#[derive(Clone, Debug, PartialEq)]
pub enum Summary {
    /// The elements of a snapshot.
    Snapshot(Marks),
    /// What a diff or a script says about a snapshot.
    User(Uses),
}

impl Summary {
    /// The elements of a snapshot.
    pub fn marks(&self) -> Option<&Marks> {
        match self {
            Self::Snapshot(marks) => Some(marks),
            Self::User(_) => None,
        }
    }

    /// What a diff or a script says about a snapshot.
    pub fn uses(&self) -> Option<&Uses> {
        match self {
            Self::Snapshot(_) => None,
            Self::User(uses) => Some(uses),
        }
    }
}
