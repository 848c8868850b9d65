//! A document that an editor has open, as the index sees it.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use agmark_syntax::{Document, Text};
use rustc_hash::FxHashSet;

use super::described::described_folder;
use super::file::IndexedFile;
use super::imports::resolve;

/// What an editor has open at a path. It hides the file on disk.
#[derive(Clone)]
pub enum Opened {
    Document(Document),
    /// A text that is of no format, or no longer of one.
    Text(Text),
}

/// An open document. What is not found by its names is put together when somebody asks, once a version.
pub(super) struct Open {
    pub document: Document,
    analysis: OnceLock<IndexedFile>,
    imports: OnceLock<FxHashSet<PathBuf>>,
}

impl Open {
    pub fn new(document: Document) -> Self {
        Self { document, analysis: OnceLock::new(), imports: OnceLock::new() }
    }

    pub fn analysis(&self) -> &IndexedFile {
        self.analysis.get_or_init(|| IndexedFile::of(&self.document))
    }

    /// The folder that the document, which is at `path`, describes.
    pub fn described<'a>(&self, path: &'a Path) -> Option<&'a Path> {
        described_folder(path, self.document.format().info().describes)
    }

    pub fn imports(&self, path: &Path) -> &FxHashSet<PathBuf> {
        self.imports.get_or_init(|| {
            let links = self.document.chunks().iter().flat_map(|(_, chunk)| &chunk.analysis().links);
            resolve(path, links).collect()
        })
    }
}
