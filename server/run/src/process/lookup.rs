//! Which file a command means.
//!
//! It is looked up once, before a person is asked, and the file that was found is the one that is started: a file that
//! appears in another folder of PATH afterwards changes nothing.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// What Windows starts, in its order: there, `npx` is `npx.cmd`.
#[cfg(any(windows, test))]
const ENDINGS: [&str; 4] = ["com", "exe", "bat", "cmd"];

/// The file that a command means: a path counts from `folder`, a bare name is looked for in the folders of `path`.
/// Nothing if the program does not exist. Links are not followed: many programs look at the name they are started by.
pub fn located(command: &str, path: &OsStr, folder: &Path) -> Option<PathBuf> {
    if command.is_empty() || command.contains('\0') {
        return None;
    }
    let mut places: Vec<PathBuf> = if is_bare(command) {
        std::env::split_paths(path).map(|place| folder.join(place).join(command)).collect()
    } else {
        vec![folder.join(command)]
    };
    places.retain(|place| place.file_name().is_some());
    places.into_iter().find_map(started)
}

fn is_bare(command: &str) -> bool {
    !command.contains(std::path::is_separator) && Path::new(command).components().count() == 1
}

#[cfg(not(windows))]
fn started(place: PathBuf) -> Option<PathBuf> {
    use std::os::unix::fs::PermissionsExt;
    let about = std::fs::metadata(&place).ok()?;
    (about.is_file() && about.permissions().mode() & 0o111 != 0).then_some(place)
}

#[cfg(windows)]
fn started(place: PathBuf) -> Option<PathBuf> {
    with_ending(place)
}

/// The file itself if its name has an ending, else the one with an ending that Windows starts.
#[cfg(any(windows, test))]
fn with_ending(place: PathBuf) -> Option<PathBuf> {
    if place.extension().is_some() {
        return place.is_file().then_some(place);
    }
    ENDINGS.iter().map(|ending| place.with_extension(ending)).find(|file| file.is_file())
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
        let found = |name: &str| with_ending(folder.path().join(name));
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
        let found = |command: &str| located(command, &path, base.path());
        assert_eq!(found("tool"), Some(at("two/tool")), "a file that is not executable is passed over");
        assert_eq!(found("dir"), None);
        assert_eq!(found("./tool"), Some(at("./tool")));
        assert_eq!(found("two/tool"), Some(at("two/tool")));
        assert_eq!(found(at("two/tool").to_str().unwrap()), Some(at("two/tool")));
        for nothing in ["", "gone", "./gone", "..", ".", "two/", "two\0tool"] {
            assert_eq!(found(nothing), None, "{nothing:?}");
        }
        let relative = std::env::join_paths(["two", ""]).unwrap();
        assert_eq!(located("tool", &relative, base.path()), Some(at("two/tool")));
        let here = std::env::join_paths([""]).unwrap();
        assert_eq!(located("tool", &here, base.path()), Some(at("tool")));
    }
}
