//! Where Windows finds a command that is no `.exe`: there, `npx` is `npx.cmd`.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// What Windows starts, in its order.
const ENDINGS: [&str; 4] = ["com", "exe", "bat", "cmd"];

/// The file that a bare name means, in the folders of `path`; the name itself if there is none, or if it says more than
/// a bare name.
pub fn found(program: &str, path: &OsStr) -> PathBuf {
    let named = Path::new(program);
    if named.components().count() != 1 || named.extension().is_some() {
        return named.to_owned();
    }
    let folders = std::env::split_paths(path);
    let mut files =
        folders.flat_map(|folder| ENDINGS.map(|ending| folder.join(program).with_extension(ending)));
    files.find(|file| file.is_file()).unwrap_or_else(|| named.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_name_is_looked_for() {
        let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        for file in [two.path().join("npx.cmd"), two.path().join("node.cmd"), two.path().join("node.exe")] {
            std::fs::write(file, "").unwrap();
        }
        std::fs::create_dir(one.path().join("npx.exe")).unwrap();
        let path = std::env::join_paths([one.path(), two.path()]).unwrap();
        let found = |program: &str| found(program, &path);
        assert_eq!(found("npx"), two.path().join("npx.cmd"));
        assert_eq!(found("node"), two.path().join("node.exe"));
        for plain in ["gone", "./npx", "npx.cmd", "a.b"] {
            assert_eq!(found(plain), Path::new(plain));
        }
    }
}
