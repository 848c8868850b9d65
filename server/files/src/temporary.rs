//! Temporary files beside the files that they will replace. Each is locked while its writer runs. One without a lock
//! was left by a killed run, and the next run removes it.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::fs::{File, TryLockError};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::Rights;
use crate::folder::{About, Folder, Kind};
use crate::steps::step;

const PREFIX: &str = ".agmark-";
const SUFFIX: &str = ".tmp";

/// The number of names to try. They are random, so a second try is rare.
const TRIES: usize = 64;

/// On a file system without locks, a file that has not changed for this time has no writer.
const ABANDONED: Duration = Duration::from_secs(3600);

/// A temporary file, removed when dropped unless it was renamed.
pub(crate) struct Temporary<'a> {
    folder: &'a Folder,
    pub name: OsString,
    pub file: File,
    /// Whether the file was renamed or removed.
    done: bool,
}

impl<'a> Temporary<'a> {
    /// Creates a file. If it will get the permissions of another file, only the owner has access until then.
    pub fn new(folder: &'a Folder, rights: Rights<'_>) -> io::Result<Self> {
        for _ in 0..TRIES {
            let random = RandomState::new().hash_one(std::process::id());
            let name = OsString::from(format!("{PREFIX}{random:016x}{SUFFIX}"));
            let file = match folder.create(&name, rights) {
                Ok(file) => file,
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(error),
            };
            step();
            let made = Self { folder, name, file, done: false };
            // Waits for another run that checks whether this file was abandoned. Without locks no run does.
            let _ = made.file.lock();
            let still_there =
                |about: About| Some(about.identity) == About::of_file(&made.file).ok().map(|a| a.identity);
            if folder.about(&made.name).is_ok_and(still_there) {
                return Ok(made);
            }
        }
        Err(io::Error::other("no free name for a temporary file"))
    }

    /// Marks the file as renamed or removed.
    pub fn done(mut self) {
        self.done = true;
    }
}

impl Drop for Temporary<'_> {
    fn drop(&mut self) {
        step();
        if !self.done {
            let _ = self.folder.remove(&self.name);
        }
    }
}

/// Removes the temporary files that a killed run left in the folder of `path`. Commands that write call it for each
/// file that they read, even if they write nothing. A process checks a folder once.
pub fn tidy(path: &Path) {
    if let Ok(folder) = Folder::open(path.parent().unwrap_or(Path::new(""))) {
        tidy_folder(&folder);
    }
}

pub(crate) fn tidy_folder(folder: &Folder) {
    static SEEN: Mutex<Option<HashSet<(u64, u64)>>> = Mutex::new(None);
    let Ok(identity) = folder.identity() else { return };
    if !SEEN.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_default().insert(identity) {
        return;
    }
    remove_left(folder);
}

/// Removes the temporary files in `folder` whose writers are gone.
pub(crate) fn remove_left(folder: &Folder) {
    let Ok(names) = folder.names() else { return };
    for name in names.iter().filter(|name| is_ours(name)) {
        remove_abandoned(folder, name);
    }
}

fn is_ours(name: &OsStr) -> bool {
    let random = name.to_str().and_then(|n| n.strip_prefix(PREFIX)?.strip_suffix(SUFFIX));
    random.is_some_and(|r| r.len() == 16 && r.bytes().all(|b| b.is_ascii_hexdigit()))
}

fn remove_abandoned(folder: &Folder, name: &OsStr) {
    if !folder.about(name).is_ok_and(|about| about.kind == Kind::File) {
        return;
    }
    let Ok(file) = folder.open_file(name) else { return };
    let abandoned = match file.try_lock() {
        Ok(()) => true,
        Err(TryLockError::WouldBlock) => false,
        Err(TryLockError::Error(_)) => {
            let age =
                file.metadata().and_then(|about| about.modified()).ok().and_then(|at| at.elapsed().ok());
            age.is_some_and(|age| age > ABANDONED)
        }
    };
    if abandoned {
        // The lock is held until the name is removed. A new writer with the same name waits and then takes another
        // name.
        let _ = folder.remove(name);
    }
}
