//! The workspace at one moment.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use agmark_syntax::diagnostics::diagnose;
use agmark_syntax::{AnyFormat, Diagnostic, Document, Registry};
use agmark_workspace::{ConfigError, Configs, Disk, Formats, Index, View};

use crate::documents::FormatContext;
use crate::{FilePath, LoadedFile};

/// The index and the settings of one moment. It never changes.
#[derive(Clone)]
pub struct Moment {
    pub index: Index,
    pub formats: Formats,
    pub configs: Arc<Configs>,
    pub disk: Arc<Disk>,
    /// Whether all files have been read.
    pub complete: bool,
    /// A number that changes with the index.
    pub generation: u64,
    /// A number that changes with the settings.
    settings: u64,
}

impl Moment {
    pub fn new(registry: &Arc<Registry>, roots: &[PathBuf], settings: u64) -> Self {
        let configs = Arc::new(Configs::new(Arc::clone(registry)));
        let formats = Formats::new(Arc::clone(registry), Arc::clone(&configs));
        let disk = Arc::new(Disk::new(formats.clone(), roots));
        Self { index: Index::default(), formats, configs, disk, complete: false, generation: 0, settings }
    }

    /// The same index with settings that are read again.
    pub(super) fn with_new_settings(&self, registry: &Arc<Registry>, roots: &[PathBuf]) -> Self {
        let new = Self::new(registry, roots, self.settings + 1);
        Self { index: self.index.clone(), complete: self.complete, generation: self.generation + 1, ..new }
    }

    pub(crate) fn format_context(&self, path: &FilePath) -> FormatContext<'_> {
        FormatContext {
            formats: &self.formats,
            surroundings: self.index.surroundings(path.absolute()),
            settings: self.settings,
        }
    }

    /// The other files, seen from a file.
    pub fn view<'a>(&'a self, path: &'a Path, format: &'a dyn AnyFormat) -> View<'a> {
        let view = View::new(&self.index, Some(path), format.info().name).on(&self.disk);
        if self.complete { view } else { view.incomplete() }
    }

    /// The diagnostics of a file, with their fixes.
    ///
    /// # Errors
    /// If its `agmark.toml` is invalid.
    pub fn findings(&self, file: &LoadedFile) -> Result<Vec<Diagnostic>, ConfigError> {
        match &file.document {
            Some(document) => self.findings_of(&file.path, document),
            None => Ok(Vec::new()),
        }
    }

    /// The diagnostics of a document as the file at `path`, with their fixes.
    ///
    /// # Errors
    /// If its `agmark.toml` is invalid.
    pub fn findings_of(&self, path: &FilePath, document: &Document) -> Result<Vec<Diagnostic>, ConfigError> {
        let settings = self.configs.nearest(path.absolute())?.settings(path.absolute());
        let format = document.format();
        let view = self.view(path.absolute(), &**format);
        let mut found = diagnose(document, &view, &settings);
        format.add_fixes(document, &view, &mut found);
        Ok(found)
    }
}
