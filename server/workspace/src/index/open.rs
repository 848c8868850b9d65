//! Open documents, which hide the files on disk.

use std::path::Path;
use std::sync::Arc;

use agmark_syntax::{ArcStr, Document, Text};

use super::file::IndexedFile;
use super::open_document::{Open, Opened};
use super::{Index, normal_path};
use crate::paths::normal;

impl Index {
    /// Sets or removes the open document at a path, which hides the file on disk.
    pub fn set_open(&mut self, path: Arc<Path>, opened: Option<Opened>) {
        let path = normal_path(path);
        let was_open = self.is_open(&path);
        let is_open = opened.is_some();
        if was_open != is_open {
            self.hide(&path, is_open);
        }
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
            self.open.keys().filter_map(closed).filter(|(_, file)| file.can_be_covered()).collect();
        for (path, file) in hidden {
            self.set_closed(path, Some(file));
        }
    }

    /// The file at a normal path as the index keeps it.
    pub(super) fn kept(&self, path: &Path, file: Arc<IndexedFile>) -> Arc<IndexedFile> {
        if self.open.contains_key(path) && file.can_be_covered() { Arc::new(file.covered()) } else { file }
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
        let mut index = self.clone();
        for (one, other, is_open) in [(self, moment, false), (moment, self, true)] {
            let only = one.open.keys().chain(one.texts.keys()).filter(|path| !other.is_open(path));
            only.for_each(|path| index.hide(path, is_open));
        }
        (index.open, index.texts, index.opened) = (moment.open.clone(), moment.texts.clone(), moment.opened);
        for (path, open) in &self.open {
            index.uncover(path, &open.document);
        }
        index
    }

    /// Notes whether an open document hides the file on disk at a normal path, if there is one.
    fn hide(&mut self, path: &Path, is_hidden: bool) {
        let file = self.numbers.get(path).and_then(|number| self.files.get(number));
        if let Some(analysis) = file.map(|file| Arc::clone(&file.analysis)) {
            self.tables.hide(&analysis, is_hidden);
        }
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

    /// The first `most` global names of a namespace that begin with a word, in each open document that `sees` accepts.
    pub(super) fn open_names<'a>(
        &'a self,
        format: &'a str,
        space: &'static str,
        word: &'a str,
        sees: &'a dyn Fn(&Path) -> bool,
        most: usize,
    ) -> impl Iterator<Item = ArcStr> + 'a {
        let others = self
            .open
            .iter()
            .filter(move |(path, open)| open.document.format().info().name == format && sees(path));
        others.flat_map(move |(_, open)| {
            let all = open.analysis().beginning(space, word).filter(|d| d.global).map(|d| d.text);
            let mut last = None;
            all.filter(move |name| last.replace(*name) != Some(*name)).take(most).map(ArcStr::from)
        })
    }
}
