//! A file that this program alone changes, from when it is read to when it is written.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use agmark_files::{Before, FileLocation, Rights};
use agmark_syntax::text::MAX_BYTES;
use same_file::Handle;

use crate::ToolError;

/// How long a call waits for another program that has the lock.
const PATIENCE: Duration = Duration::from_secs(20);
const PAUSE: Duration = Duration::from_millis(2);

/// A file with an advisory lock, as `agmark agd edit -i` locks it too. Editors know nothing of the lock: what they save
/// meanwhile stays, because the text is compared before it is replaced.
pub struct LockedFile {
    place: FileLocation,
    text: String,
    _lock: File,
}

impl LockedFile {
    /// Waits for the lock, then reads.
    ///
    /// # Errors
    /// If the file is a link, cannot be read or written, is not text, or another program keeps the lock. `check` is
    /// called while it waits and can end it.
    pub fn read(place: FileLocation, check: &dyn Fn() -> Result<(), ToolError>) -> Result<Self, ToolError> {
        let path = place.path().to_owned();
        let name = path.display();
        let begin = Instant::now();
        loop {
            check()?;
            if place.about()?.is_none() {
                return Err(ToolError::new(format_args!("{name} does not exist"), "check the path"));
            }
            let cannot = |error| ToolError::new(format_args!("{name}: cannot be written: {error}"), ADVICE);
            let file = OpenOptions::new().read(true).write(true).open(&path).map_err(cannot)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) if begin.elapsed() < PATIENCE => {
                    thread::sleep(PAUSE);
                    continue;
                }
                Err(TryLockError::WouldBlock) => {
                    let what = format_args!("{name}: another program keeps its lock");
                    return Err(ToolError::new(what, "repeat the call later"));
                }
                Err(TryLockError::Error(error)) => return Err(cannot(error)),
            }
            // The one who had the lock may have put another file in its place.
            let same = |file: File| Some(Handle::from_file(file).ok()? == Handle::from_path(&path).ok()?);
            if file.try_clone().ok().and_then(same) == Some(true) {
                let bytes = place.read(MAX_BYTES)?.unwrap_or_default();
                let text = String::from_utf8(bytes).map_err(|error| {
                    let at = error.utf8_error().valid_up_to();
                    ToolError::new(format_args!("{name}: not UTF-8 from byte {at} on"), "save it as UTF-8")
                })?;
                return Ok(Self { place, text, _lock: file });
            }
        }
    }

    pub fn path(&self) -> PathBuf {
        self.place.path().to_owned()
    }

    /// The text that was read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Replaces the text that was read, whole or not at all.
    ///
    /// # Errors
    /// If the file is not what was read any more, or cannot be written; the file is then as it was.
    pub fn write(&self, text: &str) -> Result<(), ToolError> {
        let before = Before::Bytes(self.text.as_bytes());
        Ok(self.place.write(before, Rights::Usual, text.as_bytes())?)
    }

    /// Puts back the text that was read, if the file has the text `written` that was written over it.
    ///
    /// # Errors
    /// If the file is not what was written any more, or cannot be written.
    pub fn restore(&self, written: &str) -> Result<(), ToolError> {
        let before = Before::Bytes(written.as_bytes());
        Ok(self.place.write(before, Rights::Usual, self.text.as_bytes())?)
    }
}

const ADVICE: &str = "make the file and its folder writable";
