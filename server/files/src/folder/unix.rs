//! Folders on Unix: an open descriptor and the calls relative to it.

use std::ffi::{OsStr, OsString};
use std::fs::{File, Permissions};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustix::fs::{
    AtFlags, Dir, FileType, Gid, Mode, OFlags, Stat, Uid, fchown, fstat, mkdirat, open, openat, renameat,
    statat, unlinkat,
};

use super::file_info::{About, Kind};
use crate::Rights;

/// An open folder.
#[derive(Clone, Debug)]
pub(crate) struct Folder {
    fd: Arc<OwnedFd>,
    path: PathBuf,
}

const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

impl Folder {
    /// Opens a folder that a person named. Links are followed.
    pub fn open(path: &Path) -> io::Result<Self> {
        let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        Ok(Self { fd: Arc::new(open(path, FOLDER, Mode::empty())?), path: path.to_owned() })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Opens the folder `name` in this one. A link is an error.
    pub fn enter(&self, name: &OsStr) -> io::Result<Self> {
        let fd = openat(&self.fd, name, FOLDER | OFlags::NOFOLLOW, Mode::empty())?;
        Ok(Self { fd: Arc::new(fd), path: self.path.join(name) })
    }

    pub fn make(&self, name: &OsStr) -> io::Result<()> {
        Ok(mkdirat(&self.fd, name, Mode::from_raw_mode(0o777))?)
    }

    /// The metadata of `name`, without following a link.
    pub fn about(&self, name: &OsStr) -> io::Result<About> {
        Ok(About::from_stat(&statat(&self.fd, name, AtFlags::SYMLINK_NOFOLLOW)?))
    }

    /// Like [`Folder::about`], with everything that a file that replaces this one must have.
    pub fn about_fully(&self, name: &OsStr) -> io::Result<About> {
        let about = self.about(name)?;
        #[cfg(any(target_os = "linux", target_os = "android"))]
        if about.kind == Kind::File
            && let Ok(file) = self.open_file(name)
        {
            let attributes = super::attributes::Attributes::of_file(&file);
            return Ok(About { attributes, ..about });
        }
        Ok(about)
    }

    /// Opens a file for reading. A link is an error. Opening a pipe does not wait.
    pub fn open_file(&self, name: &OsStr) -> io::Result<File> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        Ok(openat(&self.fd, name, flags, Mode::empty())?.into())
    }

    /// Opens a file for writing in place.
    pub fn open_to_write(&self, name: &OsStr) -> io::Result<File> {
        let flags = OFlags::WRONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        Ok(openat(&self.fd, name, flags, Mode::empty())?.into())
    }

    /// Opens a file to lock it. A link is an error.
    pub fn open_to_lock(&self, name: &OsStr) -> io::Result<File> {
        // NFS locks only files that are open for writing.
        self.open_to_write(name).or_else(|_| self.open_file(name))
    }

    /// Creates a file with the default permissions or, if it will replace another file, with permissions for its owner
    /// only.
    pub fn create(&self, name: &OsStr, rights: Rights<'_>) -> io::Result<File> {
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mode = if matches!(rights, Rights::Usual) { 0o666 } else { 0o600 };
        Ok(openat(&self.fd, name, flags, Mode::from_raw_mode(mode))?.into())
    }

    /// Renames `from` to `to` and replaces it.
    pub fn rename(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        Ok(renameat(&self.fd, from, &self.fd, to)?)
    }

    /// Renames `from` to `to`, which must not exist.
    pub fn rename_new(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
        {
            use rustix::fs::{RenameFlags, renameat_with};
            match renameat_with(&self.fd, from, &self.fd, to, RenameFlags::NOREPLACE) {
                Ok(()) => return Ok(()),
                Err(rustix::io::Errno::EXIST) => return Err(rustix::io::Errno::EXIST.into()),
                // Some file systems do not support this call.
                Err(_) => {}
            }
        }
        // A hard link fails if the name exists, on all file systems with hard links.
        match rustix::fs::linkat(&self.fd, from, &self.fd, to, AtFlags::empty()) {
            Ok(()) => self.remove(from),
            Err(rustix::io::Errno::EXIST) => Err(rustix::io::Errno::EXIST.into()),
            Err(_) if statat(&self.fd, to, AtFlags::SYMLINK_NOFOLLOW).is_ok() => {
                Err(rustix::io::Errno::EXIST.into())
            }
            Err(_) => self.rename(from, to),
        }
    }

    /// Swaps two names in one step, if the system supports it.
    pub fn exchange(&self, one: &OsStr, other: &OsStr) -> io::Result<()> {
        #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
        {
            use rustix::fs::{RenameFlags, renameat_with};
            Ok(renameat_with(&self.fd, one, &self.fd, other, RenameFlags::EXCHANGE)?)
        }
        #[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
        {
            let _ = (one, other);
            Err(io::ErrorKind::Unsupported.into())
        }
    }

    pub fn remove(&self, name: &OsStr) -> io::Result<()> {
        Ok(unlinkat(&self.fd, name, AtFlags::empty())?)
    }

    /// Removes an empty folder.
    pub fn remove_folder(&self, name: &OsStr) -> io::Result<()> {
        Ok(unlinkat(&self.fd, name, AtFlags::REMOVEDIR)?)
    }

    pub fn names(&self) -> io::Result<Vec<OsString>> {
        let mut names = Vec::new();
        for entry in Dir::read_from(&self.fd)? {
            names.push(OsStr::from_bytes(entry?.file_name().to_bytes()).to_owned());
        }
        Ok(names)
    }

    /// Writes the names to the disk. File systems that do not support this keep a rename anyway.
    pub fn sync(&self) {
        let _ = rustix::fs::fsync(&self.fd);
    }

    /// The identity of this folder.
    pub fn identity(&self) -> io::Result<(u64, u64)> {
        Ok(About::from_stat(&fstat(&self.fd)?).identity)
    }
}

impl About {
    pub(crate) fn of_file(file: &File) -> io::Result<Self> {
        Ok(Self::from_stat(&fstat(file)?))
    }

    #[allow(clippy::useless_conversion, clippy::unnecessary_cast, reason = "other widths on other systems")]
    fn from_stat(stat: &Stat) -> Self {
        let kind = match FileType::from_raw_mode(stat.st_mode) {
            FileType::RegularFile => Kind::File,
            FileType::Directory => Kind::Folder,
            FileType::Symlink => Kind::Link,
            _ => Kind::Other,
        };
        Self {
            kind,
            names: stat.st_nlink as u64,
            identity: (stat.st_dev as u64, stat.st_ino as u64),
            permissions: Permissions::from_mode(u32::from(stat.st_mode) & 0o7777),
            owner: (stat.st_uid, stat.st_gid),
            #[cfg(any(target_os = "linux", target_os = "android"))]
            attributes: super::attributes::Attributes::default(),
        }
    }

    /// Whether `lock` is this file.
    pub(crate) fn is_locked_by(&self, lock: &File) -> io::Result<bool> {
        Ok(Self::of_file(lock)?.identity == self.identity)
    }

    /// Sets the owner, the access list and the permissions of a new file to those of this one. If the owner cannot be
    /// set, permissions that depend on it (setuid) are removed.
    pub(crate) fn give_to(&self, file: &File) -> io::Result<()> {
        let own = Self::of_file(file)?;
        let mut mode = self.permissions.mode();
        if own.owner != self.owner {
            let (user, group) = self.owner;
            let group_kept = fchown(file, None, Some(Gid::from_raw(group))).is_ok();
            let user_kept = own.owner.0 == user || fchown(file, Some(Uid::from_raw(user)), None).is_ok();
            if !user_kept {
                mode &= !0o4000;
            }
            if !group_kept {
                // Otherwise another group would get these permissions.
                mode &= !0o2070;
            }
        }
        #[cfg(any(target_os = "linux", target_os = "android"))]
        self.attributes.give_to(file)?;
        // After the access list, because its mask is the permissions of the group.
        file.set_permissions(Permissions::from_mode(mode))
    }
}

/// Reserves `len` bytes on the disk, if the system supports it, so that overwriting the file does not run out of
/// space.
pub(crate) fn reserve(file: &File, len: u64) -> io::Result<()> {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    {
        use rustix::fs::{FallocateFlags, fallocate};
        use rustix::io::Errno;
        if let Err(error @ (Errno::NOSPC | Errno::DQUOT)) =
            fallocate(file, FallocateFlags::KEEP_SIZE, 0, len.max(1))
        {
            return Err(error.into());
        }
    }
    let _ = (file, len);
    Ok(())
}
