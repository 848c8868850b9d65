//! Paths of open files of this process, such as `/dev/stdout` and `/dev/fd/3`.

use std::fs;
use std::path::Path;

/// The largest number of links that are followed before they are reported as a circle.
pub(crate) const MAX_LINKS: usize = 40;

/// The number of the open file of this process that a path names, also through links: 1 for `/dev/stdout`. `None` for
/// any other path.
pub fn descriptor(path: &Path) -> Option<u32> {
    let mut target = path.to_owned();
    for _ in 0..MAX_LINKS {
        let folder = target.parent()?;
        let name = target.file_name()?.to_str()?;
        if let Ok(number) = name.parse()
            && lists_open_files(folder)
        {
            return Some(number);
        }
        target = folder.join(fs::read_link(&target).ok()?);
    }
    None
}

/// Whether a folder lists the open files of this process.
fn lists_open_files(folder: &Path) -> bool {
    fs::canonicalize(folder).is_ok_and(|real| {
        real == Path::new("/dev/fd") || Some(real) == fs::canonicalize("/proc/self/fd").ok()
    })
}

/// Whether a folder belongs to the system. Its links are open files of processes, and their targets must not be
/// replaced.
pub(crate) fn is_of_the_system(folder: &Path) -> bool {
    fs::canonicalize(folder).is_ok_and(|real| real.starts_with("/proc") || real == Path::new("/dev/fd"))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn open_files_are_told_from_files() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("link");
        std::os::unix::fs::symlink("/dev/stdout", &link).unwrap();
        for (path, number) in [
            (Path::new("/dev/stdin"), 0),
            (Path::new("/dev/stdout"), 1),
            (Path::new("/dev/stderr"), 2),
            (Path::new("/dev/fd/1"), 1),
            (&link, 1),
        ] {
            assert_eq!(descriptor(path), Some(number), "{}", path.display());
        }
        for path in ["1", "/dev/null", "/1", "", "/", "..", "/dev/fd"] {
            assert_eq!(descriptor(Path::new(path)), None, "{path}");
        }
        let circle = folder.path().join("circle");
        std::os::unix::fs::symlink("circle", &circle).unwrap();
        assert_eq!(descriptor(&circle), None);
    }
}
