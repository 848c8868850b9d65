//! The folder in which a document may name files.

use std::ffi::OsStr;
use std::io::{self, ErrorKind};
use std::path::Path;

use crate::folder::{Folder, Kind};
use crate::steps::step;
use crate::temporary::tidy_folder;
use crate::{FileError, FileLocation, SafePath};

/// A folder that a person opened. Documents name files in it, and no link on the way is followed.
#[derive(Clone, Debug)]
pub struct Root {
    folder: Folder,
}

/// What happens if a folder on the way does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// It is an error.
    Refuse,
    /// It is created.
    Create,
}

impl Root {
    /// # Errors
    /// If the folder does not exist or cannot be opened.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        Folder::open(path).map(|folder| Self { folder }).map_err(|e| FileError::from_io(path, e))
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The place of a file in this folder, without a check of the file itself. Returns the created folders too, the
    /// outermost first.
    ///
    /// # Errors
    /// If a folder on the way is a link, or does not exist and must not be created.
    pub fn place(
        &self,
        path: &SafePath,
        missing: Missing,
    ) -> Result<(FileLocation, Vec<SafePath>), FileError> {
        let mut made = Vec::new();
        match self.way(path, missing, &mut made) {
            Ok(place) => Ok((place, made)),
            Err(error) => {
                made.iter().rev().for_each(|folder| self.remove_empty(folder));
                Err(error)
            }
        }
    }

    fn way(
        &self,
        path: &SafePath,
        missing: Missing,
        made: &mut Vec<SafePath>,
    ) -> Result<FileLocation, FileError> {
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
                        // Another process created it.
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
        Ok(FileLocation::at(folder, OsStr::new(name), whole))
    }

    /// Checks that neither the file nor a folder on the way is a link. Missing files and folders are accepted.
    ///
    /// # Errors
    /// If a folder on the way is a link, or the file is a link or not a regular file.
    pub fn check(&self, path: &SafePath) -> Result<(), FileError> {
        match self.place(path, Missing::Refuse) {
            Ok((place, _)) => place.check_no_link(),
            Err(FileError::NoFolder { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// The content of a file of at most `limit` bytes; `None` if the file does not exist.
    ///
    /// # Errors
    /// If a folder on the way is a link, or the file cannot be read.
    pub fn read(&self, path: &SafePath, limit: usize) -> Result<Option<Vec<u8>>, FileError> {
        match self.place(path, Missing::Refuse) {
            Ok((place, _)) => place.read(limit),
            Err(FileError::NoFolder { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Whether there is a folder at a path, which is not a link.
    ///
    /// # Errors
    /// If a part of the way is a link or a file.
    pub fn is_folder(&self, path: &SafePath) -> Result<bool, FileError> {
        match self.place(path, Missing::Refuse) {
            Ok((place, _)) => Ok(place.is_folder()),
            Err(FileError::NoFolder { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Removes the temporary files that a killed run left beside a file in this folder.
    pub fn tidy(&self, path: &SafePath) {
        // Opening the place removes them.
        let _ = self.place(path, Missing::Refuse);
    }

    /// Removes a folder below this one, if it is empty.
    pub fn remove_empty(&self, path: &SafePath) {
        if let Ok((place, _)) = self.place(path, Missing::Refuse) {
            place.remove_empty_folder();
        }
    }
}

/// The error of a folder that could not be opened. A link has its own error.
fn fail_at(whole: &Path, folder: &Folder, part: &OsStr, error: io::Error) -> FileError {
    match folder.about(part) {
        Ok(about) if about.kind == Kind::Link => {
            FileError::Link { path: whole.to_owned(), link: part.to_string_lossy().into_owned() }
        }
        Ok(about) if about.kind != Kind::Folder => FileError::NotRegular { path: folder.path().join(part) },
        _ => FileError::from_io(whole, error),
    }
}
