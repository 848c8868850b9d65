//! Writes files that a person named.

use std::fs;
use std::io::{self, Read, Seek, Write};
use std::path::Path;

use crate::FileError;
use crate::file_location::{Before, FileLocation, Rights};

/// Writes a file that a person named, with any previous content.
///
/// # Errors
/// As [`FileLocation::write`].
pub fn write(path: &Path, text: impl AsRef<[u8]>) -> Result<(), FileError> {
    FileLocation::named(path)?.write(Before::Anything, Rights::Usual, text.as_ref())
}

/// Like [`write`] for a content that is written in pieces.
///
/// # Errors
/// As [`FileLocation::write_with`].
pub fn write_with(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), FileError> {
    FileLocation::named(path)?.write_with(Before::Anything, Rights::Usual, content)
}

/// Writes a file that a person named, if it still has the content `before`.
///
/// # Errors
/// As [`FileLocation::write`].
pub fn replace(path: &Path, before: impl AsRef<[u8]>, text: impl AsRef<[u8]>) -> Result<(), FileError> {
    FileLocation::named(path)?.write(Before::Bytes(before.as_ref()), Rights::Usual, text.as_ref())
}

/// Writes a new file that a person named.
///
/// # Errors
/// If the file exists, and as [`FileLocation::write`].
pub fn create(path: &Path, text: impl AsRef<[u8]>) -> Result<(), FileError> {
    FileLocation::named(path)?.write(Before::Nothing, Rights::Usual, text.as_ref())
}

/// Writes a file that only its owner can read and write, with any previous content.
///
/// # Errors
/// As [`FileLocation::write`].
pub fn write_private(path: &Path, text: impl AsRef<[u8]>) -> Result<(), FileError> {
    FileLocation::named(path)?.write(Before::Anything, Rights::Private, text.as_ref())
}

/// Removes a file that a person named, which must have the content `before`. A link itself is removed, not its target.
///
/// # Errors
/// As [`FileLocation::remove`].
pub fn remove(path: &Path, before: Before<'_>) -> Result<(), FileError> {
    let place = FileLocation::named(path)?;
    if !path.is_symlink() {
        return place.remove(before);
    }
    place.check_unchanged(before)?;
    fs::remove_file(path).map_err(|e| FileError::from_io(path, e))
}

/// Starts a file to which lines are added. Its content is replaced with `head` in one step. Write each line in one
/// call.
///
/// # Errors
/// As [`FileLocation::write`].
pub fn begin(path: &Path, head: impl AsRef<[u8]>) -> Result<fs::File, FileError> {
    write(path, head)?;
    fs::OpenOptions::new().append(true).open(path).map_err(|e| FileError::from_io(path, e))
}

/// Adds a line to the end of a file of this program, which is created if necessary. Two processes can do this at the
/// same time.
///
/// # Errors
/// If the file cannot be written.
pub fn append_line(path: &Path, line: &str) -> Result<(), FileError> {
    let put = || {
        let mut file = fs::OpenOptions::new().read(true).create(true).append(true).open(path)?;
        let mut last = [b'\n'];
        if file.seek(io::SeekFrom::End(-1)).is_ok() {
            file.read_exact(&mut last)?;
        }
        // A killed run may have left a part of a line.
        let start = if last == *b"\n" { "" } else { "\n" };
        file.write_all(format!("{start}{line}\n").as_bytes())?;
        file.sync_all()
    };
    put().map_err(|e| FileError::from_io(path, e))
}
