//! The folders that agents work in: the path guard, the files, the index.

mod followed;
mod live_index;
mod moment;
mod roots;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use agmark_files::{FileChange, FileLocation, Missing};
use agmark_syntax::Registry;
use agmark_workspace::files;
use rustc_hash::FxHashMap;

pub use followed::Followed;
pub use live_index::LiveIndex;
pub use moment::Moment;
pub use roots::{RootError, percent_decoded};

use crate::documents::{Documents, FormatContext};
use crate::{FilePath, FileReplacement, LoadedFile, Options, RemoteDocuments, ToolError, remote};
use followed::FollowedDocuments;
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
    /// The place of documents that are not files.
    remote: OnceLock<Arc<dyn RemoteDocuments>>,
    followed: FollowedDocuments,
}

impl Workspace {
    /// Opens the roots. The files are read on another thread.
    ///
    /// # Errors
    /// If a root is not a folder.
    pub fn open(registry: Arc<Registry>, options: Options) -> Result<Arc<Self>, RootError> {
        let roots = Roots::open(&options.roots)?;
        let index = LiveIndex::start(Arc::clone(&registry), roots.folders().to_vec());
        let (documents, writers, remote) = (Documents::default(), Mutex::default(), OnceLock::new());
        let followed = FollowedDocuments::default();
        Ok(Arc::new(Self { options, registry, roots, documents, index, writers, remote, followed }))
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
        if let Some(remote) = self.remote.get()
            && let Some(name) = remote::name(written, remote.scheme())
        {
            return self.remote_path(&**remote, name);
        }
        self.roots.file_path(written)
    }

    /// The start of the addresses of documents that are not files; `None` if a person did not allow them.
    pub fn remote_scheme(&self) -> Option<&'static str> {
        self.remote.get().filter(|remote| remote.is_allowed()).map(|remote| remote.scheme())
    }

    /// Announces changes of a document that is not a file, while the value lives; `None` for a file.
    pub(crate) fn follow(&self, path: &FilePath) -> Option<Arc<Followed>> {
        self.followed.follow(&**self.remote.get()?, &self.index, path)
    }

    /// The settings of the first root apply. The format is that of files with the same extension.
    fn remote_path(&self, remote: &dyn RemoteDocuments, name: &str) -> Result<FilePath, ToolError> {
        let scheme = remote.scheme();
        if name.is_empty() {
            return Err(ToolError::new("the address has no name", format_args!("write {scheme}//NAME")));
        }
        let file_name = format!("{}.{}", remote::file_name(name), remote.extension());
        let path = self.roots().first().map(|root| root.join("remote").join(file_name));
        let path = path.and_then(|path| self.known_path(&path));
        Ok(path.ok_or_else(|| ToolError::message("invalid address"))?.of_remote(scheme, name))
    }

    /// Serves documents that are not files.
    pub fn serve_remote(&self, documents: Arc<dyn RemoteDocuments>) {
        // Only the first call counts.
        let _ = self.remote.set(documents);
    }

    /// Serves the documents that are not files of another workspace.
    pub(crate) fn serve_remote_of(&self, other: &Self) {
        if let Some(remote) = other.remote.get() {
            self.serve_remote(Arc::clone(remote));
        }
    }

    /// The place of documents that are not files.
    ///
    /// # Errors
    /// If there is none.
    pub fn remote(&self) -> Result<&dyn RemoteDocuments, ToolError> {
        let remote = self.remote.get().map(|remote| &**remote);
        remote.ok_or_else(|| ToolError::message("internal error: there are no remote documents"))
    }

    /// The path of a file of the index.
    pub fn known_path(&self, absolute: &Path) -> Option<FilePath> {
        self.roots.known_path(absolute)
    }

    /// Whether an absolute path is in a root, also with links followed.
    pub fn may_read(&self, absolute: &Path) -> bool {
        absolute.to_str().is_some_and(|path| self.roots.file_path(path).is_ok())
    }

    /// The place where a file is written. No link on the way is followed.
    pub(crate) fn place(&self, path: &FilePath, missing: Missing) -> Result<FileLocation, ToolError> {
        if path.remote_name().is_some() {
            let next = "name a file below a root, or change the document with `edit`";
            return Err(ToolError::new(format_args!("{path} is not a file"), next));
        }
        Ok(self.roots.guard(path.root).place(&path.below, missing)?.0)
    }

    /// The same as the crate `files` takes it.
    pub(crate) fn file_change<'a>(&'a self, file: &'a FileReplacement) -> FileChange<'a> {
        FileChange {
            root: self.roots.guard(file.path.root),
            path: file.path.below.clone(),
            before: file.before.as_deref(),
            after: file.after.as_deref(),
            like: file.like.as_ref().map(|like| like.below.clone()),
        }
    }

    /// The file as it is now. Its document is parsed once.
    ///
    /// # Errors
    /// If it cannot be read, or a link leads out of the roots.
    pub fn load(&self, path: &FilePath) -> Result<Arc<LoadedFile>, ToolError> {
        if let Some(name) = path.remote_name() {
            let file = self.load_text(path, self.remote()?.read(name)?);
            self.documents.keep_remote(self.moment().format_context(path), &file);
            return Ok(file);
        }
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
        if let Some(name) = path.remote_name() {
            return self.remote()?.read(name);
        }
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
