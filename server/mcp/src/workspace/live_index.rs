//! The index of the roots. It is read once, and again in parts when files change.

use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError, RwLock, Weak};
use std::thread;
use std::time::Duration;

use agmark_syntax::Registry;
use agmark_workspace::config::{Excludes, FILE_NAME};
use agmark_workspace::readings::{Extent, Tree};
use agmark_workspace::scan::{self, Scanned};
use agmark_workspace::{Index, Watcher, background, files, watch};

use tokio::sync::broadcast;

use super::moment::Moment;
use crate::ToolError;
use crate::file_stamp::FileStamp;

/// How long a call that waits for the index sleeps before it looks whether it was cancelled.
const LOOK: Duration = Duration::from_millis(20);

/// The index of the roots. A thread reads, until this is dropped.
pub struct LiveIndex {
    registry: Arc<Registry>,
    roots: Vec<PathBuf>,
    moment: RwLock<Arc<Moment>>,
    readings: Mutex<Readings>,
    /// Signals that `readings` changed.
    turn: Condvar,
    watcher: OnceLock<Watcher>,
    changes: broadcast::Sender<Arc<Vec<PathBuf>>>,
    /// The stamps of all files when they were read.
    stamps: Mutex<HashMap<PathBuf, Option<FileStamp>>>,
}

/// The number of changes that a slow reader of them can be behind.
const BEHIND: usize = 64;

/// What was asked for, and what has ended.
#[derive(Default)]
struct Readings {
    asked: u64,
    done: u64,
    /// Read all files.
    all: bool,
    /// Read the files whose stamps differ.
    different: bool,
    changed: HashSet<PathBuf>,
}

/// Fails if the call that waits was cancelled.
pub type Check<'a> = &'a dyn Fn() -> Result<(), ToolError>;

fn trees(roots: &[PathBuf]) -> Vec<Tree> {
    let extent = |root: &PathBuf| if files::holds_everything(root) { Extent::Near } else { Extent::Whole };
    roots.iter().map(|root| Tree { root: root.clone(), extent: extent(root) }).collect()
}

fn run(weak: &Weak<LiveIndex>) {
    while let Some(index) = weak.upgrade() {
        let mut readings = index.readings.lock().unwrap_or_else(PoisonError::into_inner);
        if !readings.all && !readings.different && readings.changed.is_empty() {
            // The index must not live only because this thread waits.
            let waited = index.turn.wait_timeout(readings, 10 * LOOK);
            drop(waited);
            drop(index);
            continue;
        }
        let number = readings.asked;
        let all = std::mem::take(&mut readings.all);
        let different = std::mem::take(&mut readings.different);
        let mut changed: Vec<PathBuf> = readings.changed.drain().collect();
        drop(readings);
        if different && !all {
            changed.extend(index.different());
        }
        if all || !changed.is_empty() {
            // Calls wait for the end of this, also after a fault.
            let read = catch_unwind(AssertUnwindSafe(|| index.read(all, &changed)));
            if read.is_err() {
                tracing::error!("files could not be read because of a fault");
                let mut moment = (*index.moment()).clone();
                moment.complete = true;
                *index.moment.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(moment);
            }
        }
        let mut readings = index.readings.lock().unwrap_or_else(PoisonError::into_inner);
        readings.done = readings.done.max(number);
        drop(readings);
        index.turn.notify_all();
        if !changed.is_empty() {
            // It fails if there is no listener.
            let _ = index.changes.send(Arc::new(changed));
        }
    }
}

impl LiveIndex {
    /// Starts to read and to watch the roots.
    pub fn start(registry: Arc<Registry>, roots: Vec<PathBuf>) -> Arc<Self> {
        let index = Arc::new(Self {
            moment: RwLock::new(Arc::new(Moment::new(&registry, &roots, 0))),
            registry,
            roots,
            readings: Mutex::default(),
            turn: Condvar::new(),
            watcher: OnceLock::new(),
            changes: broadcast::channel(BEHIND).0,
            stamps: Mutex::default(),
        });
        let weak = Arc::downgrade(&index);
        let spawned = thread::Builder::new().name("agmark-index".to_owned()).spawn(move || run(&weak));
        if let Err(error) = spawned {
            tracing::error!("no thread for the index: {error}");
        }
        index.watch();
        index
    }

    /// Tells those who wait for changes about a document that is not a file.
    pub(super) fn announce(&self, changed: Vec<PathBuf>) {
        // It fails if there is no listener.
        let _ = self.changes.send(Arc::new(changed));
    }

    fn watch(self: &Arc<Self>) {
        let configs = Arc::clone(&self.moment().configs);
        let skips = move |folder: &Path| Excludes::new(&configs).skips(folder);
        let (changed, ready) = (Arc::downgrade(self), Arc::downgrade(self));
        let on_change = move |paths: Vec<PathBuf>| {
            if let Some(index) = changed.upgrade() {
                index.changed(paths);
            }
        };
        // Files are read when they are watched, so that no change is missed.
        let on_ready = move || {
            if let Some(index) = ready.upgrade() {
                index.ask(|readings| readings.all = true);
            }
        };
        match watch::watch(&trees(&self.roots), skips, on_change, on_ready) {
            Ok(watcher) => _ = self.watcher.set(watcher),
            Err(error) => {
                tracing::warn!("changes by other programs are seen late: {error}");
                self.ask(|readings| readings.all = true);
            }
        }
    }

    /// The index and the settings of this moment. The files may still be being read.
    pub fn moment(&self) -> Arc<Moment> {
        Arc::clone(&self.moment.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The changed files, after each reading.
    pub fn changes(&self) -> broadcast::Receiver<Arc<Vec<PathBuf>>> {
        self.changes.subscribe()
    }

    fn ask(&self, what: impl FnOnce(&mut Readings)) -> u64 {
        let mut readings = self.readings.lock().unwrap_or_else(PoisonError::into_inner);
        readings.asked += 1;
        what(&mut readings);
        let number = readings.asked;
        drop(readings);
        self.turn.notify_all();
        number
    }

    /// Reads files again that may have changed. Returns the number of the reading.
    pub fn changed(&self, paths: Vec<PathBuf>) -> u64 {
        self.ask(|readings| readings.changed.extend(paths))
    }

    /// Waits until all files have been read once.
    ///
    /// # Errors
    /// If the call was cancelled.
    pub fn wait_until_complete(&self, check: Check<'_>) -> Result<(), ToolError> {
        self.wait_for(check, || self.moment().complete)
    }

    /// Waits until a reading has ended.
    ///
    /// # Errors
    /// If the call was cancelled.
    pub fn wait_for_reading(&self, check: Check<'_>, number: u64) -> Result<(), ToolError> {
        self.wait_for(check, || self.readings.lock().unwrap_or_else(PoisonError::into_inner).done >= number)
    }

    fn wait_for(&self, check: Check<'_>, done: impl Fn() -> bool) -> Result<(), ToolError> {
        while !done() {
            check()?;
            let readings = self.readings.lock().unwrap_or_else(PoisonError::into_inner);
            drop(self.turn.wait_timeout(readings, LOOK));
        }
        Ok(())
    }

    /// Reads all files again whose stamps differ from when they were read: what the watcher has not told yet.
    ///
    /// # Errors
    /// If the call was cancelled.
    pub fn catch_up(&self, check: Check<'_>) -> Result<(), ToolError> {
        let number = self.ask(|readings| readings.different = true);
        self.wait_for_reading(check, number)
    }

    fn read(&self, all: bool, changed: &[PathBuf]) {
        let is_config = |path: &PathBuf| path.file_name().is_some_and(|name| name == FILE_NAME);
        let mut moment = (*self.moment()).clone();
        let new_settings = changed.iter().any(is_config);
        if new_settings {
            moment = moment.with_new_settings(&self.registry, &self.roots);
        }
        moment.disk.forget();
        let read = background::run(|| {
            let excludes = Excludes::new(&moment.configs);
            if all || new_settings {
                self.read_all(&moment, &excludes)
            } else {
                self.read_changed(&moment, changed, &excludes)
            }
        });
        for (path, file) in read {
            moment.index.set_closed(path, file);
        }
        moment.complete |= all;
        moment.generation += 1;
        *self.moment.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(moment);
    }

    fn read_all(&self, moment: &Moment, excludes: &Excludes<'_>) -> Vec<Scanned> {
        let paths = self.walk(excludes);
        *self.stamps() = paths.iter().map(|path| (path.clone(), FileStamp::of(path))).collect();
        let mut read =
            scan::index_files(paths, &Index::default(), &moment.formats, &|_| false, &|_, _| (), &|| false);
        let found: HashSet<Arc<Path>> = read.iter().map(|(path, _)| Arc::clone(path)).collect();
        let gone = moment.index.known().into_iter().filter(|path| !found.contains(path));
        read.extend(gone.collect::<Vec<_>>().into_iter().map(|path| (path, None)));
        read
    }

    /// All files that may have a format.
    fn walk(&self, excludes: &Excludes<'_>) -> Vec<PathBuf> {
        let walk = |tree: &Tree| files::folder_files(tree, &self.registry, excludes).files;
        trees(&self.roots).iter().flat_map(walk).collect()
    }

    fn stamps(&self) -> MutexGuard<'_, HashMap<PathBuf, Option<FileStamp>>> {
        self.stamps.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The files whose stamps differ from when they were read, with those that are new or gone.
    fn different(&self) -> Vec<PathBuf> {
        let moment = self.moment();
        let now = self.walk(&Excludes::new(&moment.configs));
        let stamps = self.stamps();
        let is_same = |path: &PathBuf| match (stamps.get(path), FileStamp::of(path)) {
            (Some(Some(then)), Some(now)) => then.is_same(&now),
            _ => false,
        };
        let mut different: Vec<PathBuf> = now.iter().filter(|path| !is_same(path)).cloned().collect();
        let there: HashSet<&PathBuf> = now.iter().collect();
        different.extend(stamps.keys().filter(|path| !there.contains(path)).cloned());
        different
    }

    fn read_changed(&self, moment: &Moment, changed: &[PathBuf], excludes: &Excludes<'_>) -> Vec<Scanned> {
        let roots = self.roots.as_slice();
        for path in changed {
            let stamp = FileStamp::of(path);
            match stamp {
                // A walk does not find it.
                Some(_) if !self.registry.may_be_ours(path) => continue,
                Some(_) => self.stamps().insert(path.clone(), stamp),
                None => self.stamps().remove(path),
            };
        }
        let mut reach = files::IgnoreFilter::new(roots);
        let mut wanted = |path: &Path| {
            let left_out = excludes.leave_out(path) || excludes.skips_way(roots, path);
            roots.iter().any(|root| path.starts_with(root)) && !left_out && reach.includes(path)
        };
        let below = |folder: &Path| -> Vec<PathBuf> {
            let inside = roots.iter().filter_map(|root| {
                let start = if root.starts_with(folder) { root.as_path() } else { folder };
                start.starts_with(root).then(|| Tree { root: start.to_owned(), extent: Extent::Whole })
            });
            inside.flat_map(|tree| files::folder_files(&tree, &self.registry, excludes).files).collect()
        };
        scan::index_changed(changed, &moment.index, &moment.formats, &|_| false, &mut wanted, &below)
    }
}
