//! Changes several files: all of them, or none.

use std::path::PathBuf;

use crate::{About, Before, FileError, FileLocation, LockedFile, Missing, Rights, Root, SafePath};

/// A file to create, replace or remove.
#[derive(Clone, Debug)]
pub struct FileChange<'a> {
    pub root: &'a Root,
    pub path: SafePath,
    /// The content that the file must have; `None` if it must not exist.
    pub before: Option<&'a str>,
    /// The new content; `None` removes the file.
    pub after: Option<&'a str>,
    /// The file in the same root whose permissions a new file gets.
    pub like: Option<SafePath>,
}

/// Why files were not changed.
#[derive(Debug)]
pub struct ChangeError<E> {
    pub error: E,
    /// The files that were written and could not be restored.
    pub not_restored: Vec<(PathBuf, FileError)>,
}

impl<E> From<E> for ChangeError<E> {
    fn from(error: E) -> Self {
        Self { error, not_restored: Vec::new() }
    }
}

/// Changes all files. If one cannot be changed, or is not what it must be, those that were changed are restored. Files
/// that exist are locked from the beginning to the end. `wait` is called while another program has a lock.
///
/// # Errors
/// The errors of `wait`; and if a file has another content, is a link or cannot be written.
pub fn change_files<E: From<FileError>>(
    changes: &[FileChange<'_>],
    wait: impl Fn() -> Result<(), E>,
) -> Result<(), ChangeError<E>> {
    let _locks = lock(changes, wait)?;
    // Before anything is written, although each write compares again.
    for change in changes.iter().filter(|change| change.before.is_some()) {
        let (place, _) = change.root.place(&change.path, Missing::Refuse).map_err(E::from)?;
        place.check_unchanged(expected(change.before)).map_err(E::from)?;
    }
    let mut done = Done::default();
    // Moved files are written before they are removed.
    let (written, removed): (Vec<_>, Vec<_>) = changes.iter().partition(|change| change.after.is_some());
    for change in written.into_iter().chain(removed) {
        match done.make(change) {
            Ok(before) => done.changes.push((change, before)),
            Err(error) => return Err(ChangeError { error: error.into(), not_restored: done.undo() }),
        }
    }
    Ok(())
}

fn lock<E: From<FileError>>(
    changes: &[FileChange<'_>],
    wait: impl Fn() -> Result<(), E>,
) -> Result<Vec<LockedFile>, E> {
    let mut places: Vec<FileLocation> = Vec::new();
    for change in changes.iter().filter(|change| change.before.is_some()) {
        places.push(change.root.place(&change.path, Missing::Refuse)?.0);
    }
    // Always in the same order, so that two programs do not wait for each other.
    places.sort_by(|a, b| a.path().cmp(b.path()));
    places.dedup_by(|a, b| a.path() == b.path());
    let mut locks: Vec<LockedFile> = Vec::new();
    for place in &places {
        // Two names of one file have one lock.
        if !locks.iter().any(|lock| lock.is_of(place)) {
            locks.push(LockedFile::at(place, &wait)?);
        }
    }
    Ok(locks)
}

/// What was done so far, to be taken back.
#[derive(Default)]
struct Done<'a> {
    /// Each with what is known of the file that was there.
    changes: Vec<(&'a FileChange<'a>, Option<About>)>,
    /// The created folders, parents first.
    folders: Vec<(&'a Root, SafePath)>,
}

impl<'a> Done<'a> {
    fn make(&mut self, change: &'a FileChange<'a>) -> Result<Option<About>, FileError> {
        let missing = if change.after.is_some() { Missing::Create } else { Missing::Refuse };
        let (place, made) = change.root.place(&change.path, missing)?;
        self.folders.extend(made.into_iter().map(|folder| (change.root, folder)));
        let before = place.about()?;
        let Some(text) = change.after else {
            place.remove(expected(change.before))?;
            return Ok(before);
        };
        let like = match &change.like {
            Some(like) => change.root.place(like, Missing::Refuse)?.0.about()?,
            None => None,
        };
        let rights = like.as_ref().map_or(Rights::Usual, Rights::Like);
        place.write(expected(change.before), rights, text.as_bytes())?;
        Ok(before)
    }

    /// Restores all files if possible; returns the others.
    fn undo(&self) -> Vec<(PathBuf, FileError)> {
        let mut left = Vec::new();
        for (change, before) in self.changes.iter().rev() {
            if let Err(error) = restore(change, before.as_ref()) {
                left.push((change.path.under(change.root.path()), error));
            }
        }
        for (root, folder) in self.folders.iter().rev() {
            // It is empty, unless another program has created a file in it.
            root.remove_empty(folder);
        }
        left
    }
}

fn restore(change: &FileChange<'_>, before: Option<&About>) -> Result<(), FileError> {
    let (place, _) = change.root.place(&change.path, Missing::Refuse)?;
    let now = expected(change.after);
    match change.before {
        Some(text) => place.write(now, before.map_or(Rights::Usual, Rights::Like), text.as_bytes()),
        None => place.remove(now),
    }
}

/// What must be in a place when it is written.
fn expected(text: Option<&str>) -> Before<'_> {
    text.map_or(Before::Nothing, |text| Before::Bytes(text.as_bytes()))
}
