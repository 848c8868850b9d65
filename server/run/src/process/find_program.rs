//! The file that a command starts.
//!
//! The file is looked up once, before the person is asked. A file that appears in another folder of PATH later is not
//! started.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The file extensions of programs on Windows, by priority: `npx` starts `npx.cmd`.
#[cfg(any(windows, test))]
const EXTENSIONS: [&str; 4] = ["com", "exe", "bat", "cmd"];

/// The file that a command starts. A path is relative to `folder`; a name is searched in the folders of `path`. `None` if
/// the program does not exist. Symbolic links are not resolved, because many programs use the name that they are started
/// with.
pub fn find(command: &str, path: &OsStr, folder: &Path) -> Option<PathBuf> {
    if command.is_empty() || command.contains('\0') {
        return None;
    }
    let mut files: Vec<PathBuf> = if is_name(command) {
        std::env::split_paths(path).map(|entry| folder.join(entry).join(command)).collect()
    } else {
        vec![folder.join(command)]
    };
    files.retain(|file| file.file_name().is_some());
    files.into_iter().find_map(executable)
}

fn is_name(command: &str) -> bool {
    !command.contains(std::path::is_separator) && Path::new(command).components().count() == 1
}

#[cfg(not(windows))]
fn executable(file: PathBuf) -> Option<PathBuf> {
    use std::os::unix::fs::PermissionsExt;
    let about = std::fs::metadata(&file).ok()?;
    (about.is_file() && about.permissions().mode() & 0o111 != 0).then_some(file)
}

#[cfg(windows)]
fn executable(file: PathBuf) -> Option<PathBuf> {
    with_program_extension(file)
}

/// The file itself if its name has an extension, otherwise the file with an extension of a program.
#[cfg(any(windows, test))]
fn with_program_extension(file: PathBuf) -> Option<PathBuf> {
    if file.extension().is_some() {
        return file.is_file().then_some(file);
    }
    EXTENSIONS.iter().map(|extension| file.with_extension(extension)).find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_finds_scripts_by_their_bare_name() {
        let folder = tempfile::tempdir().unwrap();
        for file in ["npx.cmd", "node.cmd", "node.exe"] {
            std::fs::write(folder.path().join(file), "").unwrap();
        }
        let found = |name: &str| with_program_extension(folder.path().join(name));
        assert_eq!(found("npx"), Some(folder.path().join("npx.cmd")));
        assert_eq!(found("node"), Some(folder.path().join("node.exe")));
        assert_eq!(found("npx.cmd"), Some(folder.path().join("npx.cmd")));
        assert_eq!(found("gone"), None);
    }

    #[cfg(unix)]
    #[test]
    fn the_first_program_of_that_name_is_found() {
        use std::os::unix::fs::PermissionsExt;
        let base = tempfile::tempdir().unwrap();
        let at = |name: &str| base.path().join(name);
        let program = |name: &str, mode: u32| {
            std::fs::create_dir_all(at(name).parent().unwrap()).unwrap();
            std::fs::write(at(name), "").unwrap();
            std::fs::set_permissions(at(name), std::fs::Permissions::from_mode(mode)).unwrap();
        };
        program("one/tool", 0o644);
        program("two/tool", 0o755);
        program("tool", 0o755);
        std::fs::create_dir_all(at("one/dir")).unwrap();
        let path = std::env::join_paths([at("gone"), at("one"), at("two")]).unwrap();
        let found = |command: &str| find(command, &path, base.path());
        assert_eq!(found("tool"), Some(at("two/tool")), "a file that is not executable is skipped");
        assert_eq!(found("dir"), None);
        assert_eq!(found("./tool"), Some(at("./tool")));
        assert_eq!(found("two/tool"), Some(at("two/tool")));
        assert_eq!(found(at("two/tool").to_str().unwrap()), Some(at("two/tool")));
        for nothing in ["", "gone", "./gone", "..", ".", "two/", "two\0tool"] {
            assert_eq!(found(nothing), None, "{nothing:?}");
        }
        let relative = std::env::join_paths(["two", ""]).unwrap();
        assert_eq!(find("tool", &relative, base.path()), Some(at("two/tool")));
        let here = std::env::join_paths([""]).unwrap();
        assert_eq!(find("tool", &here, base.path()), Some(at("tool")));
    }
}
