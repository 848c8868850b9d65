//! What an edit reports besides errors.

/// What a list of edits did that the one who sent it should know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub notices: Vec<Notice>,
}

/// Something worth a word, though it is no error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Notice {
    #[error(
        "#{id}: its hash {written} was not that of its content, which is {now}, before it was edited: it stays as it is"
    )]
    StaleHash { id: String, written: String, now: String },
    #[error("#{id} is written more than once: the last one holds")]
    WrittenTwice { id: String },
    #[error("#{id} has no attribute \"{key}\": there is nothing to remove")]
    NothingToRemove { id: String, key: String },
}
