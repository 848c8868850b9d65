//! What tells whether a file was written.

use std::path::Path;
use std::time::{Duration, SystemTime};

/// Two writes within this time may have the same time stamp.
const CLOCK: Duration = Duration::from_millis(50);

/// The time, the size and the number of a file at one moment.
#[derive(Clone, Copy, Debug)]
pub struct FileStamp {
    modified: Option<SystemTime>,
    bytes: u64,
    number: u64,
    /// Whether the file was last written so long before this moment that a later write has another stamp.
    settled: bool,
}

impl FileStamp {
    /// The stamp of a file now; `None` if it does not exist.
    pub fn of(path: &Path) -> Option<Self> {
        let about = std::fs::metadata(path).ok()?;
        #[cfg(unix)]
        let number = std::os::unix::fs::MetadataExt::ino(&about);
        #[cfg(not(unix))]
        let number = 0;
        let modified = about.modified().ok();
        let age = modified.and_then(|modified| modified.elapsed().ok());
        Some(Self { modified, bytes: about.len(), number, settled: age.is_some_and(|age| age > CLOCK) })
    }

    /// Whether a file with the stamp `now` has certainly the text that it had at this moment.
    pub fn is_same(&self, now: &Self) -> bool {
        self.settled && (self.modified, self.bytes, self.number) == (now.modified, now.bytes, now.number)
    }
}
