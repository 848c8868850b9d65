//! A temporary folder for new documents, for clients that do not open them from the answer.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use agmark_files::SafePath;
use agmark_syntax::NewDocument;
use tempfile::{Builder, TempDir};

/// The folder. It is created when first needed, with access for its owner only, and removed with the server.
#[derive(Default)]
pub struct TemporaryDocuments(Mutex<Option<TempDir>>);

impl TemporaryDocuments {
    /// Writes a document and returns its path. Each document has its own folder, so that names can repeat.
    pub fn write(&self, written: &NewDocument) -> std::io::Result<PathBuf> {
        let mut root = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let root = match &mut *root {
            Some(root) => root,
            none => none.insert(Builder::new().prefix("agmark-").tempdir()?),
        };
        // The name may come from a document.
        let name = Path::new(&written.name).file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let name = if SafePath::new(name).is_ok() { name } else { "agmark.txt" };
        let path = Builder::new().prefix("").tempdir_in(root.path())?.keep().join(name);
        agmark_files::create(&path, &written.text)?;
        Ok(path)
    }

    /// Removes everything that was written.
    pub fn remove(&self) {
        let root = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(Err(error)) = root.map(TempDir::close) {
            tracing::warn!("temporary files cannot be removed: {error}");
        }
    }
}
