//! The folders that agents work in: the path guard, the files, the index.

mod live_index;
mod moment;
mod roots;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use agmark_files::{FileLocation, Missing};
use agmark_syntax::Registry;
use agmark_workspace::files;
use rustc_hash::FxHashMap;

pub use live_index::LiveIndex;
pub use moment::Moment;
pub use roots::RootError;

use crate::documents::{Documents, FormatContext};
use crate::{FilePath, LoadedFile, Options, ToolError};
use roots::Roots;

/// The folders that agents work in. One for the process; all calls share it.
pub struct Workspace {
    pub(crate) options: Options,
    registry: Arc<Registry>,
    roots: Roots,
    documents: Documents,
    index: Arc<LiveIndex>,
    /// One lock for each file that is being changed, so that the calls of this process wait in line.
    writers: Mutex<FxHashMap<Arc<Path>, Arc<Mutex<()>>>>,
}

impl Workspace {
    /// Opens the roots. The files are read on another thread.
    ///
    /// # Errors
    /// If a root is not a folder.
    pub fn open(registry: Arc<Registry>, options: Options) -> Result<Arc<Self>, RootError> {
        let roots = Roots::open(&options.roots)?;
        let index = LiveIndex::start(Arc::clone(&registry), roots.folders().to_vec());
        let (documents, writers) = (Documents::default(), Mutex::default());
        Ok(Arc::new(Self { options, registry, roots, documents, index, writers }))
    }

    /// The index of the files.
    pub(crate) fn live_index(&self) -> &Arc<LiveIndex> {
        &self.index
    }

    pub fn registry(&self) -> &Arc<Registry> {
        &self.registry
    }

    /// The absolute paths of the roots, with links followed.
    pub fn roots(&self) -> &[PathBuf] {
        self.roots.folders()
    }

    /// The index and the settings of this moment. The files may still be being read.
    pub fn moment(&self) -> Arc<Moment> {
        self.index.moment()
    }

    /// The file that an agent names: a path below a root, an absolute path in a root, or an `agmark://file/` or `file://`
    /// URI. The file does not have to exist.
    ///
    /// # Errors
    /// If the path leads out of the roots, also by a link.
    pub fn file_path(&self, written: &str) -> Result<FilePath, ToolError> {
        self.roots.file_path(written)
    }

    /// The path of a file of the index.
    pub fn known_path(&self, absolute: &Path) -> Option<FilePath> {
        self.roots.known_path(absolute)
    }

    /// The place where a file is written. No link on the way is followed.
    pub(crate) fn place(&self, path: &FilePath, missing: Missing) -> Result<FileLocation, ToolError> {
        Ok(self.roots.guard(path.root).place(&path.below, missing)?.0)
    }

    /// The file as it is now. Its document is parsed once.
    ///
    /// # Errors
    /// If it cannot be read, or a link leads out of the roots.
    pub fn load(&self, path: &FilePath) -> Result<Arc<LoadedFile>, ToolError> {
        // A link may have taken the place of a file or folder since the path was checked.
        self.roots.check(path)?;
        let moment = self.moment();
        self.documents.load(path, moment.format_context(path))
    }

    /// The text of a file, without its document.
    ///
    /// # Errors
    /// If it cannot be read, or a link leads out of the roots.
    pub fn read(&self, path: &FilePath) -> Result<String, ToolError> {
        self.roots.check(path)?;
        Ok(files::read(path.absolute())?)
    }

    /// A file with a text that was read now.
    pub(crate) fn load_text(&self, path: &FilePath, text: String) -> Arc<LoadedFile> {
        let moment = self.moment();
        let with: FormatContext<'_> = moment.format_context(path);
        self.documents.of_text(path, text, with)
    }

    /// Reads a file again that was changed.
    pub(crate) fn changed(&self, paths: Vec<PathBuf>) {
        self.index.changed(paths);
    }

    /// The lock of a file that is changed.
    pub(crate) fn writer(&self, path: &FilePath) -> Arc<Mutex<()>> {
        let mut writers = self.writers.lock().unwrap_or_else(PoisonError::into_inner);
        writers.retain(|_, writer| Arc::strong_count(writer) > 1);
        Arc::clone(writers.entry(Arc::clone(path.absolute())).or_default())
    }
}
