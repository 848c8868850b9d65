//! Opens, changes and closes documents.
//!
//! A text is changed first, before anything that can fail. Everything else (the analysis, the index, the diagnostics
//! to send) can be computed from the texts again.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use agmark_syntax::{
    AnyFormat, Document, Encoding, JoinedSplice, Name, Settings, Splice, Surroundings, Text,
};
use agmark_workspace::Opened;
use lsp_types as lsp;

use super::Session;
use crate::features::diagnostics;
use crate::protocol::from_proto;
use crate::snapshot::{Open, out_of_step};
use crate::test_hooks;
use crate::typing::Typing;

/// A document that takes changes.
struct ChangedDocument {
    /// The document with its text after all changes.
    open: Open,
    /// The last changes, if they are not analyzed yet.
    waiting: Option<JoinedSplice>,
    /// The names whose number of definitions changed.
    names: Vec<Name>,
}

impl ChangedDocument {
    /// Applies a change to the text. `number` is that of its message.
    fn take(&mut self, change: lsp::TextDocumentContentChangeEvent, number: u64, encoding: Encoding) {
        let splice = match change.range {
            // The position of the change in the editor's text is unknown.
            Some(_) if self.open.lost => return,
            Some(range) => {
                let span = (from_proto::position(range.start), from_proto::position(range.end));
                Splice::from_positions(&self.open.text, span, change.text, encoding)
            }
            None => {
                self.open.lost = false;
                Splice::whole(&self.open.text, &change.text)
            }
        };
        if splice.is_empty() {
            return;
        }
        if !self.waiting.as_mut().is_some_and(|waiting| waiting.join(&splice)) {
            self.analyze();
            self.waiting = Some(JoinedSplice::new(&splice));
        }
        self.note_typing(number, &splice);
        self.open.text.replace(splice.start..splice.end, &splice.text);
    }

    /// Analyzes the text again where changes wait.
    fn analyze(&mut self) {
        let Some(waiting) = self.waiting.take() else { return };
        if let Some(document) = &mut self.open.document {
            self.names.extend(document.edit(&waiting.splice(&self.open.text)));
            // Otherwise the same text would be kept twice.
            self.open.text = document.text().clone();
        }
    }

    /// Notes where the person types, before the change is in the text.
    fn note_typing(&mut self, number: u64, splice: &Splice) {
        // Only a message of the session ends a typing, so what waits now belongs to the same typing.
        let document = self.open.document.as_ref();
        let typing = self.open.typing.take().map(|typing| typing.going_on(document));
        let mut typing = typing.unwrap_or_else(|| Typing::new(document.cloned()));
        typing.note(number, splice);
        self.open.typing = Some(typing);
    }
}

impl Session {
    pub(super) fn open(&mut self, item: lsp::TextDocumentItem) {
        let path = Arc::make_mut(&mut self.now.addresses).open(&item.uri);
        self.hidden.insert(Arc::clone(&path), ());
        self.changes += 1;
        let mut open = Open {
            uri: item.uri,
            version: item.version,
            language: item.language_id.into(),
            text: Text::new(&item.text),
            document: None,
            lost: false,
            settings: self.settings_of(&path),
            state: self.changes,
            surroundings: Surroundings::NONE,
            typing: None,
            guest: Arc::default(),
        };
        let length = item.text.len();
        // A second copy would be there until the end.
        drop(item.text);
        let before = self.now.index.file(&path);
        let mut names: Vec<_> =
            before.iter().flat_map(|f| f.definitions().iter().map(|d| d.name())).collect();
        self.detect_again(&path, &mut open, &mut names);
        self.keep(&path, open);
        test_hooks::point("open");
        self.note_read(length);
        self.report_configuration(&path);
        self.tell_others(&path);
        self.definitions_changed(&names);
        self.update_outside_folders();
        self.detect_surrounded();
    }

    /// Takes changes of one document that follow each other. Those that are near each other are analyzed once.
    pub(super) fn change(&mut self, messages: Vec<lsp::DidChangeTextDocumentParams>) {
        let mut messages = messages.into_iter();
        // After a fault the rest is taken too: it may have the whole text.
        while let Some(next) = messages.as_slice().first() {
            let uri = next.text_document.uri.clone();
            let Some((path, open)) = self.now.opened(&uri) else {
                tracing::warn!("a change of a document that is not open: {}", uri.as_str());
                return;
            };
            let open = Open::clone(open);
            self.remember_before_typing(&open);
            let mut changed = ChangedDocument { open, waiting: None, names: Vec::new() };
            let taken = catch_unwind(AssertUnwindSafe(|| {
                for message in messages.by_ref() {
                    self.changes += 1;
                    changed.open.version = message.text_document.version;
                    test_hooks::point("text");
                    for change in message.content_changes {
                        changed.take(change, self.changes, self.now.encoding());
                    }
                }
                changed.analyze();
            }));
            if taken.is_err() {
                self.lost(Some(&uri));
                continue;
            }
            let ChangedDocument { mut open, mut names, .. } = changed;
            if open.lost {
                open.typing = None;
            } else {
                self.detect_again(&path, &mut open, &mut names);
            }
            self.changes += 1;
            open.state = self.changes;
            self.wait_for_pause(&mut open);
            self.keep(&path, open);
            test_hooks::point("change");
            self.tell_others(&path);
            self.definitions_changed(&names);
            self.detect_surrounded();
        }
    }

    /// An invalid message may have changed this document, or any document if `uri` is `None`, so the editor may have
    /// another text.
    pub(super) fn lost(&mut self, uri: Option<&lsp::Uri>) {
        let all: Vec<_> = match uri {
            Some(uri) => self.now.opened(uri).map(|(_, open)| open.clone()).into_iter().collect(),
            None => {
                self.now.documents.values().chain(self.now.behind.values()).map(|o| Open::clone(o)).collect()
            }
        };
        for open in all.into_iter().filter(|open| !open.lost) {
            let path = self.now.key(&open.uri);
            self.outgoing.show(lsp::MessageType::ERROR, out_of_step(&path));
            let names: Vec<_> = open.document.iter().flat_map(Document::defined_names).collect();
            self.changes += 1;
            self.keep(&path, Open { document: None, lost: true, state: self.changes, typing: None, ..open });
            self.tell_others(&path);
            self.definitions_changed(&names);
            // The index has no more of the file than the document had.
            self.read_file(&path);
        }
    }

    /// Detects the format of a text again, because an edit may change it.
    fn detect_again(&self, path: &Arc<Path>, open: &mut Open, names: &mut Vec<Name>) {
        open.surroundings = self.now.index.surroundings(path);
        open.guest = Arc::default();
        let format = self.detect(path, open);
        let is = open.document.as_ref().map(|d| d.format().info().title);
        if format.as_ref().map(|f| f.info().title) == is {
            return;
        }
        names.extend(open.document.iter().flat_map(Document::defined_names));
        let format = format.map(|format| open.settings.configure(format));
        open.document = format.map(|format| Document::of_text(format, open.text.clone()));
        names.extend(open.document.iter().flat_map(Document::defined_names));
    }

    /// The format of a text; `None` also if a format panics.
    fn detect(&self, path: &Path, open: &Open) -> Option<Arc<dyn AnyFormat>> {
        let detected = catch_unwind(AssertUnwindSafe(|| self.now.registry.detect(&open.candidate(path))));
        detected.unwrap_or_else(|_| {
            tracing::error!("the format of {} could not be detected because of a panic", path.display());
            None
        })
    }

    /// Detects the formats of open documents again if other files now import or describe them, or no longer do.
    pub(super) fn detect_surrounded(&mut self) {
        // Each round changes the format of at least one document, which may import the next.
        for _ in 0..self.now.documents.len() {
            // Other files do not affect a document that has a format by itself.
            let changed = self.now.documents.iter().filter(|(path, open)| {
                (open.document.is_none() || open.surroundings != Surroundings::NONE)
                    && !open.lost
                    && open.surroundings != self.now.index.surroundings(path)
            });
            let changed: Vec<_> = changed.map(|(path, open)| (Arc::clone(path), Open::clone(open))).collect();
            if changed.is_empty() {
                return;
            }
            for (path, mut open) in changed {
                let mut names = Vec::new();
                self.detect_again(&path, &mut open, &mut names);
                self.changes += 1;
                open.state = self.changes;
                self.keep(&path, open);
                self.tell_others(&path);
                self.definitions_changed(&names);
                self.refresh = true;
            }
        }
    }

    /// Stores a document. It represents its file from now on; the text of another URI of the same file moves to
    /// `behind`.
    fn keep(&mut self, path: &Arc<Path>, open: Open) {
        if self.now.behind.contains_key(open.uri.as_str()) {
            Arc::make_mut(&mut self.now.behind).remove(open.uri.as_str());
        }
        let address = open.uri.clone();
        let before = Arc::make_mut(&mut self.now.documents).insert(Arc::clone(path), Arc::new(open));
        if let Some(before) = before.filter(|before| before.uri != address) {
            let behind = Arc::make_mut(&mut self.now.behind);
            behind.insert(before.uri.as_str().to_owned(), before);
        }
    }

    /// Replaces an open document, in `documents` or `behind`.
    pub(super) fn replace(&mut self, path: &Arc<Path>, open: Open) {
        if self.now.behind.contains_key(open.uri.as_str()) {
            Arc::make_mut(&mut self.now.behind).insert(open.uri.as_str().to_owned(), Arc::new(open));
        } else {
            Arc::make_mut(&mut self.now.documents).insert(Arc::clone(path), Arc::new(open));
        }
    }

    /// The settings of a file; the default settings after a panic.
    fn settings_of(&self, path: &Path) -> Arc<Settings> {
        Arc::new(catch_unwind(AssertUnwindSafe(|| self.now.settings(path))).unwrap_or_default())
    }

    /// Updates the index and the dirty documents from a stored document.
    pub(super) fn tell_others(&mut self, path: &Arc<Path>) {
        self.turn(path);
        self.dirty.insert(Arc::clone(path));
        let open = self.now.documents.get(path);
        // If the text is unknown, the file on disk is used.
        let opened = open.filter(|open| !open.lost).map(|open| match &open.document {
            Some(document) => Opened::Document(document.clone()),
            None => Opened::Text(open.text.clone()),
        });
        if opened.is_some() {
            self.hidden.insert(Arc::clone(path), ());
        } else {
            self.hidden.remove(path);
        }
        self.now.index.set_open(Arc::clone(path), opened);
        test_hooks::point("index");
        self.changed_elsewhere(path, Document::has_cross_file_checks);
    }

    /// Computes everything that depends on the documents again, after a panic.
    pub(super) fn derive_again(&mut self) {
        self.now.generation += 1;
        self.refresh = true;
        let all: Vec<_> = self.now.documents.keys().cloned().collect();
        for path in &all {
            let settings = self.settings_of(path);
            self.changes += 1;
            let state = self.changes;
            if let Some(open) = Arc::make_mut(&mut self.now.documents).get_mut(path) {
                Arc::make_mut(open).set(settings, state);
            }
            self.tell_others(path);
        }
        self.hidden.retain(|path, ()| self.now.documents.contains_key(path));
        let mut gone: Vec<_> = self.turns.iter().map(|turn| Arc::clone(turn.key())).collect();
        gone.retain(|path| !self.now.documents.contains_key(path));
        for path in gone {
            match self.now.uri(&path) {
                Some(uri) => self.closed(&path, &uri),
                None => {
                    self.hidden.remove(&path);
                    self.now.index.set_open(path, None);
                }
            }
        }
        self.dirty.extend(all);
    }

    /// Updates the keys of open documents after a change of the workspace folders.
    pub(super) fn rename_keys(&mut self) {
        for (old, new) in Arc::make_mut(&mut self.now.addresses).rename_keys() {
            let Some(open) = Arc::make_mut(&mut self.now.documents).remove(&old) else { continue };
            let mut names: Vec<_> = open.document.iter().flat_map(Document::defined_names).collect();
            self.now.index.set_open(Arc::clone(&old), None);
            self.hidden.remove(&old);
            self.read_file(&old);
            self.turns.remove(&old);
            self.dirty.remove(&old);
            let mut open = Open::clone(&open);
            self.changes += 1;
            open.set(self.settings_of(&new), self.changes);
            names.extend(
                self.now.index.file(&new).iter().flat_map(|f| f.definitions().iter().map(|d| d.name())),
            );
            self.keep(&new, open);
            self.tell_others(&new);
            self.definitions_changed(&names);
        }
    }

    pub(super) fn close(&mut self, uri: &lsp::Uri) {
        let Some((path, last)) = Arc::make_mut(&mut self.now.addresses).close(uri) else { return };
        let own = Arc::make_mut(&mut self.now.behind).remove(uri.as_str());
        if !last {
            self.close_one(&path, uri, own.is_none());
            return;
        }
        let Some(open) = Arc::make_mut(&mut self.now.documents).remove(&path) else { return };
        test_hooks::point("close");
        self.closed(&path, &open.uri);
        self.note_read(open.text.len());
        let mut names: Vec<_> = open.document.iter().flat_map(Document::defined_names).collect();
        // The definitions of the file are used again.
        let file = self.now.index.file(&path);
        names.extend(file.iter().flat_map(|file| file.definitions().iter().map(|d| d.name())));
        self.changed_elsewhere(&path, Document::depends_on_other_files);
        self.definitions_changed(&names);
        self.detect_surrounded();
        self.update_outside_folders();
    }

    /// Closes one of several URIs of a document. The text of another URI then represents the file.
    fn close_one(&mut self, path: &Arc<Path>, uri: &lsp::Uri, was_in_front: bool) {
        if was_in_front {
            let other = self.now.behind.values().find(|open| *self.now.key(&open.uri) == **path).cloned();
            let Some(other) = other else { return };
            Arc::make_mut(&mut self.now.behind).remove(other.uri.as_str());
            let before = Arc::make_mut(&mut self.now.documents).insert(Arc::clone(path), Arc::clone(&other));
            let defined =
                |open: &Arc<Open>| open.document.iter().flat_map(Document::defined_names).collect::<Vec<_>>();
            let names: Vec<_> = before.iter().chain([&other]).flat_map(defined).collect();
            self.tell_others(path);
            self.definitions_changed(&names);
        }
        self.clear(uri, Vec::new());
    }

    /// Removes the diagnostics that were sent for a URI, except those of tasks.
    fn clear(&self, uri: &lsp::Uri, left: Vec<lsp::Diagnostic>) {
        if self.now.client.pull_diagnostics {
            return;
        }
        let none = lsp::PublishDiagnosticsParams { uri: uri.clone(), diagnostics: left, version: None };
        let (turns, key) = (Arc::clone(&self.turns), self.now.key(uri));
        let opens = self.turns.get(&key).map(|turn| *turn);
        // Unless it is opened again before this is sent.
        self.outgoing.publish(none, move || opens.is_none() && turns.contains_key(&key));
    }

    /// Updates everything after a document was closed.
    fn closed(&mut self, path: &Arc<Path>, uri: &lsp::Uri) {
        self.dirty.remove(path);
        self.hidden.remove(path);
        self.now.index.set_open(Arc::clone(path), None);
        self.turns.remove(path);
        self.refresh = true;
        self.clear(uri, diagnostics::extras(&self.now, path));
        // The file may differ from the last text in the editor.
        self.read_file(path);
    }

    fn read_file(&mut self, path: &Path) {
        if path.is_absolute() {
            self.read_files(vec![path.to_path_buf()]);
        }
    }
}
