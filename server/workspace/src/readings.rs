//! The order in which files are read.
//!
//! A reading is requested at one moment and ends later, and files change in between. Therefore only one reading runs
//! at a time, and it starts after its request, so that its result is never older than earlier results. Requests during
//! a reading are combined and read next. Nothing here reads the disk: the owner of [`Readings`] runs the jobs.

use std::collections::BTreeSet;
use std::mem::take;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The files to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Work {
    /// All files in some folders.
    Folders(Vec<Tree>),
    /// Files that may have been changed, created or deleted.
    Files(Vec<PathBuf>),
}

/// A folder and its extent.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tree {
    pub root: PathBuf,
    pub extent: Extent,
}

/// How much of a folder is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Extent {
    /// All files: a folder of the workspace.
    Whole,
    /// The nearest files: the folder of a document outside of the workspace.
    Near,
}

/// A reading to run.
#[derive(Debug)]
pub struct Job {
    pub work: Work,
    cancelled: Arc<AtomicBool>,
}

impl Job {
    /// Whether the result is not needed any more.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

/// The readings of a session.
#[derive(Debug, Default)]
pub struct Readings {
    /// The number of the last requested reading.
    last: u64,
    running: Option<Running>,
    folders: Pending<Tree>,
    files: Pending<PathBuf>,
    /// Folders that have never been read completely.
    unread: BTreeSet<PathBuf>,
}

#[derive(Debug)]
struct Running {
    oldest: u64,
    trees: Vec<Tree>,
    cancelled: Arc<AtomicBool>,
}

/// What waits for its turn.
#[derive(Debug)]
struct Pending<T> {
    /// The number of the oldest of these requests.
    oldest: u64,
    wanted: BTreeSet<T>,
}

impl<T> Default for Pending<T> {
    fn default() -> Self {
        Self { oldest: 0, wanted: BTreeSet::new() }
    }
}

impl<T: Ord> Pending<T> {
    fn add(&mut self, number: u64, all: impl IntoIterator<Item = T>) {
        if self.wanted.is_empty() {
            self.oldest = number;
        }
        self.wanted.extend(all);
    }

    fn oldest(&self) -> Option<u64> {
        (!self.wanted.is_empty()).then_some(self.oldest)
    }
}

impl Readings {
    /// Requests all files in folders.
    pub fn want_folders(&mut self, trees: impl IntoIterator<Item = Tree>) {
        self.last += 1;
        self.folders.add(self.last, trees);
    }

    /// Requests files that may have changed.
    pub fn want_files(&mut self, paths: impl IntoIterator<Item = PathBuf>) {
        self.last += 1;
        self.files.add(self.last, paths);
    }

    /// Adds a folder of the workspace. The index is incomplete until it has been read.
    pub fn expect(&mut self, root: &Path) {
        self.unread.insert(root.to_owned());
    }

    /// Removes a folder of the workspace.
    pub fn leave(&mut self, root: &Path) {
        self.unread.remove(root);
        self.folders.wanted.retain(|tree| tree.root != root);
        if let Some(running) = &mut self.running {
            running.trees.retain(|tree| tree.root != root);
            if running.trees.is_empty() {
                running.cancelled.store(true, Ordering::Relaxed);
            }
        }
    }

    /// The next reading, if none runs.
    pub fn begin(&mut self) -> Option<Job> {
        if self.running.is_some() {
            return None;
        }
        let cancelled = Arc::new(AtomicBool::new(false));
        let (oldest, trees, work) = if let Some(oldest) = self.folders.oldest() {
            let trees: Vec<_> = take(&mut self.folders.wanted).into_iter().collect();
            (oldest, trees.clone(), Work::Folders(trees))
        } else {
            let oldest = self.files.oldest()?;
            (oldest, Vec::new(), Work::Files(take(&mut self.files.wanted).into_iter().collect()))
        };
        self.running = Some(Running { oldest, trees, cancelled: Arc::clone(&cancelled) });
        Some(Job { work, cancelled })
    }

    /// Whether a reading runs.
    pub fn are_running(&self) -> bool {
        self.running.is_some()
    }

    /// Ends the running reading. Returns its folders that still belong to the workspace.
    pub fn finish(&mut self) -> Vec<Tree> {
        let Some(running) = self.running.take() else { return Vec::new() };
        for tree in &running.trees {
            self.unread.remove(&tree.root);
        }
        running.trees
    }

    /// The number of the last requested reading.
    pub fn last(&self) -> u64 {
        self.last
    }

    /// Whether all readings up to a number have ended.
    pub fn are_done(&self, number: u64) -> bool {
        let running = self.running.as_ref().map(|running| running.oldest);
        let open = [running, self.folders.oldest(), self.files.oldest()];
        open.into_iter().flatten().all(|oldest| oldest > number)
    }

    /// Whether each folder has been read at least once.
    pub fn is_complete(&self) -> bool {
        self.unread.is_empty()
    }
}

#[cfg(test)]
mod tests;
