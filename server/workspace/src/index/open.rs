//! Open documents, which hide the files on disk.

use std::path::Path;
use std::sync::Arc;

use agmark_syntax::{Document, Text};

use super::open_document::{Open, Opened};
use super::{Index, normal_path, shared};
use crate::paths::normal;

impl Index {
    /// Sets or removes the open document at a path, which hides the file on disk.
    pub fn set_open(&mut self, path: Arc<Path>, opened: Option<Opened>) {
        let path = normal_path(path);
        let was_open = self.is_open(&path);
        let is_open = opened.is_some();
        self.open.remove(&path);
        self.texts.remove(&path);
        match opened {
            Some(Opened::Document(document)) => {
                let open = Open::new(document);
                self.open.insert(path, Arc::new(open));
            }
            Some(Opened::Text(text)) => drop(self.texts.insert(path, text)),
            None => {}
        }
        self.opened += u64::from(was_open != is_open);
    }

    /// Whether a document is open at a normal path, so that the file on disk is hidden.
    pub(super) fn is_open(&self, path: &Path) -> bool {
        self.open.contains_key(path) || self.texts.contains_key(path)
    }

    /// This index with the open documents of `moment`, an earlier index.
    #[must_use]
    pub fn with_open_of(&self, moment: &Self) -> Self {
        let (open, texts) = (moment.open.clone(), moment.texts.clone());
        Self { open, texts, opened: moment.opened, ..self.clone() }
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
