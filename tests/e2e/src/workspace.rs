//! A folder with files, for one test.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// A folder that goes away with the test.
pub struct Workspace {
    folder: TempDir,
}

impl Workspace {
    /// A folder with these files, given as (path, text).
    ///
    /// # Panics
    /// When they cannot be written.
    pub fn new(files: &[(&str, &str)]) -> Self {
        let workspace = Self { folder: TempDir::new().expect("a temporary folder") };
        for (name, text) in files {
            workspace.write(name, text);
        }
        workspace
    }

    /// Writes a file, and the folders that it needs.
    ///
    /// # Panics
    /// When that cannot be done.
    pub fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        let folder = path.parent().expect("a file has a folder");
        std::fs::create_dir_all(folder)
            .and_then(|()| std::fs::write(&path, text))
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        self.folder.path()
    }

    /// Where a file is or would be.
    pub fn path(&self, name: &str) -> PathBuf {
        self.root().join(name)
    }

    /// The address of a file, as an editor writes it. Names in tests need no escapes.
    pub fn uri(&self, name: &str) -> String {
        uri(&self.path(name))
    }
}

/// The address of a path.
pub fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}
