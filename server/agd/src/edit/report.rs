//! Notices of edits.

/// The notices of a list of edits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub notices: Vec<Notice>,
}

/// A possible mistake that is not an error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Notice {
    #[error(
        "#{id}: the hash {written} was already stale before the edit and was not updated: the content hashed to {now}"
    )]
    StaleHash { id: String, written: String, now: String },
    #[error("#{id} is written more than once: the last edit wins")]
    WrittenTwice { id: String },
    #[error("#{id} has no attribute \"{key}\": there is nothing to remove")]
    NothingToRemove { id: String, key: String },
}
