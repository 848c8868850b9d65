//! The folders of the workspace: reading them, watching them, and what the client has set.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use agmark_workspace::{FileFacts, files, scan, watch as files_watch};
use lsp_types as lsp;

use crate::mailbox::{Mailbox, Message};
use crate::outgoing::Outgoing;
use crate::snapshot::Snapshot;

/// From this many files on a person is told that they are being read.
const WORTH_TELLING: usize = 500;

/// Files of a workspace as the index takes them: none for a file that is gone or no file of ours.
pub type Read = Vec<(Arc<Path>, Option<Arc<FileFacts>>)>;

/// Reads all files of `folders` on another thread; they come back as a message. Folders of which nobody
/// means all files, the root of the file system and a person's home, are left alone: documents in them are
/// read as they are opened.
pub fn index(snapshot: Snapshot, mut folders: Vec<PathBuf>, outgoing: &Outgoing, mailbox: &Mailbox) {
    let home = std::env::home_dir();
    folders.retain(|folder| {
        let everything = folder.parent().is_none() || home.as_ref() == Some(folder);
        if everything {
            let message = format!("{} is not read as a workspace: open a folder in it", folder.display());
            outgoing.log(lsp::MessageType::INFO, message);
        }
        !everything
    });
    if folders.is_empty() {
        return;
    }
    let (outgoing, mailbox) = (outgoing.clone(), mailbox.clone());
    outgoing.runtime().clone().spawn_blocking(move || {
        let exclude = folders.first().map(|f| snapshot.excludes(f)).unwrap_or_default();
        let paths = files::walk(&folders, &snapshot.registry, &exclude);
        let progress = (paths.len() >= WORTH_TELLING && snapshot.client.progress)
            .then(|| Progress::begin(&outgoing, paths.len()));
        let step = |done: usize, of: usize| {
            if let Some(progress) = &progress {
                progress.report(done, of);
            }
        };
        let read = scan::index_files(paths, &snapshot.registry, &step, &|| false);
        mailbox.send(Message::Indexed { read, folders });
    });
}

/// Reads changed files anew on another thread, and those that others now import or no longer do.
pub fn refresh(snapshot: Snapshot, paths: Vec<PathBuf>, outgoing: &Outgoing, mailbox: &Mailbox) {
    let mailbox = mailbox.clone();
    outgoing.runtime().spawn_blocking(move || {
        let mut reach = files::Reach::new(&snapshot.roots);
        let mut wanted = |path: &Path| {
            let excluded = snapshot.configs.nearest(path).is_ok_and(|config| config.is_excluded(path));
            !excluded && reach.includes(path)
        };
        let read = scan::index_changed(&paths, &snapshot.index, &snapshot.registry, &mut wanted);
        mailbox.send(Message::Indexed { read, folders: Vec::new() });
    });
}

/// Asks the client to tell of changed files; where it cannot, the file system is watched here.
pub fn watch(snapshot: &Snapshot, outgoing: &Outgoing, mailbox: &Mailbox) -> Option<files_watch::Watcher> {
    if snapshot.client.register_watchers {
        let formats = || snapshot.registry.formats();
        let endings = formats().flat_map(|f| f.extensions().iter().chain(f.candidates()));
        let mut endings: Vec<_> = endings.copied().collect();
        endings.sort_unstable();
        endings.dedup();
        // An ending with a dot in it is a whole name, too.
        let names = endings.iter().copied().filter(|e| e.contains('.'));
        let names: Vec<_> = names.chain(["agmark.toml", ".gitignore", ".ignore"]).collect();
        let globs = [format!("**/*.{{{}}}", endings.join(",")), format!("**/{{{}}}", names.join(","))];
        let watchers: Vec<_> = globs.iter().map(|g| serde_json::json!({ "globPattern": g })).collect();
        register(outgoing, "workspace/didChangeWatchedFiles", serde_json::json!({ "watchers": watchers }));
        return None;
    }
    let mailbox = mailbox.clone();
    let told = files_watch::watch(&snapshot.roots, move |paths| mailbox.send(Message::FilesChanged(paths)));
    match told {
        Ok(watcher) => Some(watcher),
        Err(error) => {
            outgoing.log(
                lsp::MessageType::WARNING,
                format!("changes of files outside of the editor go unseen: {error}"),
            );
            None
        }
    }
}

/// Asks for the client's settings, and to be told when they change.
pub fn configuration(snapshot: &Snapshot, outgoing: &Outgoing, mailbox: &Mailbox) {
    if snapshot.client.register_configuration {
        register(outgoing, "workspace/didChangeConfiguration", serde_json::json!({ "section": "agmark" }));
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

fn register(outgoing: &Outgoing, method: &str, options: serde_json::Value) {
    let registration = lsp::Registration {
        id: method.to_owned(),
        method: method.to_owned(),
        register_options: Some(options),
    };
    let params = lsp::RegistrationParams { registrations: vec![registration] };
    outgoing.ask::<lsp::request::RegisterCapability>(params, |_| ());
}

/// A progress bar in the client, ended when dropped.
struct Progress {
    outgoing: Outgoing,
    token: lsp::ProgressToken,
    last: std::sync::atomic::AtomicUsize,
}

impl Progress {
    fn begin(outgoing: &Outgoing, files: usize) -> Self {
        let token = lsp::ProgressToken::String("agmark/index".to_owned());
        let create = lsp::WorkDoneProgressCreateParams { token: token.clone() };
        outgoing.ask::<lsp::request::WorkDoneProgressCreate>(create, |_| ());
        let begin = lsp::WorkDoneProgressBegin {
            title: "agmark: reading the workspace".to_owned(),
            message: Some(format!("{files} files")),
            percentage: Some(0),
            cancellable: Some(false),
        };
        outgoing.progress(token.clone(), lsp::WorkDoneProgress::Begin(begin));
        Self { outgoing: outgoing.clone(), token, last: Default::default() }
    }

    fn report(&self, done: usize, of: usize) {
        let percent = done * 100 / of.max(1);
        let last = self.last.swap(percent, std::sync::atomic::Ordering::Relaxed);
        if percent / 10 > last / 10 {
            let report = lsp::WorkDoneProgressReport {
                percentage: Some(percent as u32),
                message: Some(format!("{done} of {of} files")),
                cancellable: None,
            };
            self.outgoing.progress(self.token.clone(), lsp::WorkDoneProgress::Report(report));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        let end = lsp::WorkDoneProgress::End(lsp::WorkDoneProgressEnd { message: None });
        self.outgoing.progress(self.token.clone(), end);
    }
}
