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
}

impl FilePath {
    pub(crate) fn new(absolute: Arc<Path>, root: usize, below: SafePath, shown: Arc<str>) -> Self {
        Self { absolute, root, below, shown }
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
