//! Reading a file.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use agmark_files::Foreign;
use agmark_syntax::text::MAX_BYTES;

/// The largest file that is read to be indexed, in bytes.
pub const MAX_INDEXED: usize = 64 << 20;

/// Why a file could not be read. Each message says what to do.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error("{}: there is no such file: check the spelling and the folder", Foreign(path.display()))]
    NotFound { path: PathBuf },
    #[error("{}: no regular file: name a file, or the folder around it", Foreign(path.display()))]
    NotRegular { path: PathBuf },
    #[error("{}: must not be read: give yourself the permission to", Foreign(path.display()))]
    Permission { path: PathBuf },
    #[error("{}: more than {} MiB: split the file", Foreign(path.display()), limit >> 20)]
    TooLarge { path: PathBuf, limit: usize },
    /// The byte at `offset` belongs to no character.
    #[error("{}: not UTF-8 from byte {offset} on: save the file as UTF-8", Foreign(path.display()))]
    NotUtf8 { path: PathBuf, offset: usize },
    #[error("{}: reading failed: {source}", Foreign(path.display()))]
    Other { path: PathBuf, source: std::io::Error },
}

/// The text of a file of at most [`MAX_BYTES`].
///
/// # Errors
/// When there is no such file, when it is none with a text, or when it cannot be read.
pub fn read(path: &Path) -> Result<String, ReadError> {
    read_at_most(path, MAX_BYTES)
}

/// The text of a file of at most `limit` bytes.
///
/// # Errors
/// As [`read`].
pub fn read_at_most(path: &Path, limit: usize) -> Result<String, ReadError> {
    String::from_utf8(read_bytes(path, limit)?).map_err(|e| {
        let offset = e.utf8_error().valid_up_to();
        ReadError::NotUtf8 { path: path.to_owned(), offset }
    })
}

/// The bytes of a file of at most `limit` bytes. Everything that reads a file of a workspace comes through here.
///
/// # Errors
/// As [`read`], but for the encoding.
pub fn read_bytes(path: &Path, limit: usize) -> Result<Vec<u8>, ReadError> {
    let fail = |e| ReadError::from_io(path, e);
    let (file, size) = open(path)?;
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    let too_large = || ReadError::TooLarge { path: path.to_owned(), limit };
    if size > limit {
        return Err(too_large());
    }
    // One byte more, so that the end is seen without another allocation; and the file may have grown.
    let mut bytes = Vec::with_capacity(size + 1);
    file.take(limit as u64 + 1).read_to_end(&mut bytes).map_err(fail)?;
    if bytes.len() > limit {
        return Err(too_large());
    }
    Ok(bytes)
}

/// Opens a regular file for reading; gives its size too. Pipes, devices and sockets are never opened: not even
/// when one takes the place of a file between two looks.
///
/// # Errors
/// When there is no such file, when it is not a regular one, or when it must not be read.
pub fn open(path: &Path) -> Result<(File, u64), ReadError> {
    let fail = |e| ReadError::from_io(path, e);
    let not_regular = || ReadError::NotRegular { path: path.to_owned() };
    // Asked first: opening alone may have an effect on a device.
    if !std::fs::metadata(path).map_err(fail)?.is_file() {
        return Err(not_regular());
    }
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        // Opening a pipe waits for a writer without this; it means nothing for a regular file.
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    }
    let file = options.open(path).map_err(fail)?;
    let about = file.metadata().map_err(fail)?;
    if !about.is_file() {
        return Err(not_regular());
    }
    Ok((file, about.len()))
}

impl ReadError {
    fn from_io(path: &Path, source: std::io::Error) -> Self {
        let path = path.to_owned();
        match source.kind() {
            // A file where a folder should be: there is nothing below it.
            ErrorKind::NotFound | ErrorKind::NotADirectory => Self::NotFound { path },
            ErrorKind::PermissionDenied => Self::Permission { path },
            ErrorKind::IsADirectory => Self::NotRegular { path },
            _ => Self::Other { path, source },
        }
    }

    /// The file that was to be read.
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_read_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.toy");
        for text in ["", "a\r\nb\0 é東🎉"] {
            std::fs::write(&path, text).unwrap();
            assert_eq!(read(&path).unwrap(), text);
            assert_eq!(read_at_most(&path, text.len()).unwrap(), text);
        }
    }

    #[test]
    fn each_error_has_its_words() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.toy");
        let say = |limit| {
            let error = read_at_most(&path, limit).unwrap_err();
            assert_eq!(error.path(), path);
            error.to_string().replace(path.to_str().unwrap(), "x")
        };
        assert_eq!(say(9), "x: there is no such file: check the spelling and the folder");
        std::fs::create_dir(&path).unwrap();
        assert_eq!(say(9), "x: no regular file: name a file, or the folder around it");
        std::fs::remove_dir(&path).unwrap();
        std::fs::write(&path, b"abc\xffd").unwrap();
        assert_eq!(say(9), "x: not UTF-8 from byte 3 on: save the file as UTF-8");
        assert_eq!(say(4), "x: more than 0 MiB: split the file");
    }

    #[test]
    fn nothing_is_below_a_file() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("x"), "").unwrap();
        assert!(matches!(read(&folder.path().join("x/y")), Err(ReadError::NotFound { .. })));
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_or_device_is_not_waited_for() {
        assert!(matches!(read(Path::new("/dev/zero")), Err(ReadError::NotRegular { .. })));
    }
}
