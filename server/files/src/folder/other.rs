//! Folders on systems without calls relative to an open folder. Uses paths, and checks each name before it is used.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::file_info::{About, Kind};
use crate::Rights;

/// A folder.
#[derive(Clone, Debug)]
pub(crate) struct Folder {
    path: PathBuf,
}

impl Folder {
    /// Opens a folder that a person named. Links are followed.
    pub fn open(path: &Path) -> io::Result<Self> {
        let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        if !fs::metadata(path)?.is_dir() {
            return Err(ErrorKind::NotADirectory.into());
        }
        Ok(Self { path: path.to_owned() })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Opens the folder `name` in this one. A link is an error.
    pub fn enter(&self, name: &OsStr) -> io::Result<Self> {
        match self.about(name)?.kind {
            Kind::Folder => Ok(Self { path: self.path.join(name) }),
            _ => Err(ErrorKind::NotADirectory.into()),
        }
    }

    pub fn make(&self, name: &OsStr) -> io::Result<()> {
        fs::create_dir(self.path.join(name))
    }

    /// The metadata of `name`, without following a link.
    pub fn about(&self, name: &OsStr) -> io::Result<About> {
        Ok(About::from_metadata(&fs::symlink_metadata(self.path.join(name))?))
    }

    /// Like [`Folder::about`], with everything that a file that replaces this one must have.
    pub fn about_fully(&self, name: &OsStr) -> io::Result<About> {
        self.about(name)
    }

    /// Opens a file for reading. A link is an error.
    pub fn open_file(&self, name: &OsStr) -> io::Result<File> {
        self.regular(name)?;
        File::open(self.path.join(name))
    }

    /// Opens a file for writing in place.
    pub fn open_to_write(&self, name: &OsStr) -> io::Result<File> {
        self.regular(name)?;
        OpenOptions::new().write(true).open(self.path.join(name))
    }

    /// Opens a file to lock it. Windows does not let other handles read a locked file, so another file is locked in its place: an
    /// empty one in the folder for temporary files, with a name that depends on the path.
    pub fn open_to_lock(&self, name: &OsStr) -> io::Result<File> {
        use std::hash::{DefaultHasher, Hash, Hasher};
        self.regular(name)?;
        let mut hasher = DefaultHasher::new();
        fs::canonicalize(self.path.join(name))?.hash(&mut hasher);
        let lock = std::env::temp_dir().join(format!("agmark-{:016x}.lock", hasher.finish()));
        OpenOptions::new().read(true).write(true).create(true).truncate(false).open(lock)
    }

    fn regular(&self, name: &OsStr) -> io::Result<()> {
        match self.about(name)?.kind {
            Kind::File => Ok(()),
            _ => Err(ErrorKind::IsADirectory.into()),
        }
    }

    pub fn create(&self, name: &OsStr, _rights: Rights<'_>) -> io::Result<File> {
        OpenOptions::new().read(true).write(true).create_new(true).open(self.path.join(name))
    }

    /// Renames `from` to `to` and replaces it.
    pub fn rename(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        fs::rename(self.path.join(from), self.path.join(to))
    }

    /// Renames `from` to `to`, which must not exist.
    pub fn rename_new(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        // A hard link fails if the name exists.
        match fs::hard_link(self.path.join(from), self.path.join(to)) {
            Ok(()) => self.remove(from),
            Err(_) if self.about(to).is_ok() => Err(ErrorKind::AlreadyExists.into()),
            Err(_) => self.rename(from, to),
        }
    }

    pub fn exchange(&self, _one: &OsStr, _other: &OsStr) -> io::Result<()> {
        Err(ErrorKind::Unsupported.into())
    }

    pub fn remove(&self, name: &OsStr) -> io::Result<()> {
        fs::remove_file(self.path.join(name))
    }

    /// Removes an empty folder.
    pub fn remove_folder(&self, name: &OsStr) -> io::Result<()> {
        fs::remove_dir(self.path.join(name))
    }

    pub fn names(&self) -> io::Result<Vec<OsString>> {
        fs::read_dir(&self.path)?.map(|entry| Ok(entry?.file_name())).collect()
    }

    pub fn sync(&self) {}

    /// The identity of this folder.
    pub fn identity(&self) -> io::Result<(u64, u64)> {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        fs::canonicalize(&self.path)?.hash(&mut hasher);
        Ok((0, hasher.finish()))
    }
}

impl About {
    pub(crate) fn of_file(file: &File) -> io::Result<Self> {
        Ok(Self::from_metadata(&file.metadata()?))
    }

    fn from_metadata(about: &fs::Metadata) -> Self {
        let kind = match about.file_type() {
            kind if kind.is_symlink() => Kind::Link,
            kind if kind.is_dir() => Kind::Folder,
            kind if kind.is_file() => Kind::File,
            _ => Kind::Other,
        };
        Self { kind, names: 1, identity: (0, 0), permissions: about.permissions() }
    }

    /// The lock belongs to the path, not to the file.
    #[expect(clippy::unused_self, clippy::unnecessary_wraps, reason = "the same as on Unix")]
    pub(crate) fn is_locked_by(&self, _lock: &File) -> io::Result<bool> {
        Ok(true)
    }

    /// Sets the permissions of a new file to those of this one.
    pub(crate) fn give_to(&self, file: &File) -> io::Result<()> {
        file.set_permissions(self.permissions.clone())
    }
}

/// Space on the disk cannot be reserved on these systems.
pub(crate) fn reserve(_file: &File, _len: u64) -> io::Result<()> {
    Ok(())
}
