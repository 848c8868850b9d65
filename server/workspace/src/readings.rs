//! The order in which files are read.
//!
//! Each reading is asked for at one moment and ends at a later one, and files change in between. So only one reading
//! runs at a time, and it begins after it was asked for: what it gives is never older than what the readings before it
//! gave. What is asked for meanwhile is put together and read next. Nothing here touches the disk: whoever owns the
//! [`Readings`] runs the jobs.

use std::collections::BTreeSet;
use std::mem::take;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is to be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Work {
    /// All files below some folders.
    Folders(Vec<Tree>),
    /// Files that may have changed, come or gone.
    Files(Vec<PathBuf>),
}

/// A folder, and how much of it is read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tree {
    pub root: PathBuf,
    pub extent: Extent,
}

/// How much of a folder is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Extent {
    /// All of it: a folder of the workspace.
    Whole,
    /// What is near: the folder of a document that is in no workspace.
    Near,
}

/// A reading to be run.
#[derive(Debug)]
pub struct Job {
    pub work: Work,
    cancelled: Arc<AtomicBool>,
}

impl Job {
    /// Whether nobody wants the result any more.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

/// The readings of a session.
#[derive(Debug, Default)]
pub struct Readings {
    /// The number of the last one that was asked for.
    last: u64,
    running: Option<Running>,
    folders: Pending<Tree>,
    files: Pending<PathBuf>,
    /// Folders that have never been read whole.
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
    /// The number of the oldest wish among these.
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
    /// Asks for all files below folders.
    pub fn want_folders(&mut self, trees: impl IntoIterator<Item = Tree>) {
        self.last += 1;
        self.folders.add(self.last, trees);
    }

    /// Asks for files that may have changed.
    pub fn want_files(&mut self, paths: impl IntoIterator<Item = PathBuf>) {
        self.last += 1;
        self.files.add(self.last, paths);
    }

    /// Says that a folder belongs to the workspace from now on. Until it has been read, not all is known.
    pub fn expect(&mut self, root: &Path) {
        self.unread.insert(root.to_owned());
    }

    /// Says that a folder belongs to the workspace no more.
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

    /// Says that the running reading is over. Gives the folders that it has read and that still belong here.
    pub fn finish(&mut self) -> Vec<Tree> {
        let Some(running) = self.running.take() else { return Vec::new() };
        for tree in &running.trees {
            self.unread.remove(&tree.root);
        }
        running.trees
    }

    /// The number of the reading that was asked for last.
    pub fn last(&self) -> u64 {
        self.last
    }

    /// Whether all readings up to a number are over.
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
