//! Watches folders, for clients that cannot.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use notify::event::{EventKind, ModifyKind};
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher as _};

use crate::files::{IgnoreFilter, everything, holds_everything};
use crate::readings::{Extent, Tree};

/// A change is reported when nothing else has changed for this time.
const QUIET: Duration = Duration::from_millis(100);
/// A change is reported after this time even if changes continue.
const PATIENCE: Duration = Duration::from_secs(1);

/// Whether the system watches single folders. Their number is limited, so folders that a walk skips are not watched.
/// Other systems watch whole trees.
const BY_FOLDER: bool = cfg!(target_os = "linux");

/// Watches folders until it is dropped.
pub struct Watcher {
    stopped: Arc<AtomicBool>,
    wake: Sender<Signal>,
}

/// Why folders cannot be watched.
#[derive(Debug, thiserror::Error)]
pub enum WatchError {
    #[error(
        "there are more folders than the system lets one person watch: raise fs.inotify.max_user_watches, or \
         name large folders in an ignore file"
    )]
    TooMany,
    #[error("folders cannot be watched: {0}")]
    Other(notify::Error),
}

enum Signal {
    Changed(Event),
    Wake,
}

/// Calls `on_change` on another thread with the files that were changed, created or deleted in `trees`, sorted. It
/// reports files that a walk would reach, with or without a format. For a deleted folder it may report the folder
/// only. Folders for which `skips` returns true are not watched. Trees that do not exist are skipped. `on_ready` is
/// called when all folders are watched, so that reading files after that misses no change.
///
/// # Errors
/// If the system cannot watch.
pub fn watch(
    trees: &[Tree],
    skips: impl Fn(&Path) -> bool + Send + Sync + 'static,
    on_change: impl Fn(Vec<PathBuf>) + Send + 'static,
    on_ready: impl FnOnce() + Send + 'static,
) -> Result<Watcher, WatchError> {
    let (send, receive) = channel();
    let tell = send.clone();
    let handler = move |event: notify::Result<Event>| match event {
        // Reading a file is not a change, and it is frequent.
        Ok(event) if matches!(event.kind, EventKind::Access(_)) && !event.need_rescan() => {}
        // This fails only if the receiver was dropped.
        Ok(event) => _ = tell.send(Signal::Changed(event)),
        Err(error) => tracing::warn!("while watching: {error}"),
    };
    let config = notify::Config::default().with_follow_symlinks(false);
    let mut watcher = RecommendedWatcher::new(handler, config)?;
    let trees: Vec<Tree> = trees.iter().filter(|tree| tree.root.is_dir()).cloned().collect();
    for tree in &trees {
        let alone = BY_FOLDER || (tree.extent == Extent::Near && holds_everything(&tree.root));
        let mode = if alone { RecursiveMode::NonRecursive } else { RecursiveMode::Recursive };
        watcher.watch(&tree.root, mode)?;
    }
    let stopped = Arc::new(AtomicBool::new(false));
    let watching = Watching {
        trees,
        watcher,
        watched: BTreeSet::new(),
        skips: Box::new(skips),
        on_change,
        stopped: Arc::clone(&stopped),
    };
    let thread = thread::Builder::new().name("agmark-watch".to_owned());
    thread
        .spawn(move || watching.run(&receive, on_ready))
        .map_err(|e| WatchError::Other(notify::Error::io(e)))?;
    Ok(Watcher { stopped, wake: send })
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Release);
        let _ = self.wake.send(Signal::Wake);
    }
}

/// The folders that are not watched.
type Skips = Box<dyn Fn(&Path) -> bool + Send + Sync>;

/// The state of the thread.
struct Watching<F> {
    trees: Vec<Tree>,
    watcher: RecommendedWatcher,
    /// The folders that are watched separately.
    watched: BTreeSet<PathBuf>,
    skips: Skips,
    on_change: F,
    stopped: Arc<AtomicBool>,
}

impl<F: Fn(Vec<PathBuf>)> Watching<F> {
    fn run(mut self, receive: &Receiver<Signal>, on_ready: impl FnOnce()) {
        // Walking a large workspace takes long, so it is done on this thread.
        for tree in self.trees.clone() {
            self.take_in(&tree.root, &mut BTreeSet::new());
        }
        on_ready();
        while let Some(changed) = self.batch(receive) {
            let roots: Vec<_> = self.trees.iter().map(|tree| tree.root.clone()).collect();
            let mut reach = IgnoreFilter::new(&roots);
            let changed: Vec<_> =
                changed.into_iter().filter(|path| reach.includes(path) && !self.skipped(path)).collect();
            if self.stopped.load(Ordering::Acquire) {
                return;
            }
            if !changed.is_empty() {
                (self.on_change)(changed);
            }
        }
    }

    /// The paths of the next changes; `None` at the end.
    fn batch(&mut self, receive: &Receiver<Signal>) -> Option<BTreeSet<PathBuf>> {
        let mut changed = BTreeSet::new();
        let mut next = receive.recv().ok()?;
        let end = Instant::now() + PATIENCE;
        loop {
            if self.stopped.load(Ordering::Acquire) {
                return None;
            }
            if let Signal::Changed(event) = next {
                self.note(event, &mut changed);
            }
            let wait = QUIET.min(end.saturating_duration_since(Instant::now()));
            match receive.recv_timeout(wait) {
                Ok(signal) if Instant::now() < end => next = signal,
                Ok(Signal::Changed(event)) => {
                    self.note(event, &mut changed);
                    return Some(changed);
                }
                Ok(Signal::Wake) | Err(RecvTimeoutError::Timeout) => return Some(changed),
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    }

    fn note(&mut self, event: Event, changed: &mut BTreeSet<PathBuf>) {
        if event.need_rescan() {
            // The system lost events, so everything may have changed.
            for tree in self.trees.clone() {
                self.take_in(&tree.root, changed);
            }
        }
        let appeared = matches!(event.kind, EventKind::Create(_) | EventKind::Modify(ModifyKind::Name(_)));
        for path in event.paths {
            let is_folder = path.symlink_metadata().is_ok_and(|about| about.is_dir());
            if is_folder && appeared {
                self.take_in(&path, changed);
            }
            // A deleted path may have been a folder, and then means everything in it.
            if !is_folder {
                changed.insert(path);
            }
        }
    }

    /// Whether a walk would not reach a path because of a folder on the way.
    fn skipped(&self, path: &Path) -> bool {
        self.trees.iter().filter(|tree| path.starts_with(&tree.root)).all(|tree| {
            let mut between = path.ancestors().skip(1).take_while(|folder| *folder != tree.root);
            between.any(|folder| (self.skips)(folder))
        })
    }

    /// The extent of a folder that is watched, the same as for reading; `None` if nothing in it is read.
    fn extent(&self, folder: &Path) -> Option<Extent> {
        let reads = |tree: &&Tree| match tree.extent {
            Extent::Near if holds_everything(&tree.root) => folder == tree.root,
            _ => folder.starts_with(&tree.root),
        };
        // The larger extent is the smaller value.
        self.trees.iter().filter(reads).map(|tree| tree.extent).min()
    }

    /// Watches a folder and all folders in it that a walk reaches, and adds their files. The walk is repeated until it
    /// finds no new folder, so that nothing created meanwhile is missed.
    fn take_in(&mut self, folder: &Path, files: &mut BTreeSet<PathBuf>) {
        // The folder with this name may be another one than the watched one.
        self.watched.retain(|known| !known.starts_with(folder));
        let Some(extent) = self.extent(folder) else { return };
        loop {
            let found = everything(folder, extent, &*self.skips);
            let new: Vec<_> = found.folders.into_iter().filter(|f| !self.watched.contains(f)).collect();
            if !BY_FOLDER || new.is_empty() || self.stopped.load(Ordering::Acquire) {
                files.extend(found.files);
                return;
            }
            for folder in new {
                if let Err(error) = self.watcher.watch(&folder, RecursiveMode::NonRecursive) {
                    // A folder that was deleted again does not have to be watched.
                    match WatchError::from(error) {
                        WatchError::TooMany => {
                            tracing::warn!("{}", WatchError::TooMany);
                            files.extend(found.files);
                            return;
                        }
                        error => tracing::debug!("{}: {error}", folder.display()),
                    }
                }
                self.watched.insert(folder);
            }
        }
    }
}

impl From<notify::Error> for WatchError {
    fn from(error: notify::Error) -> Self {
        match error.kind {
            notify::ErrorKind::MaxFilesWatch => Self::TooMany,
            _ => Self::Other(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::mpsc;

    use super::*;
    use crate::toy::Folder;

    /// A time limit that is long enough for a busy machine.
    const LONG: Duration = Duration::from_secs(20);

    struct Case {
        folder: Folder,
        told: mpsc::Receiver<Vec<PathBuf>>,
        watcher: Option<Watcher>,
    }

    impl Case {
        fn new(files: &[(&str, &str)]) -> Self {
            Self::of(files, Extent::Whole)
        }

        fn of(files: &[(&str, &str)], extent: Extent) -> Self {
            let folder = Folder::of(files);
            let (send, told) = mpsc::channel();
            let roots = [folder.at(""), folder.at("not-there")];
            let trees = roots.map(|root| Tree { root, extent });
            let (ready, is_ready) = mpsc::channel();
            let tell = move || _ = ready.send(());
            let watcher =
                watch(&trees, |folder| folder.ends_with("skipped"), move |paths| _ = send.send(paths), tell)
                    .unwrap();
            is_ready.recv_timeout(LONG).unwrap();
            Self { folder, told, watcher: Some(watcher) }
        }

        /// Waits until all of `paths` are reported. On a busy machine a change may be reported twice. No other file
        /// may be reported.
        #[track_caller]
        fn expect(&self, paths: &[&str]) {
            let mut left: BTreeSet<PathBuf> = paths.iter().map(|path| self.folder.at(path)).collect();
            let end = Instant::now() + LONG;
            while !left.is_empty() {
                let wait = end.saturating_duration_since(Instant::now());
                let told = self.told.recv_timeout(wait);
                for path in told.unwrap_or_else(|_| panic!("not told of {left:?}")) {
                    let ours = paths.iter().any(|p| self.folder.at(p) == path);
                    assert!(ours, "told of {path:?}");
                    left.remove(&path);
                }
            }
        }
    }

    #[test]
    fn a_change_is_told() {
        let case = Case::new(&[("sub/b.toy", "")]);
        case.folder.write("sub/b.toy", "new");
        case.expect(&["sub/b.toy"]);
    }

    #[test]
    fn what_is_near_a_lone_document_is_told() {
        let case = Case::of(&[("a.toy", ""), ("sub/b.toy", "")], Extent::Near);
        case.folder.write("sub/b.toy", "new");
        case.folder.write("new.toy", "");
        case.expect(&["new.toy", "sub/b.toy"]);
    }

    /// The change follows the start directly.
    #[test]
    fn no_change_is_missed_once_it_is_ready() {
        let case = Case::new(&[("a/b/c/d.toy", "")]);
        case.folder.write("a/b/c/d.toy", "new");
        case.folder.write("a/b/new.toy", "new");
        case.expect(&["a/b/c/d.toy", "a/b/new.toy"]);
    }

    #[test]
    fn files_that_go_are_told() {
        let case = Case::new(&[("a.toy", ""), ("sub/b.toy", "")]);
        fs::remove_file(case.folder.at("a.toy")).unwrap();
        fs::rename(case.folder.at("sub/b.toy"), case.folder.at("sub/c.toy")).unwrap();
        case.expect(&["a.toy", "sub/b.toy", "sub/c.toy"]);
    }

    #[test]
    fn folders_that_come_are_watched() {
        let case = Case::new(&[("a.toy", "")]);
        let apart = Folder::of(&[("x/y/z.toy", "")]);
        fs::rename(apart.at("x"), case.folder.at("x")).unwrap();
        case.expect(&["x/y/z.toy"]);
        case.folder.write("x/y/later.toy", "");
        case.expect(&["x/y/later.toy"]);
    }

    #[test]
    fn what_a_walk_leaves_out_is_not_told() {
        let case = Case::new(&[(".gitignore", "node_modules\n*.tmp.toy\n"), ("a.toy", "")]);
        for path in ["node_modules/x/a.toy", ".git/a.toy", "b.tmp.toy", "skipped/x/a.toy"] {
            case.folder.write(path, "");
        }
        case.folder.write("last.toy", "");
        case.expect(&["last.toy"]);
    }

    #[test]
    fn dropping_it_ends_it() {
        let mut case = Case::new(&[("a.toy", "")]);
        case.watcher = None;
        case.folder.write("late.toy", "");
        // The thread ends and drops the sender. A last report may still come.
        let end = Instant::now() + LONG;
        loop {
            match case.told.recv_timeout(Duration::from_millis(50)) {
                Ok(paths) => assert!(!paths.contains(&case.folder.at("late.toy"))),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => assert!(Instant::now() < end, "the thread goes on"),
            }
        }
    }
}
