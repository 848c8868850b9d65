//! The error of a write.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::{Foreign, PathError};

/// The error of a write. Each message says what to do; the file is then as it was.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    #[error("{}: the folder does not exist: create it first", show(path))]
    NoFolder { path: PathBuf },
    #[error("{}: file does not exist: check the spelling and the folder", show(path))]
    NotFound { path: PathBuf },
    #[error("{}: not a regular file: name a file", show(path))]
    NotRegular { path: PathBuf },
    #[error("{}: this is the name of a folder: name a file", show(path))]
    Folder { path: PathBuf },
    #[error("{}: permission denied: make the file and its folder writable", show(path))]
    Permission { path: PathBuf },
    #[error("{}: links that lead in a circle: remove one", show(path))]
    Circle { path: PathBuf },
    #[error(
        "{}: \"{}\" is a link, and links are not followed here: name the file itself",
        show(path),
        Foreign(link)
    )]
    Link { path: PathBuf, link: String },
    #[error("{}: the file exists: remove it first or choose another name", show(path))]
    Exists { path: PathBuf },
    #[error(
        "{}: the file changed while it was being processed, and nothing was written to it: run again",
        show(path)
    )]
    Changed { path: PathBuf },
    #[error(
        "{}: no space left on the disk, and the file is unchanged: free some space and run again",
        show(path)
    )]
    Full { path: PathBuf },
    #[error("{}: the file is larger than {limit} bytes: split it", show(path))]
    TooLarge { path: PathBuf, limit: usize },
    #[error(transparent)]
    Path(#[from] PathError),
    #[error("{}: writing failed, and the file is unchanged: {}", show(path), Foreign(source))]
    Other { path: PathBuf, source: io::Error },
}

fn show(path: &Path) -> Foreign<std::path::Display<'_>> {
    Foreign(path.display())
}

impl FileError {
    pub(crate) fn from_io(path: &Path, source: io::Error) -> Self {
        let path = path.to_owned();
        match source.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => Self::NoFolder { path },
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => Self::Permission { path },
            ErrorKind::IsADirectory => Self::NotRegular { path },
            ErrorKind::AlreadyExists => Self::Exists { path },
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Self::Full { path },
            _ => Self::Other { path, source },
        }
    }
}

impl From<FileError> for io::Error {
    fn from(error: FileError) -> Self {
        Self::other(error)
    }
}
