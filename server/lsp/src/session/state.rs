//! The state of the session besides the documents: folders, their watchers and waiting questions.

use std::collections::BTreeMap;
use std::path::PathBuf;

use agmark_workspace::readings::Tree;
use agmark_workspace::watch::Watcher;

use crate::session::mailbox::{Question, When};
use crate::session::session_workspace::Watch;
use crate::snapshot::Snapshot;

/// The folders of documents outside of the workspace, each with its watcher. Clients watch the folders of the
/// workspace only.
pub(super) type OutsideFolders = BTreeMap<PathBuf, Option<Watcher>>;

/// The folders whose files are read.
pub(super) struct Folders {
    /// As the client names them, including folders such as `/`.
    pub told: Vec<PathBuf>,
    /// The folders of open documents outside of these.
    pub outside_folders: OutsideFolders,
    pub watch: Watching,
}

impl Folders {
    pub fn new(told: Vec<PathBuf>) -> Self {
        Self { told, outside_folders: OutsideFolders::new(), watch: Watching::default() }
    }
}

#[derive(Default)]
pub(super) struct Watching {
    pub by: Option<Watch>,
    /// The previous watchers, until the next one watches.
    pub before: Vec<Watch>,
    /// Folders to read when they are watched.
    pub waiting: Vec<Tree>,
    /// Whether `by` has confirmed that it watches.
    pub ready: bool,
    /// Whether folders were read before they were watched.
    pub unsure: bool,
}

/// A waiting question.
pub(super) struct PendingQuestion {
    pub question: Question,
    pub when: When,
    /// The number of the last reading that was requested before it.
    pub number: u64,
    /// Its moment. It gets the documents that were open then.
    pub moment: Snapshot,
}

/// What was read since memory was given back.
#[derive(Default)]
pub(super) struct ReadSince {
    /// The length of the texts, in bytes.
    pub bytes: usize,
    /// Whether memory will be given back soon.
    pub is_due: bool,
}
