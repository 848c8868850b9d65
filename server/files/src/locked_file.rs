//! A file that one program changes at a time.
//!
//! A write replaces the file, so the name of the file leads to another file afterwards. Who waited for the lock has then
//! locked a file without a name and must begin again. This module is the only place that knows this.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::thread;
use std::time::Duration;

use crate::{FileError, FileLocation};

/// The pause between two tries to get a lock.
const PAUSE: Duration = Duration::from_millis(2);

/// A file that no other program changes while this exists, as far as the other program asks for the lock too. The lock is
/// advisory. Editors do not ask for it, so compare the content again when you write.
#[derive(Debug)]
pub struct LockedFile {
    location: FileLocation,
    lock: File,
}

impl LockedFile {
    /// Locks a file that a person named, and waits without a limit. Links are followed.
    ///
    /// # Errors
    /// If the file does not exist, is not a regular file or cannot be locked.
    pub fn named(path: &Path) -> Result<Self, FileError> {
        // A link may lead to another file after the wait.
        let place = || FileLocation::named(path);
        Self::take(place, |file| file.lock().map(|()| true).map_err(|e| FileError::from_io(path, e)))
    }

    /// Locks a file that a document or an agent named. `wait` is called before each further try, while another program
    /// has the lock, and can end the waiting.
    ///
    /// # Errors
    /// The errors of `wait`; and if the file is a link, does not exist, is not a regular file or cannot be locked.
    pub fn at<E: From<FileError>>(
        location: &FileLocation,
        wait: impl Fn() -> Result<(), E>,
    ) -> Result<Self, E> {
        Self::take(
            || Ok(location.clone()),
            |file| match file.try_lock() {
                Ok(()) => Ok(true),
                Err(TryLockError::WouldBlock) => {
                    wait()?;
                    thread::sleep(PAUSE);
                    Ok(false)
                }
                Err(TryLockError::Error(error)) => Err(FileError::from_io(location.path(), error).into()),
            },
        )
    }

    /// `turn` returns whether it locked the file.
    fn take<E: From<FileError>>(
        place: impl Fn() -> Result<FileLocation, FileError>,
        turn: impl Fn(&File) -> Result<bool, E>,
    ) -> Result<Self, E> {
        loop {
            let location = place()?;
            let file = location.open_to_lock()?;
            if turn(&file)? && location.leads_to(&file)? {
                return Ok(Self { location, lock: file });
            }
        }
    }

    /// Whether this is known to be the lock of the file at another place.
    pub(crate) fn is_of(&self, place: &FileLocation) -> bool {
        cfg!(unix) && place.leads_to(&self.lock).unwrap_or(false)
    }

    /// The place of the file.
    pub fn location(&self) -> &FileLocation {
        &self.location
    }
}

#[cfg(test)]
mod tests;
