//! Reads files. All reading of files that a person or a document names goes through this module.

use std::fmt;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use crate::Foreign;

/// Why a file cannot be read. Each message says what to do.
#[derive(Debug)]
pub enum ReadError {
    NotFound {
        path: PathBuf,
    },
    NotRegular {
        path: PathBuf,
    },
    Permission {
        path: PathBuf,
    },
    TooLarge {
        path: PathBuf,
        limit: usize,
    },
    /// `offset` is the first byte that is not part of a character.
    NotUtf8 {
        path: PathBuf,
        offset: usize,
    },
    Other {
        path: PathBuf,
        source: io::Error,
    },
}

impl ReadError {
    fn from_io(path: &Path, source: io::Error) -> Self {
        let path = path.to_owned();
        match source.kind() {
            // `NotADirectory`: the path continues after a file.
            ErrorKind::NotFound | ErrorKind::NotADirectory => Self::NotFound { path },
            ErrorKind::PermissionDenied => Self::Permission { path },
            ErrorKind::IsADirectory => Self::NotRegular { path },
            _ => Self::Other { path, source },
        }
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        match self {
            Self::NotFound { path }
            | Self::NotRegular { path }
            | Self::Permission { path }
            | Self::TooLarge { path, .. }
            | Self::NotUtf8 { path, .. }
            | Self::Other { path, .. } => path,
        }
    }

    /// The message without the path.
    pub fn reason(&self) -> String {
        match self {
            Self::NotFound { .. } => "file does not exist: check the spelling and the folder".to_owned(),
            Self::NotRegular { .. } => "not a regular file: name a file or folder".to_owned(),
            Self::Permission { .. } => "permission denied: make the file readable".to_owned(),
            Self::TooLarge { limit, .. } => format!("larger than {} MiB: split the file", limit >> 20),
            Self::NotUtf8 { offset, .. } => {
                format!("not UTF-8 from byte {offset} on: save the file as UTF-8")
            }
            Self::Other { source, .. } => format!("reading failed: {source}"),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", Foreign(self.path().display()), Foreign(self.reason()))
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Other { source, .. } => Some(source),
            _ => None,
        }
    }
}

/// The text of a file of at most `limit` bytes.
///
/// # Errors
/// If the file does not exist, is not a regular file, cannot be read, is larger or is not UTF-8.
pub fn read_text(path: &Path, limit: usize) -> Result<String, ReadError> {
    String::from_utf8(read_bytes(path, limit)?).map_err(|e| {
        let offset = e.utf8_error().valid_up_to();
        ReadError::NotUtf8 { path: path.to_owned(), offset }
    })
}

/// The bytes of a file of at most `limit` bytes.
///
/// # Errors
/// As [`read_text`], except for the encoding.
pub fn read_bytes(path: &Path, limit: usize) -> Result<Vec<u8>, ReadError> {
    let fail = |e| ReadError::from_io(path, e);
    let (file, size) = open_regular(path)?;
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    let too_large = || ReadError::TooLarge { path: path.to_owned(), limit };
    if size > limit {
        return Err(too_large());
    }
    // One more byte, so that the end is found without another allocation. The file may also have grown.
    let mut bytes = Vec::with_capacity(size + 1);
    file.take(limit as u64 + 1).read_to_end(&mut bytes).map_err(fail)?;
    if bytes.len() > limit {
        return Err(too_large());
    }
    Ok(bytes)
}

/// Opens a regular file for reading and returns its size in bytes. Pipes, devices and sockets are never opened, not even
/// if one replaces the file between the check and the opening.
///
/// # Errors
/// If the file does not exist, is not a regular file or cannot be read.
pub fn open_regular(path: &Path) -> Result<(File, u64), ReadError> {
    let fail = |e| ReadError::from_io(path, e);
    let not_regular = || ReadError::NotRegular { path: path.to_owned() };
    // Before opening, because opening a device can have an effect.
    if !std::fs::metadata(path).map_err(fail)?.is_file() {
        return Err(not_regular());
    }
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        // Without this, opening a pipe waits for a writer. It has no effect on a regular file.
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    }
    let file = options.open(path).map_err(fail)?;
    let about = file.metadata().map_err(fail)?;
    if !about.is_file() {
        return Err(not_regular());
    }
    Ok((file, about.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_any_text_up_to_the_limit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.toy");
        for text in ["", "a\r\nb\0 é東🎉"] {
            std::fs::write(&path, text).unwrap();
            assert_eq!(read_text(&path, text.len()).unwrap(), text);
        }
    }

    #[test]
    fn each_error_says_what_to_do() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.toy");
        let say = |limit| {
            let error = read_text(&path, limit).unwrap_err();
            assert_eq!(error.path(), path);
            error.to_string().replace(path.to_str().unwrap(), "x")
        };
        assert_eq!(say(9), "x: file does not exist: check the spelling and the folder");
        std::fs::create_dir(&path).unwrap();
        assert_eq!(say(9), "x: not a regular file: name a file or folder");
        std::fs::remove_dir(&path).unwrap();
        std::fs::write(&path, b"abc\xffd").unwrap();
        assert_eq!(say(9), "x: not UTF-8 from byte 3 on: save the file as UTF-8");
        assert_eq!(say(4), "x: larger than 0 MiB: split the file");
    }

    #[test]
    fn a_path_below_a_file_does_not_exist() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("x"), "").unwrap();
        assert!(matches!(read_text(&folder.path().join("x/y"), 9), Err(ReadError::NotFound { .. })));
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_not_opened() {
        assert!(matches!(read_text(Path::new("/dev/zero"), 9), Err(ReadError::NotRegular { .. })));
    }
}
