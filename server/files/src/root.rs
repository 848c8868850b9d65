//! A folder below which a document may name files.

use std::ffi::OsStr;
use std::io::{self, ErrorKind};
use std::path::Path;

use crate::folder::{Folder, Kind};
use crate::steps::step;
use crate::temporary::tidy_folder;
use crate::{FileError, Place, SafePath};

/// A folder that a person opened. What a document names lies below it, and no link is followed on the way.
#[derive(Clone, Debug)]
pub struct Root {
    folder: Folder,
}

/// What happens where a folder on the way does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// It is an error.
    Refuse,
    /// It is created.
    Create,
}

impl Root {
    /// # Errors
    /// When there is no such folder, or it cannot be opened.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        Folder::open(path).map(|folder| Self { folder }).map_err(|e| FileError::from_io(path, e))
    }

    /// The place of a file below this folder, without a look at the file itself. Returns the folders that were
    /// created, the outermost first.
    ///
    /// # Errors
    /// When a folder on the way is a link, or does not exist and is not to be created.
    pub fn place(&self, path: &SafePath, missing: Missing) -> Result<(Place, Vec<SafePath>), FileError> {
        let mut made = Vec::new();
        match self.way(path, missing, &mut made) {
            Ok(place) => Ok((place, made)),
            Err(error) => {
                made.iter().rev().for_each(|folder| self.remove_empty(folder));
                Err(error)
            }
        }
    }

    fn way(&self, path: &SafePath, missing: Missing, made: &mut Vec<SafePath>) -> Result<Place, FileError> {
        let whole = path.under(self.folder.path());
        let (folders, name) = path.split();
        let mut folder = self.folder.clone();
        for (depth, part) in folders.iter().enumerate() {
            let part = OsStr::new(part);
            let fail = |e| fail_at(&whole, &folder, part, e);
            folder = match folder.enter(part) {
                Ok(next) => next,
                Err(error) if error.kind() == ErrorKind::NotFound && missing == Missing::Create => {
                    step();
                    match folder.make(part) {
                        Ok(()) => made.push(path.up_to(depth + 1)),
                        // Somebody else was faster.
                        Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                        Err(error) => return Err(fail(error)),
                    }
                    folder.sync();
                    folder.enter(part).map_err(fail)?
                }
                Err(error) => return Err(fail(error)),
            };
        }
        tidy_folder(&folder);
        Ok(Place::at(folder, OsStr::new(name), whole))
    }

    /// The place of a file, and an error if it or a folder on the way is a link. What does not exist is no error.
    ///
    /// # Errors
    /// When there is a link on the way, or the name is a link or no regular file.
    pub fn check(&self, path: &SafePath) -> Result<(), FileError> {
        match self.place(path, Missing::Refuse) {
            Ok((place, _)) => place.check_no_link(),
            Err(FileError::NoFolder { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// The content of a file of at most `limit` bytes; none where there is no file.
    ///
    /// # Errors
    /// When there is a link on the way, or the file cannot be read.
    pub fn read(&self, path: &SafePath, limit: usize) -> Result<Option<Vec<u8>>, FileError> {
        match self.place(path, Missing::Refuse) {
            Ok((place, _)) => place.read(limit),
            Err(FileError::NoFolder { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Whether a folder is at a path. A link is none.
    ///
    /// # Errors
    /// When there is a link or a file on the way.
    pub fn is_folder(&self, path: &SafePath) -> Result<bool, FileError> {
        match self.place(path, Missing::Refuse) {
            Ok((place, _)) => Ok(place.is_folder()),
            Err(FileError::NoFolder { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Removes what a killed run left beside a file below this folder.
    pub fn tidy(&self, path: &SafePath) {
        // To find the place is enough.
        let _ = self.place(path, Missing::Refuse);
    }

    /// Removes a folder below this one, if it is empty.
    pub fn remove_empty(&self, path: &SafePath) {
        if let Ok((place, _)) = self.place(path, Missing::Refuse) {
            place.remove_empty_folder();
        }
    }
}

/// The error of a name that could not be entered. A link has its own words.
fn fail_at(whole: &Path, folder: &Folder, part: &OsStr, error: io::Error) -> FileError {
    match folder.about(part) {
        Ok(about) if about.kind == Kind::Link => {
            FileError::Link { path: whole.to_owned(), link: part.to_string_lossy().into_owned() }
        }
        Ok(about) if about.kind != Kind::Folder => FileError::NotRegular { path: folder.path().join(part) },
        _ => FileError::from_io(whole, error),
    }
}
