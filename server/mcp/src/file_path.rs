//! A file that an agent named, after the path guard.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use agmark_files::SafePath;

/// The path of a file in one of the roots. Only [`crate::Workspace::file_path`] makes them.
#[derive(Clone, Debug)]
pub struct FilePath {
    absolute: Arc<Path>,
    /// The number of its root.
    pub(crate) root: usize,
    /// The path below its root.
    pub(crate) below: SafePath,
    shown: Arc<str>,
    /// The name of a document that is not a file. The path is only for its format and its settings then.
    remote: Option<Arc<str>>,
}

impl FilePath {
    pub(crate) fn new(absolute: Arc<Path>, root: usize, below: SafePath, shown: Arc<str>) -> Self {
        Self { absolute, root, below, shown, remote: None }
    }

    /// The same path as the address of a document that is not a file.
    pub(crate) fn of_remote(self, scheme: &str, name: &str) -> Self {
        let shown = format!("{scheme}//{name}");
        Self { shown: shown.into(), remote: Some(name.into()), ..self }
    }

    /// The name of a document that is not a file.
    pub fn remote_name(&self) -> Option<&str> {
        self.remote.as_deref()
    }

    /// Whether there is a file. A document that is not a file may exist.
    pub fn exists(&self) -> bool {
        self.remote.is_some() || self.absolute.exists()
    }

    /// The absolute path, for the index.
    pub fn absolute(&self) -> &Arc<Path> {
        &self.absolute
    }

    /// The path as answers show it: below the root, with `/`; absolute if there are several roots.
    pub fn shown(&self) -> &str {
        &self.shown
    }
}

impl fmt::Display for FilePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl PartialEq for FilePath {
    fn eq(&self, other: &Self) -> bool {
        self.absolute == other.absolute
    }
}

impl Eq for FilePath {}
