//! An open document in the index.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use agmark_syntax::{Document, Summaries, Text};
use rustc_hash::FxHashSet;

use super::described::described_folder;
use super::file::IndexedFile;
use super::file_lists::FileLink;
use super::imports::resolve;

/// An open document or text. It hides the file on disk.
#[derive(Clone)]
pub enum Opened {
    Document(Document),
    /// A text without a format.
    Text(Text),
}

/// An open document. What its names do not give is computed once for each version, when first needed.
pub(super) struct Open {
    pub document: Document,
    analysis: OnceLock<IndexedFile>,
    imports: OnceLock<FxHashSet<PathBuf>>,
    summaries: OnceLock<Summaries>,
}

impl Open {
    pub fn new(document: Document) -> Self {
        Self { document, analysis: OnceLock::new(), imports: OnceLock::new(), summaries: OnceLock::new() }
    }

    pub fn analysis(&self) -> &IndexedFile {
        self.analysis.get_or_init(|| IndexedFile::of(&self.document))
    }

    pub fn summaries(&self) -> &Summaries {
        self.summaries.get_or_init(|| self.document.summaries())
    }

    /// The folder that the document at `path` describes.
    pub fn described<'a>(&self, path: &'a Path) -> Option<&'a Path> {
        described_folder(path, self.document.format().info().describes)
    }

    pub fn imports(&self, path: &Path) -> &FxHashSet<PathBuf> {
        self.imports.get_or_init(|| {
            let chunks = self.document.chunks_with_imports();
            let links = chunks.flat_map(|(start, chunk)| {
                chunk.analysis().links.iter().map(move |link| FileLink::of(link, start))
            });
            resolve(path, links).collect()
        })
    }
}
