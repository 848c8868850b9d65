//! Open documents: how they come, change and go.
//!
//! A text is changed first, outside of what can fail. What follows from it (what a document says, the index, whose
//! diagnostics are due) can be made again from the texts.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use agmark_syntax::{Candidate, Document, Format, Name, Settings, Splice, Text, WholeText};
use lsp_types as lsp;

use super::Session;
use crate::features::diagnostics;
use crate::snapshot::{Open, out_of_step};
use crate::workspace_state as workspace;
use crate::{faults, from_proto, paths};

impl Session {
    pub(super) fn open(&mut self, item: lsp::TextDocumentItem) {
        let path = paths::key(&item.uri);
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
        };
        let before = self.now.index.file(&path);
        let mut names: Vec<_> =
            before.iter().flat_map(|f| f.definitions.iter().map(|d| d.name.clone())).collect();
        self.detect_again(&path, &mut open, &mut names);
        self.keep(&path, open);
        faults::point("open");
        self.report_configuration(&path);
        self.tell_others(&path);
        self.defined_anew(&names);
    }

    pub(super) fn change(&mut self, params: lsp::DidChangeTextDocumentParams) {
        let path = paths::key(&params.text_document.uri);
        let Some(open) = self.now.documents.get(&path) else {
            tracing::warn!("a change of a document that is not open: {}", params.text_document.uri.as_str());
            return;
        };
        let mut open = Open::clone(open);
        open.version = params.text_document.version;
        let mut names = Vec::new();
        let mut changes = params.content_changes.into_iter();
        let changed = catch_unwind(AssertUnwindSafe(|| {
            faults::point("text");
            changes.by_ref().for_each(|change| self.apply(&mut open, change, &mut names));
        }));
        if changed.is_err() {
            return self.lost(Some(&params.text_document.uri));
        }
        if !open.lost {
            self.detect_again(&path, &mut open, &mut names);
        }
        self.changes += 1;
        open.state = self.changes;
        self.keep(&path, open);
        faults::point("change");
        self.tell_others(&path);
        self.defined_anew(&names);
    }

    /// Applies one change to a text and what is known of it.
    fn apply(&self, open: &mut Open, change: lsp::TextDocumentContentChangeEvent, names: &mut Vec<Name>) {
        let splice = match change.range {
            // Nobody knows where this is in the text that the editor has.
            Some(_) if open.lost => return,
            Some(range) => {
                let span = (from_proto::position(range.start), from_proto::position(range.end));
                Splice::from_positions(&open.text, span, change.text, self.now.encoding())
            }
            None => {
                open.lost = false;
                Splice::whole(&open.text, &change.text)
            }
        };
        match &mut open.document {
            Some(document) => {
                names.extend(document.edit(&splice));
                open.text = document.text().clone();
            }
            None => {
                open.text.replace(splice.start..splice.end, &splice.text);
            }
        }
    }

    /// A message could not be read that may have changed this document, or any: the editor has another text now.
    pub(super) fn lost(&mut self, uri: Option<&lsp::Uri>) {
        let paths: Vec<_> = match uri {
            Some(uri) => vec![paths::key(uri)],
            None => self.now.documents.keys().cloned().collect(),
        };
        for path in paths {
            let Some(open) = self.now.documents.get(&path).filter(|open| !open.lost) else { continue };
            self.outgoing.show(lsp::MessageType::ERROR, out_of_step(&path));
            let names: Vec<_> = open.document.iter().flat_map(Document::defined_names).collect();
            self.changes += 1;
            let open = Open { document: None, lost: true, state: self.changes, ..Open::clone(open) };
            self.keep(&path, open);
            self.tell_others(&path);
            self.defined_anew(&names);
        }
    }

    /// A text may become of a format, or stop being of it, while it is written.
    fn detect_again(&self, path: &Arc<Path>, open: &mut Open, names: &mut Vec<Name>) {
        let format = self.detect(path, &open.language, &open.text);
        let is = open.document.as_ref().map(|d| d.format().title());
        if format.as_ref().map(|f| f.title()) == is {
            return;
        }
        names.extend(open.document.iter().flat_map(Document::defined_names));
        open.document = format.map(|format| Document::new(format, &open.text.to_string()));
        names.extend(open.document.iter().flat_map(Document::defined_names));
    }

    /// The format of a text; none, too, when a format fails on the look inside.
    fn detect(&self, path: &Path, language: &str, text: &dyn WholeText) -> Option<Arc<dyn Format>> {
        let imported = self.now.index.imported(path);
        let candidate = Candidate { path: Some(path), language: Some(language), text, imported };
        let detected = catch_unwind(AssertUnwindSafe(|| self.now.registry.detect(&candidate)));
        detected.unwrap_or_else(|_| {
            tracing::error!("the format of {} could not be told because of a fault", path.display());
            None
        })
    }

    /// Keeps a document: the one step after which the session has its text.
    fn keep(&mut self, path: &Arc<Path>, open: Open) {
        Arc::make_mut(&mut self.now.documents).insert(Arc::clone(path), Arc::new(open));
    }

    /// What is set for a file; when that cannot be told because of a fault, what is set for all.
    fn settings_of(&self, path: &Path) -> Arc<Settings> {
        Arc::new(catch_unwind(AssertUnwindSafe(|| self.now.settings(path))).unwrap_or_default())
    }

    /// What follows from a document as it is kept now.
    fn tell_others(&mut self, path: &Arc<Path>) {
        self.turn(path);
        self.dirty.insert(Arc::clone(path));
        let document = self.now.documents.get(path).and_then(|open| open.document.clone());
        self.now.index.set_open(Arc::clone(path), document);
        faults::point("index");
        self.changed_elsewhere(path, Document::is_judged);
    }

    /// Makes again what follows from the documents, after a fault.
    pub(super) fn derive_again(&mut self) {
        self.now.generation += 1;
        self.refresh = true;
        let all: Vec<_> = self.now.documents.keys().cloned().collect();
        for path in &all {
            let settings = self.settings_of(path);
            self.changes += 1;
            let state = self.changes;
            if let Some(open) = Arc::make_mut(&mut self.now.documents).get_mut(path) {
                let open = Arc::make_mut(open);
                (open.settings, open.state) = (settings, state);
            }
            self.tell_others(path);
        }
        let mut gone: Vec<_> = self.turns.iter().map(|turn| Arc::clone(turn.key())).collect();
        gone.retain(|path| !self.now.documents.contains_key(path));
        for path in gone {
            match self.now.uri(&path) {
                Some(uri) => self.closed(&path, &uri),
                None => self.now.index.set_open(path, None),
            }
        }
        self.dirty.extend(all);
    }

    pub(super) fn close(&mut self, uri: &lsp::Uri) {
        let path = paths::key(uri);
        let Some(open) = Arc::make_mut(&mut self.now.documents).remove(&path) else { return };
        faults::point("close");
        self.closed(&path, &open.uri);
        let names: Vec<_> = open.document.iter().flat_map(Document::defined_names).collect();
        self.defined_anew(&names);
    }

    /// What follows from a document that is not open any more.
    fn closed(&mut self, path: &Arc<Path>, uri: &lsp::Uri) {
        self.dirty.remove(path);
        self.now.index.set_open(Arc::clone(path), None);
        self.turns.remove(path);
        if !self.now.client.pull_diagnostics {
            let diagnostics = diagnostics::extras(&self.now, path);
            let none = lsp::PublishDiagnosticsParams { uri: uri.clone(), diagnostics, version: None };
            let (turns, key) = (Arc::clone(&self.turns), Arc::clone(path));
            self.outgoing.publish(none, move || turns.contains_key(&key));
        }
        // What counts from now on is the file, which may differ from what was last seen in the editor.
        if path.is_absolute() && self.in_workspace(path) {
            workspace::refresh(self.now.clone(), vec![path.to_path_buf()], &self.outgoing, &self.mailbox);
        }
    }
}
