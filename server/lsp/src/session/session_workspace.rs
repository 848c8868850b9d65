//! Reads and watches the folders of the workspace, and fetches the client's settings.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, mpsc};
use std::time::Duration;

use agmark_workspace::config::Excludes;
use agmark_workspace::readings::{Extent, Job, Tree, Work};
use agmark_workspace::{Index, background, files, scan, watch as files_watch};
use dashmap::DashMap;
use lsp_types as lsp;

use crate::outgoing::Outgoing;
use crate::runtime;
use crate::session::mailbox::{IndexedFiles, Mailbox, Message, ReadFiles};
use crate::session::reading_gate::{Moment, ReadingGate};
use crate::snapshot::Snapshot;

/// The number of files that the session takes at a time. This takes a few milliseconds.
const PART: usize = 256;

/// The number of files from which the progress of a reading is shown.
const WORTH_TELLING: usize = 500;

/// The time limit for a client to confirm that it watches files. Files are read after that, so that no change is
/// missed.
const REGISTERING: Duration = Duration::from_secs(1);

/// The files that open documents hide, by key. Readings use it on their threads.
pub type HiddenFiles = Arc<DashMap<Arc<Path>, ()>>;

/// Reads the files of a job.
pub struct WorkspaceReader {
    pub snapshot: Snapshot,
    /// All folders of the workspace, and those of documents outside of it.
    pub trees: Vec<Tree>,
    pub outgoing: Outgoing,
    pub mailbox: Mailbox,
    pub gate: ReadingGate,
    /// The files that are not analyzed.
    pub hidden: HiddenFiles,
    /// Whether a question waits for the reading. Then its progress is shown.
    pub waited_for: Arc<AtomicBool>,
}

impl WorkspaceReader {
    /// Reads on another thread. The result is sent as a message, even after a panic.
    pub fn start(self, job: Job) {
        self.outgoing.runtime().clone().spawn_blocking(move || {
            let read = catch_unwind(AssertUnwindSafe(|| {
                self.gate.pass(Moment::Before);
                let mut read = background::run(|| match &job.work {
                    Work::Folders(trees) => self.folders(trees, &job),
                    Work::Files(paths) => self.files(paths),
                });
                self.gate.pass(Moment::After);
                self.send_parts(&mut read.files);
                read
            }));
            if read.is_err() {
                tracing::error!("files of the workspace could not be read because of a fault");
            }
            self.mailbox.send(Message::Read(read.ok()));
        });
    }

    /// Sends all files except the last part, one part after another. So a message of the client waits for one part
    /// only.
    fn send_parts(&self, files: &mut IndexedFiles) {
        while files.len() > PART {
            let part = files.split_off(files.len() - PART);
            let (taken, next) = mpsc::channel();
            self.mailbox.send(Message::ReadPart { files: part, taken });
            // It fails if the session has ended or could not take them because of a fault.
            let _ = next.recv();
        }
    }

    fn folders(&self, trees: &[Tree], job: &Job) -> ReadFiles {
        let excludes = self.excludes();
        let mut paths = Vec::new();
        let mut partly = Vec::new();
        for tree in trees {
            let ours = files::folder_files(tree, &self.snapshot.registry, &excludes);
            paths.extend(ours.files);
            if let Some(first) = ours.left.first() {
                let (folder, first, count) = (tree.root.display(), first.display(), ours.left.len());
                let message = format!(
                    "{folder} is not open as a workspace and is too large to read: {count} files and folders \
                     were not read, the first is {first}. Open the folder to see references into them"
                );
                self.outgoing.log(lsp::MessageType::INFO, message);
                partly.push(tree.root.clone());
            }
        }
        let progress = OnceLock::new();
        let show =
            |files: usize| progress.get_or_init(|| Progress::begin(&self.outgoing, files)).report(0, files);
        let shown = self.snapshot.client.progress;
        if shown && paths.len() >= WORTH_TELLING {
            show(paths.len());
        }
        let step = |done: usize, of: usize| {
            if shown && self.waited_for.load(Ordering::Relaxed) {
                show(of);
            }
            if let Some(progress) = progress.get() {
                progress.report(done, of);
            }
        };
        let (formats, hidden) = (&self.snapshot.formats, |path: &Path| self.hidden.contains_key(path));
        let cancelled = || job.is_cancelled();
        let mut files = scan::index_files(paths, &Index::default(), formats, &hidden, &step, &cancelled);
        if !job.is_cancelled() {
            let gone = self.gone(trees, &files);
            files.extend(gone.into_iter().map(|path| (path, None)));
        }
        ReadFiles { files, partly }
    }

    /// The files of the index in these folders that a reading of the folders has not found.
    fn gone(&self, trees: &[Tree], found: &IndexedFiles) -> Vec<Arc<Path>> {
        let mut known = self.snapshot.index.known();
        let found: HashSet<&OsStr> = found.iter().map(|(path, _)| path.as_os_str()).collect();
        // Another folder that was not read may contain it.
        let others: Vec<_> = self.trees.iter().filter(|tree| !trees.contains(tree)).cloned().collect();
        known.retain(|path| !found.contains(path.as_os_str()) && holds(trees, path) && !holds(&others, path));
        known
    }

    /// Reads changed files, and files that others now import or no longer import.
    fn files(&self, paths: &[PathBuf]) -> ReadFiles {
        let (excludes, snapshot) = (self.excludes(), &self.snapshot);
        let roots: Vec<_> = self.trees.iter().map(|tree| tree.root.clone()).collect();
        let mut reach = files::IgnoreFilter::new(&roots);
        let mut wanted = |path: &Path| {
            let left_out = excludes.leave_out(path) || excludes.skips_way(&roots, path);
            holds(&self.trees, path) && !left_out && reach.includes(path)
        };
        let below = |folder: &Path| self.below(folder, &excludes);
        let hidden = |path: &Path| self.hidden.contains_key(path);
        let (index, formats) = (&snapshot.index, &snapshot.formats);
        let files = scan::index_changed(paths, index, formats, &hidden, &mut wanted, &below);
        ReadFiles { files, partly: Vec::new() }
    }

    /// The files of the workspace in a folder.
    fn below(&self, folder: &Path, excludes: &Excludes<'_>) -> Vec<PathBuf> {
        let inside = self.trees.iter().filter_map(|tree| {
            let root = if tree.root.starts_with(folder) { &*tree.root } else { folder };
            root.starts_with(&tree.root).then(|| Tree { root: root.to_owned(), extent: tree.extent })
        });
        inside.flat_map(|tree| files::folder_files(&tree, &self.snapshot.registry, excludes).files).collect()
    }

    fn excludes(&self) -> Excludes<'_> {
        Excludes::new(&self.snapshot.configs).with_client(&self.snapshot.client_settings)
    }
}

/// Whether a file is in one of these folders, as far as they are read.
pub fn holds(trees: &[Tree], path: &Path) -> bool {
    trees.iter().any(|tree| match tree.extent {
        // Of a folder such as `/`, only its direct entries are read.
        Extent::Near if files::holds_everything(&tree.root) => path.parent() == Some(&tree.root),
        _ => path.starts_with(&tree.root),
    })
}

/// The watcher of the files.
pub enum Watch {
    /// None: there is no workspace, or it cannot be watched.
    None,
    Client,
    /// The server, until this is dropped.
    Own {
        _watcher: files_watch::Watcher,
    },
}

/// Asks the client to watch files, or watches them here if the client cannot. Sends [`Message::Watched`] when they are
/// watched.
pub fn watch(trees: &[Tree], snapshot: &Snapshot, outgoing: &Outgoing, mailbox: &Mailbox) -> Watch {
    if trees.is_empty() {
        mailbox.send(Message::Watched);
        return Watch::None;
    }
    if snapshot.client.register_watchers {
        register_watchers(snapshot, outgoing, mailbox);
        return Watch::Client;
    }
    let (told, ready) = (mailbox.clone(), mailbox.clone());
    let on_change = move |paths| told.send(Message::FilesChanged(paths));
    match files_watch::watch(trees, skips(snapshot), on_change, move || ready.send(Message::Watched)) {
        Ok(watcher) => Watch::Own { _watcher: watcher },
        Err(error) => {
            let message = format!("changes of files outside of the editor are not detected: {error}");
            outgoing.log(lsp::MessageType::WARNING, message);
            mailbox.send(Message::Watched);
            Watch::None
        }
    }
}

/// The folders that do not have to be watched, because nothing in them is read.
pub fn skips(snapshot: &Snapshot) -> impl Fn(&Path) -> bool + Send + Sync + 'static {
    let configs = Arc::clone(&snapshot.configs);
    let client = Excludes::new(&configs).with_client(&snapshot.client_settings).client();
    move |folder| Excludes::with(&configs, Arc::clone(&client)).skips(folder)
}

fn register_watchers(snapshot: &Snapshot, outgoing: &Outgoing, mailbox: &Mailbox) {
    let formats = || snapshot.registry.formats();
    let endings = formats().flat_map(|f| f.info().extensions.iter().chain(f.info().candidate_extensions));
    let mut endings: Vec<_> = endings.copied().collect();
    endings.sort_unstable();
    endings.dedup();
    // An ending that contains a dot can also be a whole name.
    let names = endings.iter().copied().filter(|e| e.contains('.'));
    let names: Vec<_> = names.chain(["agmark.toml", ".gitignore", ".ignore"]).collect();
    let globs = [format!("**/*.{{{}}}", endings.join(",")), format!("**/{{{}}}", names.join(","))];
    let watchers: Vec<_> = globs.iter().map(|g| serde_json::json!({ "globPattern": g })).collect();
    let options = serde_json::json!({ "watchers": watchers });
    let (answered, late) = (mailbox.clone(), mailbox.clone());
    register(outgoing, "workspace/didChangeWatchedFiles", options, move || answered.send(Message::Watched));
    outgoing.runtime().spawn(async move {
        runtime::sleep(REGISTERING).await;
        late.send(Message::NotWatched);
    });
}

/// Requests the client's settings and notifications of their changes.
pub fn configuration(snapshot: &Snapshot, outgoing: &Outgoing, mailbox: &Mailbox) {
    if snapshot.client.register_configuration {
        let options = serde_json::json!({ "section": "agmark" });
        register(outgoing, "workspace/didChangeConfiguration", options, || ());
    }
    fetch_configuration(snapshot, outgoing, mailbox);
}

pub fn fetch_configuration(snapshot: &Snapshot, outgoing: &Outgoing, mailbox: &Mailbox) {
    if !snapshot.client.configuration {
        return;
    }
    let mailbox = mailbox.clone();
    let item = lsp::ConfigurationItem { scope_uri: None, section: Some("agmark".to_owned()) };
    let params = lsp::ConfigurationParams { items: vec![item] };
    outgoing.ask::<lsp::request::WorkspaceConfiguration>(params, move |answer| {
        if let Some(value) = answer.and_then(|mut values| (!values.is_empty()).then(|| values.remove(0))) {
            mailbox.send(Message::Settings(value));
        }
    });
}

fn register(
    outgoing: &Outgoing,
    method: &str,
    options: serde_json::Value,
    then: impl FnOnce() + Send + 'static,
) {
    let registration = lsp::Registration {
        id: method.to_owned(),
        method: method.to_owned(),
        register_options: Some(options),
    };
    let params = lsp::RegistrationParams { registrations: vec![registration] };
    outgoing.ask::<lsp::request::RegisterCapability>(params, move |_| then());
}

/// The token of a reading's progress. Cancelling it drops the questions that wait for files.
pub fn token() -> lsp::ProgressToken {
    lsp::ProgressToken::String("agmark/index".to_owned())
}

/// A progress bar in the client, ended when dropped.
struct Progress {
    outgoing: Outgoing,
    last: std::sync::atomic::AtomicUsize,
}

impl Progress {
    fn begin(outgoing: &Outgoing, files: usize) -> Self {
        let create = lsp::WorkDoneProgressCreateParams { token: token() };
        outgoing.ask::<lsp::request::WorkDoneProgressCreate>(create, |_| ());
        let begin = lsp::WorkDoneProgressBegin {
            title: "agmark: reading the workspace".to_owned(),
            message: Some(format!("{files} files")),
            percentage: Some(0),
            cancellable: Some(true),
        };
        outgoing.progress(token(), lsp::WorkDoneProgress::Begin(begin));
        Self { outgoing: outgoing.clone(), last: Default::default() }
    }

    fn report(&self, done: usize, of: usize) {
        let percent = done * 100 / of.max(1);
        let last = self.last.swap(percent, Ordering::Relaxed);
        if percent / 10 > last / 10 {
            let report = lsp::WorkDoneProgressReport {
                percentage: Some(percent as u32),
                message: Some(format!("{done} of {of} files")),
                cancellable: Some(true),
            };
            self.outgoing.progress(token(), lsp::WorkDoneProgress::Report(report));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        let end = lsp::WorkDoneProgress::End(lsp::WorkDoneProgressEnd { message: None });
        self.outgoing.progress(token(), end);
    }
}
