//! The session owns the documents and takes messages in the order of their arrival.

use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agmark_syntax::{Diagnostic, Document, Name};
use agmark_workspace::Formats;
use agmark_workspace::readings::Readings;
use dashmap::DashMap;
use lsp_types as lsp;
use tokio::sync::mpsc;

use crate::features::diagnostics;
use crate::outgoing::Outgoing;
use crate::runtime;
use crate::session::mailbox::{FileDiagnostics, Mailbox, Message, Moment};
use crate::session::reading_gate::ReadingGate;
use crate::session::session_workspace::HiddenFiles;
use crate::snapshot::Snapshot;
use crate::snapshot::addresses::{self, Addresses};
use crate::test_hooks;

mod documents;
pub mod mailbox;
pub mod memory;
mod outside_folders;
mod pauses;
mod pending_questions;
pub mod reading_gate;
pub mod session_workspace;
mod state;
#[cfg(test)]
mod tests;
mod workspace_files;

/// The number of the last publication of each open document, by key.
type Turns = Arc<DashMap<Arc<Path>, u64>>;

pub struct Session {
    now: Snapshot,
    mailbox: Mailbox,
    outgoing: Outgoing,
    /// The last turn of each open document. Diagnostics of an earlier turn are not sent.
    turns: Turns,
    /// Documents whose diagnostics are to be sent.
    dirty: HashSet<Arc<Path>>,
    /// Whether to tell a client that pulls diagnostics to pull again.
    refresh: bool,
    /// Configuration files with a reported error.
    reported: HashSet<PathBuf>,
    folders: state::Folders,
    readings: Readings,
    /// The names whose definitions a reading has changed so far; `None` if it has changed no file.
    changed_names: Option<Vec<Name>>,
    /// Questions that wait until files have been read.
    waiting: Vec<state::PendingQuestion>,
    /// Whether `waiting` is not empty. Readings use it on their threads.
    waited_for: Arc<AtomicBool>,
    gate: ReadingGate,
    changes: u64,
    hidden: HiddenFiles,
    read_since: state::ReadSince,
}

impl Session {
    pub fn new(
        now: Snapshot,
        folders: Vec<PathBuf>,
        mailbox: Mailbox,
        outgoing: Outgoing,
        gate: ReadingGate,
    ) -> Self {
        Self {
            now,
            mailbox,
            outgoing,
            turns: Turns::default(),
            dirty: HashSet::new(),
            refresh: false,
            reported: HashSet::new(),
            folders: state::Folders::new(folders),
            readings: Readings::default(),
            changed_names: None,
            waiting: Vec::new(),
            waited_for: Arc::default(),
            gate,
            changes: 0,
            hidden: HiddenFiles::default(),
            read_since: state::ReadSince::default(),
        }
    }

    /// Takes a message and all messages that wait after it. Then it sends diagnostics, so that several edits give one
    /// answer.
    fn answer(&mut self, first: Message, messages: &mut mpsc::UnboundedReceiver<Message>) {
        self.take_all(first, messages);
        if !self.guarded(Self::publish) {
            self.guarded(Self::publish);
        }
    }

    /// Takes a message and all messages that wait after it.
    fn take_all(&mut self, first: Message, messages: &mut mpsc::UnboundedReceiver<Message>) {
        let mut next = Some(first);
        while let Some(message) = next.take().or_else(|| messages.try_recv().ok()) {
            self.mailbox.begin();
            match message {
                Message::Change(first) => {
                    let changes;
                    (changes, next) = self.more_changes(first, messages);
                    self.guarded(|this| {
                        this.change(changes);
                        this.after_message();
                    });
                }
                message => {
                    self.guarded(|this| this.take(message));
                }
            }
            let is_complete = self.readings.is_complete();
            self.mailbox.end(Moment { snapshot: self.now.clone(), is_complete });
        }
    }

    /// The changes of a document that wait one after the other, and the message after them.
    fn more_changes(
        &self,
        first: lsp::DidChangeTextDocumentParams,
        messages: &mut mpsc::UnboundedReceiver<Message>,
    ) -> (Vec<lsp::DidChangeTextDocumentParams>, Option<Message>) {
        let uri = first.text_document.uri.clone();
        let mut changes = vec![first];
        while let Ok(message) = messages.try_recv() {
            match message {
                Message::Change(next) if next.text_document.uri == uri => {
                    self.mailbox.begin();
                    changes.push(next);
                }
                other => return (changes, Some(other)),
            }
        }
        (changes, None)
    }

    /// Runs `act` so that a panic does not end the session. After a panic everything is computed again from the texts,
    /// which are changed before anything that can fail. Returns whether there was no panic.
    fn guarded(&mut self, act: impl FnOnce(&mut Self)) -> bool {
        if catch_unwind(AssertUnwindSafe(|| act(self))).is_ok() {
            return true;
        }
        tracing::error!("a message could not be handled because of a panic");
        if catch_unwind(AssertUnwindSafe(|| self.derive_again())).is_err() {
            tracing::error!("the state of the open documents could not be restored");
        }
        false
    }

    fn take(&mut self, message: Message) {
        match message {
            Message::Start => self.start(),
            Message::Open(item) => self.open(item),
            Message::Change(params) => self.change(vec![params]),
            Message::Close(uri) => self.close(&uri),
            Message::Paused { uri, number, pause } => self.paused(&uri, number, pause),
            Message::Lost(uri) => self.lost(uri.as_ref()),
            Message::SettingsChanged(value) if self.now.client.configuration => {
                drop(value);
                session_workspace::fetch_configuration(&self.now, &self.outgoing, &self.mailbox);
            }
            Message::SettingsChanged(value) => {
                // Clients send either the section or an object that contains it.
                let section = value.get("agmark").cloned().unwrap_or(value);
                self.settings(section);
            }
            Message::Settings(value) => self.settings(value),
            Message::Folders { added, removed } => self.change_folders(added, &removed),
            Message::FilesChanged(paths) => self.files_changed(paths),
            Message::ReadPart { files, taken } => {
                self.read_part(files);
                // The reading may have ended because of a fault.
                let _ = taken.send(());
            }
            Message::Read(read) => self.read(read),
            Message::Watched => self.watched(),
            Message::OutsideFolderWatched(folder) => self.outside_folder_watched(&folder),
            Message::NotWatched => self.not_watched(),
            Message::GiveUp => self.give_up(),
            Message::Quiet => self.give_memory_back(),
            Message::Extra { source, found } => self.extra(source, found),
            Message::Ask(when, question) => self.ask(when, question),
        }
        self.after_message();
    }

    /// What each message may have made possible.
    fn after_message(&mut self) {
        self.end_typing();
        // Any message may fulfill the condition of a waiting question.
        self.release();
    }

    fn settings(&mut self, value: serde_json::Value) {
        let value = if value.is_object() { value } else { serde_json::json!({}) };
        if let Err(error) = self.now.configs.bare().with_client(&value) {
            self.outgoing.show(lsp::MessageType::WARNING, format!("agmark: {error}"));
        }
        let changed = |key: &str| self.now.client_settings.get(key) != value.get(key);
        let (excludes, includes) = (changed("exclude"), changed("include"));
        // The analysis of files may depend on the settings of their formats.
        let mut formats = self.now.registry.settings().into_iter().map(|(name, _)| name);
        let read_otherwise = changed("overrides") || formats.any(changed);
        self.now.formats = self.now.formats.clone().with_client(&value);
        self.now.disk = Arc::new(agmark_workspace::Disk::new(self.now.formats.clone(), &self.now.roots));
        self.now.client_settings = Arc::new(value);
        test_hooks::point("settings");
        self.settings_changed();
        if includes {
            self.watch_again();
        }
        if excludes || includes || read_otherwise {
            self.read_all_again();
        }
    }

    /// Updates the settings of all open documents.
    fn settings_changed(&mut self) {
        self.now.generation += 1;
        let all: Vec<_> = self.now.documents.keys().cloned().collect();
        for path in all {
            let settings = Arc::new(self.now.settings(&path));
            self.changes += 1;
            let state = self.changes;
            let open = Arc::make_mut(&mut self.now.documents).get_mut(&path);
            if open.is_some_and(|open| Arc::make_mut(open).set(settings, state)) {
                self.tell_others(&path);
            }
            self.report_configuration(&path);
            self.dirty.insert(path);
        }
        for open in Arc::make_mut(&mut self.now.behind).values_mut() {
            self.changes += 1;
            let path = self.now.addresses.key(&open.uri);
            let settings = self.now.documents.get(&path).map(|front| Arc::clone(&front.settings));
            Arc::make_mut(open).set(settings.unwrap_or_default(), self.changes);
        }
        self.refresh = true;
    }

    /// A file has changed: open documents that depend on other files are checked again.
    fn changed_elsewhere(&mut self, changed: &Path, looks: fn(&Document) -> bool) {
        let others = self.now.documents.iter().filter(|(path, _)| ***path != *changed);
        let looking = others.filter(|(_, open)| open.document.as_ref().is_some_and(looks));
        let looking: Vec<_> = looking.map(|(path, _)| Arc::clone(path)).collect();
        self.now.elsewhere += u64::from(!looking.is_empty());
        self.dirty.extend(looking);
    }

    /// Stores the diagnostics of a task and sends them, together with the document's own if it is open.
    fn extra(&mut self, source: &'static str, found: Vec<FileDiagnostics>) {
        let mut all: HashMap<Arc<Path>, Vec<Diagnostic>> = HashMap::new();
        for one in found {
            all.entry(one.path.into()).or_default().extend(one.diagnostics);
        }
        let before = Arc::make_mut(&mut self.now.extras).insert(source, all);
        let now = self.now.extras.get(source).into_iter().flat_map(HashMap::keys);
        let paths: HashSet<_> = now.cloned().chain(before.into_iter().flat_map(HashMap::into_keys)).collect();
        for path in paths {
            if self.now.documents.contains_key(&path) && !self.now.client.pull_diagnostics {
                self.dirty.insert(path);
            } else {
                diagnostics::publish_extras(&self.now, &self.outgoing, &path);
            }
        }
    }

    /// Definitions of these names have changed: documents that use them are checked again.
    fn definitions_changed(&mut self, names: &[Name]) {
        if names.is_empty() {
            return;
        }
        self.now.generation += 1;
        for (path, open) in &*self.now.documents {
            let Some(document) = &open.document else { continue };
            // References into another file are not counted by name, so such a document is always checked.
            if names.iter().any(|n| document.names().get(n).is_some()) || document.depends_on_other_files() {
                self.dirty.insert(Arc::clone(path));
            }
        }
    }

    /// Reports the error of the configuration of a file, once for each configuration.
    fn report_configuration(&mut self, path: &Path) {
        if !path.is_absolute() {
            return;
        }
        match self.now.configs.nearest(path) {
            Ok(config) => {
                if let Some(place) = config.path()
                    && self.reported.remove(place)
                {
                    diagnostics::publish_configuration(&self.outgoing, &self.now, place, None);
                }
            }
            Err(error) => {
                if let Some(place) = &error.path
                    && self.reported.insert(place.to_path_buf())
                {
                    diagnostics::publish_configuration(&self.outgoing, &self.now, place, Some(&error));
                }
            }
        }
    }

    /// Sends the diagnostics of dirty documents, or tells a client that pulls diagnostics to pull.
    fn publish(&mut self) {
        if self.now.client.pull_diagnostics {
            self.dirty.clear();
            if std::mem::take(&mut self.refresh) && self.now.client.refresh_diagnostics {
                self.outgoing.ask::<lsp::request::WorkspaceDiagnosticRefresh>((), |_| ());
            }
            return;
        }
        self.refresh = false;
        test_hooks::point("publish");
        for path in std::mem::take(&mut self.dirty) {
            let (snapshot, outgoing, turns) =
                (self.now.clone(), self.outgoing.clone(), Arc::clone(&self.turns));
            let turn = self.turn(&path);
            self.outgoing.runtime().spawn_blocking(move || {
                let current = Arc::new(move |path: &Path| turns.get(path).is_some_and(|t| *t == turn));
                for open in snapshot.texts_of(&path) {
                    diagnostics::publish(&snapshot, &outgoing, &path, open, Arc::clone(&current));
                }
            });
        }
    }

    fn turn(&mut self, path: &Arc<Path>) -> u64 {
        self.changes += 1;
        self.turns.insert(Arc::clone(path), self.changes);
        self.changes
    }

    /// Runs the session beside the transport until the last sender of messages is dropped.
    pub fn spawn(mut self, messages: mpsc::UnboundedReceiver<Message>) -> std::io::Result<()> {
        runtime::start("session", messages, move |first, messages| self.answer(first, messages))
    }
}

/// The first snapshot of a session.
pub fn first(
    registry: Arc<agmark_syntax::Registry>,
    client: crate::protocol::client_capabilities::ClientCapabilities,
    folders: &[PathBuf],
    settings: serde_json::Value,
) -> Snapshot {
    let roots = addresses::outermost(folders);
    let mut addresses = Addresses::default();
    addresses.set_roots(&roots);
    let configs = Arc::new(agmark_workspace::Configs::new(Arc::clone(&registry)));
    let settings = if settings.is_object() { settings } else { serde_json::json!({}) };
    let formats = Formats::new(Arc::clone(&registry), Arc::clone(&configs)).with_client(&settings);
    let disk = Arc::new(agmark_workspace::Disk::new(formats.clone(), &roots));
    Snapshot {
        registry,
        client: Arc::new(client),
        documents: Arc::default(),
        behind: Arc::default(),
        addresses: Arc::new(addresses),
        later: None,
        complete: true,
        partly: Arc::default(),
        index: agmark_workspace::Index::default(),
        disk,
        configs,
        formats,
        client_settings: Arc::new(settings),
        roots: Arc::new(roots),
        generation: 0,
        elsewhere: 0,
        extras: Arc::default(),
        before_typing: None,
    }
}
