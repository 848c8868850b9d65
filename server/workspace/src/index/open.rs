//! Open documents, which hide the files on disk.

use std::path::Path;
use std::sync::Arc;

use agmark_syntax::{Document, Text};

use super::file::IndexedFile;
use super::open_document::{Open, Opened};
use super::{Index, normal_path, shared};
use crate::paths::normal;

impl Index {
    /// Sets or removes the open document at a path, which hides the file on disk.
    pub fn set_open(&mut self, path: Arc<Path>, opened: Option<Opened>) {
        let path = normal_path(path);
        let was_open = self.is_open(&path);
        let is_open = opened.is_some();
        let before = self.open.remove(&path);
        self.texts.remove(&path);
        match opened {
            Some(Opened::Document(document)) => {
                let open = Open::new(document);
                self.open.insert(Arc::clone(&path), Arc::new(open));
            }
            Some(Opened::Text(text)) => drop(self.texts.insert(Arc::clone(&path), text)),
            None => {}
        }
        self.opened += u64::from(was_open != is_open);
        if let Some(before) = before {
            self.uncover(&path, &before.document);
        }
    }

    /// Forgets what open documents hide of their files. They keep the same themselves.
    pub fn cover(&mut self) {
        let closed = |path: &Arc<Path>| Some((Arc::clone(path), Arc::clone(self.on_disk_at(path)?)));
        let hidden: Vec<_> =
            self.open.keys().filter_map(closed).filter(|(_, file)| !file.is_covered()).collect();
        for (path, file) in hidden {
            self.set_closed(path, Some(file));
        }
    }

    /// The file at a normal path as the index keeps it.
    pub(super) fn kept(&self, path: &Path, file: Arc<IndexedFile>) -> Arc<IndexedFile> {
        if self.open.contains_key(path) && !file.is_covered() { Arc::new(file.covered()) } else { file }
    }

    /// Takes the last text of a document that hides its file no longer for the text of the file, until it is read again.
    fn uncover(&mut self, path: &Arc<Path>, document: &Document) {
        if !self.open.contains_key(path) && self.on_disk_at(path).is_some_and(|file| file.is_covered()) {
            self.set_closed(Arc::clone(path), Some(Arc::new(IndexedFile::of(document))));
        }
    }

    fn on_disk_at(&self, path: &Path) -> Option<&Arc<IndexedFile>> {
        Some(&self.files.get(self.numbers.get(path)?)?.analysis)
    }

    /// Whether a document is open at a normal path, so that the file on disk is hidden.
    pub(super) fn is_open(&self, path: &Path) -> bool {
        self.open.contains_key(path) || self.texts.contains_key(path)
    }

    /// This index with the open documents of `moment`, an earlier index.
    #[must_use]
    pub fn with_open_of(&self, moment: &Self) -> Self {
        let (open, texts) = (moment.open.clone(), moment.texts.clone());
        let mut index = Self { open, texts, opened: moment.opened, ..self.clone() };
        for (path, open) in &self.open {
            index.uncover(path, &open.document);
        }
        index
    }

    /// A number that changes when documents are opened or closed.
    pub fn opened(&self) -> u64 {
        self.opened
    }

    /// The open document at `path`.
    pub fn open(&self, path: &Path) -> Option<&Document> {
        self.open.get(&*normal(path)).map(|open| &open.document)
    }

    /// The open text at `path`, with or without a format.
    pub fn open_text(&self, path: &Path) -> Option<&Text> {
        let path = &*normal(path);
        self.open.get(path).map(|open| open.document.text()).or_else(|| self.texts.get(path))
    }

    /// The global names of open documents without the one at `except`, sorted.
    pub(super) fn open_names(&self, format: &str, space: &str, except: Option<&Path>) -> Vec<Arc<str>> {
        let except = except.map(normal);
        let others = self.open.iter().filter(|(path, open)| {
            open.document.format().info().name == format && except.as_deref() != Some(&***path)
        });
        let names = others.flat_map(|(_, open)| shared(open.analysis(), format, space));
        let mut names: Vec<_> = names.map(|name| Arc::clone(&name.text)).collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}
