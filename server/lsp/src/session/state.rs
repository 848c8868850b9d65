//! What the session keeps besides the documents: folders, who watches them, and questions that wait.

use std::collections::BTreeMap;
use std::path::PathBuf;

use agmark_workspace::readings::Tree;
use agmark_workspace::watch::Watcher;

use crate::session::mailbox::{Question, When};
use crate::session::session_workspace::Watch;
use crate::snapshot::Snapshot;

/// The folders of such documents, each with what watches it. Clients watch the folders of the workspace only.
pub(super) type OutsideFolders = BTreeMap<PathBuf, Option<Watcher>>;

/// The folders whose files are read.
pub(super) struct Folders {
    /// As the client names them, also those in which everything lies.
    pub told: Vec<PathBuf>,
    /// The folders of open documents that are in none of these: such a folder is the world of its documents.
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
    /// Whoever watched before, until the next one does.
    pub before: Vec<Watch>,
    /// Folders that are read as soon as they are watched.
    pub waiting: Vec<Tree>,
    /// Whether `by` has said that it watches.
    pub ready: bool,
    /// Whether folders were read although nobody had said that they are watched.
    pub unsure: bool,
}

/// A question that waits.
pub(super) struct PendingQuestion {
    pub question: Question,
    pub when: When,
    /// The last reading that was asked for before it.
    pub number: u64,
    /// Its moment: it is asked of the documents that were open then, whatever is written meanwhile.
    pub moment: Snapshot,
}
