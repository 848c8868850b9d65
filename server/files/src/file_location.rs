//! A name in an open folder, and how a file is written there.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, BufWriter, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};

use crate::FileError;
use crate::descriptor::{MAX_LINKS, is_of_the_system};
use crate::folder::{About, Folder, Kind, reserve};
use crate::steps::step;
use crate::temporary::{Temporary, tidy_folder};

/// The expected content of a file when it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Before<'a> {
    /// The file must not exist.
    Nothing,
    /// The file must still have this content.
    Bytes(&'a [u8]),
    /// Any content is replaced.
    Anything,
}

/// The owner and the permissions of a new file. A replaced file keeps its own.
#[derive(Clone, Copy, Debug)]
pub enum Rights<'a> {
    /// The default permissions.
    Usual,
    /// Only the owner can read and write.
    Private,
    /// Those of another file.
    Like(&'a About),
}

/// A name in an open folder. Reads, writes and removals stay in that folder, even if the folder is moved or replaced
/// with a link.
#[derive(Clone, Debug)]
pub struct FileLocation {
    folder: Folder,
    name: OsString,
    path: PathBuf,
}

impl FileLocation {
    pub(crate) fn at(folder: Folder, name: &OsStr, path: PathBuf) -> Self {
        Self { folder, name: name.to_owned(), path }
    }

    /// The place of a file that a person named. A link is followed to its target, which does not have to exist.
    ///
    /// # Errors
    /// If the folder does not exist, if the path names a folder (`x/`) or an open file (`/dev/stdout`), or if links
    /// form a circle.
    pub fn named(path: &Path) -> Result<Self, FileError> {
        let mut target = path.to_owned();
        let not_regular = || FileError::NotRegular { path: path.to_owned() };
        for _ in 0..MAX_LINKS {
            let folder = target.parent().unwrap_or(Path::new(""));
            if names_folder(&target) {
                return Err(if target.is_dir() {
                    not_regular()
                } else {
                    FileError::Folder { path: path.to_owned() }
                });
            }
            if let Ok(next) = fs::read_link(&target) {
                if is_of_the_system(folder) {
                    return Err(not_regular());
                }
                target = folder.join(next);
                continue;
            }
            let Some(name) = target.file_name() else { return Err(not_regular()) };
            let folder = Folder::open(folder).map_err(|e| FileError::from_io(path, e))?;
            return Ok(Self::at(folder, name, path.to_owned()));
        }
        Err(FileError::Circle { path: path.to_owned() })
    }

    /// The path as the person named it.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The metadata of the file; `None` if it does not exist.
    ///
    /// # Errors
    /// If it is a link or not a regular file.
    pub fn about(&self) -> Result<Option<About>, FileError> {
        match self.folder.about_fully(&self.name) {
            Ok(about) => match about.kind {
                Kind::File => Ok(Some(about)),
                Kind::Link => Err(self.link()),
                Kind::Folder | Kind::Other => Err(FileError::NotRegular { path: self.path.clone() }),
            },
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.fail(error)),
        }
    }

    pub(crate) fn is_folder(&self) -> bool {
        self.folder.about(&self.name).is_ok_and(|about| about.kind == Kind::Folder)
    }

    pub(crate) fn check_no_link(&self) -> Result<(), FileError> {
        self.about().map(|_| ())
    }

    /// The content, of at most `limit` bytes; `None` if the file does not exist.
    ///
    /// # Errors
    /// If it is a link, not a regular file, too large or cannot be read.
    pub fn read(&self, limit: usize) -> Result<Option<Vec<u8>>, FileError> {
        if self.about()?.is_none() {
            return Ok(None);
        }
        let file = match self.folder.open_file(&self.name) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            // It has become a link.
            Err(error) => return Err(self.about().err().unwrap_or_else(|| self.fail(error))),
        };
        let about = About::of_file(&file).map_err(|e| self.fail(e))?;
        if about.kind != Kind::File {
            return Err(FileError::NotRegular { path: self.path.clone() });
        }
        let mut bytes = Vec::new();
        file.take((limit as u64).saturating_add(1)).read_to_end(&mut bytes).map_err(|e| self.fail(e))?;
        if bytes.len() > limit {
            return Err(FileError::TooLarge { path: self.path.clone(), limit });
        }
        Ok(Some(bytes))
    }

    /// Opens the file to lock it.
    pub(crate) fn open_to_lock(&self) -> Result<fs::File, FileError> {
        if self.about()?.is_none() {
            return Err(FileError::NotFound { path: self.path.clone() });
        }
        match self.folder.open_to_lock(&self.name) {
            Ok(file) => Ok(file),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                Err(FileError::NotFound { path: self.path.clone() })
            }
            // It has become a link.
            Err(error) => Err(self.about().err().unwrap_or_else(|| self.fail(error))),
        }
    }

    /// Whether `lock`, which was opened to lock the file of this name, is still of this file.
    pub(crate) fn leads_to(&self, lock: &fs::File) -> Result<bool, FileError> {
        match self.about()? {
            Some(about) => about.is_locked_by(lock).map_err(|e| self.fail(e)),
            None => Ok(false),
        }
    }

    /// Writes the whole file or nothing: other programs see the old or the new content, even after a power failure.
    /// Owner and permissions are kept; a new file gets `rights`.
    ///
    /// # Errors
    /// If the current content is not `before`, or the file cannot be written. The file is not changed.
    pub fn write(&self, before: Before<'_>, rights: Rights<'_>, text: &[u8]) -> Result<(), FileError> {
        self.write_with(before, rights, |file| file.write_all(text))
    }

    /// Like [`FileLocation::write`] for a content that is written in pieces.
    ///
    /// # Errors
    /// As [`FileLocation::write`], and the errors of `content`.
    pub fn write_with(
        &self,
        before: Before<'_>,
        rights: Rights<'_>,
        content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), FileError> {
        tidy_folder(&self.folder);
        let fail = |e| self.fail(e);
        let current = self.writable(before)?;
        let rights = current.as_ref().map_or(rights, Rights::Like);
        let mut temporary = Temporary::new(&self.folder, rights).map_err(fail)?;
        {
            let mut pieces = BufWriter::new(&mut temporary.file);
            content(&mut pieces).map_err(fail)?;
            step();
            pieces.flush().map_err(fail)?;
        }
        step();
        if let Rights::Like(about) = rights {
            about.give_to(&temporary.file).map_err(fail)?;
        }
        temporary.file.sync_all().map_err(fail)?;
        step();
        match (before, &current) {
            (Before::Nothing, _) => {
                self.folder.rename_new(&temporary.name, &self.name).map_err(fail)?;
                temporary.done();
            }
            (_, Some(about)) if about.names > 1 => {
                self.check_unchanged(before)?;
                self.overwrite(&mut temporary, about)?;
            }
            (Before::Anything, _) => {
                self.folder.rename(&temporary.name, &self.name).map_err(fail)?;
                temporary.done();
            }
            (Before::Bytes(old), _) => {
                self.check_unchanged(before)?;
                self.exchange_if(temporary, old)?;
            }
        }
        step();
        self.folder.sync();
        Ok(())
    }

    /// Checks that the file can be written and changes nothing. Call it before long work.
    ///
    /// # Errors
    /// If the file cannot be written, or no file can be created in its folder.
    pub fn check(&self, before: Before<'_>) -> Result<(), FileError> {
        self.writable(before)?;
        Temporary::new(&self.folder, Rights::Usual).map(drop).map_err(|e| self.fail(e))
    }

    /// The metadata of the file, if it may be written.
    fn writable(&self, before: Before<'_>) -> Result<Option<About>, FileError> {
        let current = self.about()?;
        match (&current, before) {
            (Some(_), Before::Nothing) => Err(FileError::Exists { path: self.path.clone() }),
            (Some(about), _) if about.permissions.readonly() => {
                Err(FileError::Permission { path: self.path.clone() })
            }
            _ => Ok(current),
        }
    }

    /// Replaces a file that must still be `old` with the temporary file. If the system can swap two names, the
    /// replaced file is compared again, and a save by another program is restored.
    fn exchange_if(&self, temporary: Temporary<'_>, old: &[u8]) -> Result<(), FileError> {
        step();
        // Keeps the lock, so that no other run takes the old file, under its new name, for one that a killed run left.
        let held = self.folder.open_file(&self.name);
        if let Ok(held) = &held {
            let _ = held.try_lock();
        }
        if self.folder.exchange(&temporary.name, &self.name).is_err() {
            // Windows does not replace an open file.
            drop(held);
            self.folder.rename(&temporary.name, &self.name).map_err(|e| self.fail(e))?;
            temporary.done();
            return Ok(());
        }
        step();
        let out = FileLocation::at(self.folder.clone(), &temporary.name, self.path.clone());
        if matches!(out.read(old.len()), Ok(Some(bytes)) if bytes == old) {
            // The name of the temporary file now names the old file and is removed.
            drop(temporary);
            return Ok(());
        }
        let _ = self.folder.exchange(&temporary.name, &self.name);
        let ours = About::of_file(&temporary.file).map(|about| about.identity);
        let back = self.folder.about(&temporary.name).map(|about| about.identity);
        if let (Ok(ours), Ok(back)) = (ours, back)
            && ours != back
        {
            // Another program saved between the two swaps: keep its content, the newest.
            let _ = self.folder.exchange(&temporary.name, &self.name);
        }
        drop(temporary);
        Err(FileError::Changed { path: self.path.clone() })
    }

    pub(crate) fn check_unchanged(&self, before: Before<'_>) -> Result<(), FileError> {
        let Before::Bytes(old) = before else { return Ok(()) };
        match self.read(old.len()) {
            Ok(Some(bytes)) if bytes == old => Ok(()),
            Ok(_) | Err(FileError::TooLarge { .. }) => Err(FileError::Changed { path: self.path.clone() }),
            Err(error) => Err(error),
        }
    }

    /// Overwrites a file with several hard links, because after a rename the other names would keep the old content.
    /// The space is reserved first, and a failed write is undone.
    fn overwrite(&self, temporary: &mut Temporary<'_>, about: &About) -> Result<(), FileError> {
        let fail = |e| self.fail(e);
        let mut old = Vec::new();
        self.folder.open_file(&self.name).and_then(|mut file| file.read_to_end(&mut old)).map_err(fail)?;
        let mut file = self.folder.open_to_write(&self.name).map_err(fail)?;
        if About::of_file(&file).map_err(fail)?.identity != about.identity {
            return Err(FileError::Changed { path: self.path.clone() });
        }
        let mut new = Vec::new();
        temporary.file.rewind().and_then(|()| temporary.file.read_to_end(&mut new)).map_err(fail)?;
        let put = |file: &mut fs::File, text: &[u8]| {
            file.rewind()?;
            file.write_all(text)?;
            file.set_len(text.len() as u64)?;
            file.sync_all()
        };
        reserve(&file, new.len() as u64).map_err(fail)?;
        put(&mut file, &new).map_err(|error| {
            let _ = put(&mut file, &old);
            self.fail(error)
        })
    }

    /// Removes the file, which must have the content `before`.
    ///
    /// # Errors
    /// If the content is not `before`, if it is a link, or if it cannot be removed.
    pub fn remove(&self, before: Before<'_>) -> Result<(), FileError> {
        tidy_folder(&self.folder);
        if self.about()?.is_none() {
            return Err(FileError::Changed { path: self.path.clone() });
        }
        self.check_unchanged(before)?;
        step();
        self.folder.remove(&self.name).map_err(|e| self.fail(e))?;
        step();
        self.folder.sync();
        Ok(())
    }

    pub(crate) fn remove_empty_folder(&self) {
        let _ = self.folder.remove_folder(&self.name);
    }

    fn fail(&self, error: io::Error) -> FileError {
        FileError::from_io(&self.path, error)
    }

    fn link(&self) -> FileError {
        FileError::Link { path: self.path.clone(), link: self.name.to_string_lossy().into_owned() }
    }
}

/// Whether a path names a folder: `x/`, `x/.`. [`Path`] reads both as `x`.
fn names_folder(path: &Path) -> bool {
    let is_separator = |byte: &u8| std::path::is_separator(char::from(*byte));
    match path.as_os_str().as_encoded_bytes() {
        [.., before, b'.'] if is_separator(before) => true,
        [.., last] => is_separator(last),
        [] => false,
    }
}

#[cfg(test)]
mod tests;
