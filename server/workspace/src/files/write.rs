//! Writing a file.

use std::fs::{self, Permissions};
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// How many links after another are followed before they are taken for a circle.
const MAX_LINKS: usize = 40;

/// Why a file could not be written. Each message says what to do.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    #[error("{}: the folder is not there: create it first", path.display())]
    NoFolder { path: PathBuf },
    #[error("{}: no regular file: it is not written", path.display())]
    NotRegular { path: PathBuf },
    #[error("{}: must not be written: give yourself the permission to, for the file and its folder", path.display())]
    Permission { path: PathBuf },
    #[error("{}: a link that leads in a circle: remove it", path.display())]
    Circle { path: PathBuf },
    #[error("{}: writing failed, the file is as it was: {source}", path.display())]
    Other { path: PathBuf, source: std::io::Error },
}

/// Writes a file whole or not at all: others see the old text or the new one. A link is followed to the file
/// that it leads to, and the file keeps its permissions.
///
/// # Errors
/// When the file or its folder must not be written; the file is then as it was.
pub fn write(path: &Path, text: &str) -> Result<(), WriteError> {
    write_with(path, |file| file.write_all(text.as_bytes()))
}

/// As [`write`], for a text that is written in pieces.
///
/// # Errors
/// As [`write`], and what `content` fails of.
pub fn write_with(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
) -> Result<(), WriteError> {
    let target = target(path)?;
    let fail = |e| WriteError::from_io(path, e);
    let before = match fs::metadata(&target) {
        Ok(about) if !about.is_file() => return Err(WriteError::NotRegular { path: path.to_owned() }),
        Ok(about) if about.permissions().readonly() => {
            return Err(WriteError::Permission { path: path.to_owned() });
        }
        Ok(about) => Some(about.permissions()),
        Err(e) if e.kind() == ErrorKind::NotFound => None,
        Err(e) => return Err(fail(e)),
    };
    let folder = target.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".agmark-").suffix(".tmp");
    if let Some(usual) = usual_permissions() {
        builder.permissions(usual);
    }
    let mut file = builder.tempfile_in(folder).map_err(fail)?;
    let mut pieces = BufWriter::new(&mut file);
    content(&mut pieces).and_then(|()| pieces.flush()).map_err(fail)?;
    drop(pieces);
    if let Some(before) = before {
        file.as_file().set_permissions(before).map_err(fail)?;
    }
    file.persist(&target).map_err(|e| fail(e.error))?;
    Ok(())
}

/// What a new file may be, before the person's mask is taken off. A temporary file would be its owner's alone.
#[cfg(unix)]
fn usual_permissions() -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn usual_permissions() -> Option<Permissions> {
    None
}

/// Where a link leads, also to a file that is not there yet.
fn target(path: &Path) -> Result<PathBuf, WriteError> {
    let mut target = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&target) {
            Ok(next) => target = target.parent().unwrap_or(Path::new("")).join(next),
            // No link, or not there: what is wrong is seen when it is written.
            Err(_) => return Ok(target),
        }
    }
    Err(WriteError::Circle { path: path.to_owned() })
}

impl WriteError {
    fn from_io(path: &Path, source: std::io::Error) -> Self {
        let path = path.to_owned();
        match source.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => Self::NoFolder { path },
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => Self::Permission { path },
            ErrorKind::IsADirectory => Self::NotRegular { path },
            _ => Self::Other { path, source },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> =
            entries.map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn the_text_is_replaced_and_nothing_is_left_beside() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.toy");
        write(&path, "one, which is longer").unwrap();
        write(&path, "two").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(names(folder.path()), ["x.toy"]);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("no/x.toy");
        assert!(matches!(write(&path, ""), Err(WriteError::NoFolder { .. })));
        assert!(matches!(write(folder.path(), ""), Err(WriteError::NotRegular { .. })));
    }

    #[test]
    fn a_file_that_is_read_only_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.toy");
        fs::write(&path, "old").unwrap();
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        assert!(matches!(write(&path, "new"), Err(WriteError::Permission { .. })));
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(names(folder.path()), ["x.toy"]);
    }

    #[cfg(unix)]
    mod unix {
        use std::os::unix::fs::{PermissionsExt, symlink};

        use super::*;

        fn mode(path: &Path) -> u32 {
            fs::metadata(path).unwrap().permissions().mode() & 0o777
        }

        #[test]
        fn permissions_stay_and_new_files_have_the_usual_ones() {
            let folder = tempfile::tempdir().unwrap();
            let (old, new, plain) =
                (folder.path().join("old"), folder.path().join("new"), folder.path().join("plain"));
            fs::write(&old, "").unwrap();
            fs::set_permissions(&old, Permissions::from_mode(0o751)).unwrap();
            write(&old, "x").unwrap();
            assert_eq!(mode(&old), 0o751);
            fs::write(&plain, "").unwrap();
            write(&new, "x").unwrap();
            assert_eq!(mode(&new), mode(&plain));
        }

        #[test]
        fn a_link_stays_a_link() {
            let folder = tempfile::tempdir().unwrap();
            let (file, link) = (folder.path().join("file"), folder.path().join("link"));
            symlink("file", &link).unwrap();
            write(&link, "through a link to nothing").unwrap();
            write(&link, "through a link").unwrap();
            assert!(link.is_symlink() && !file.is_symlink());
            assert_eq!(fs::read_to_string(&file).unwrap(), "through a link");
        }

        #[test]
        fn links_in_a_circle_end() {
            let folder = tempfile::tempdir().unwrap();
            let (a, b) = (folder.path().join("a"), folder.path().join("b"));
            symlink(&a, &b).unwrap();
            symlink(&b, &a).unwrap();
            assert!(matches!(write(&a, "x"), Err(WriteError::Circle { .. })));
        }
    }
}
