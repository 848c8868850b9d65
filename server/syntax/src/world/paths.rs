//! Normalizes paths without reading the disk: removes `.` and `..`.

use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};

/// The path without `.`, and without each `..` and the part before it. A `..` at the root is removed; one at the start
/// of a relative path stays.
pub fn normal(path: &Path) -> Cow<'_, Path> {
    // Paths with the same components are equal, so repeated separators do not matter.
    if !path.components().any(|c| matches!(c, Component::CurDir | Component::ParentDir)) {
        return Cow::Borrowed(path);
    }
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => match out.components().next_back() {
                Some(Component::Normal(_)) => {
                    out.pop();
                }
                Some(Component::RootDir | Component::Prefix(_)) => {}
                _ => out.push(".."),
            },
            other => out.push(other),
        }
    }
    Cow::Owned(out)
}

/// The normal absolute path. A relative path starts at the working folder.
pub fn absolute(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).map_or(Cow::Borrowed(path), Cow::Owned);
    normal(&path).into_owned()
}

/// The path of `target` as written in `file`, relative to the folder of the file. `*.ENDING`, which is never a path,
/// is the file of the same name with another ending.
pub fn beside(file: &Path, target: &str) -> PathBuf {
    if let Some(ending) = target.strip_prefix("*.") {
        return normal(&file.with_extension(ending)).into_owned();
    }
    let folder = file.parent().unwrap_or(Path::new(""));
    // Collected from components, because a path with a repeated separator would be equal but written differently.
    normal(&folder.join(target)).components().collect()
}

/// `target` as written in `file`, the inverse of [`beside`]: relative to the file's folder, with `/`. Unchanged if no
/// relative path leads there.
pub fn from(file: &Path, target: &Path) -> String {
    let folder = normal(file.parent().unwrap_or(Path::new(""))).into_owned();
    let target = normal(target);
    let words = |path: &Path| path.components().map(|c| c.as_os_str().to_owned()).collect::<Vec<_>>();
    let (from, to) = (words(&folder), words(&target));
    let same = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    if folder.is_absolute() != target.is_absolute() || (same == 0 && folder.is_absolute()) {
        return target.to_string_lossy().into_owned();
    }
    let up = from[same..].iter().map(|_| "..".into());
    let parts: Vec<_> = up.chain(to[same..].iter().map(|part| part.to_string_lossy())).collect();
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: &str, expected: &str) {
        // Compared as text, because some paths that are not normal equal normal ones.
        assert_eq!(normal(Path::new(path)).to_str(), Some(expected));
    }

    #[test]
    fn a_star_is_the_own_name() {
        assert_eq!(beside(Path::new("/a/b/login.anmla"), "*.anml"), Path::new("/a/b/login.anml"));
        assert_eq!(beside(Path::new("/a/b/login.anmla"), "x.anml"), Path::new("/a/b/x.anml"));
    }

    #[test]
    fn dots_go() {
        check("/a/b", "/a/b");
        check("./a/b", "a/b");
        check("a/../b", "b");
        check("/a/b/../../c", "/c");
        check(".", "");
    }

    #[test]
    fn nothing_is_above_the_root() {
        check("/../a", "/a");
        check("/a/../../../b", "/b");
    }

    #[test]
    fn a_relative_path_may_lead_out() {
        check("../a", "../a");
        check("a/../../b", "../b");
        check("../../a/..", "../..");
    }

    #[test]
    fn targets_count_from_the_folder_of_the_file() {
        assert_eq!(beside(Path::new("/w/a/x.toy"), "../b/y.toy"), Path::new("/w/b/y.toy"));
        assert_eq!(beside(Path::new("x.toy"), "./y.toy"), Path::new("y.toy"));
        assert_eq!(beside(Path::new("/w/x.toy"), "./y.toy").to_str(), Some("/w/y.toy"));
        assert_eq!(beside(Path::new("/w/x.toy"), "/y.toy"), Path::new("/y.toy"));
        assert_eq!(beside(Path::new("/w/x.toy"), "../../../y.toy"), Path::new("/y.toy"));
    }
    #[test]
    fn a_way_from_one_file_to_another() {
        for (file, target, way) in [
            ("/w/a/x.toy", "/w/b/y.toy", "../b/y.toy"),
            ("/w/x.toy", "/w/b/y.toy", "b/y.toy"),
            ("/w/a/b/x.toy", "/w/y.toy", "../../y.toy"),
            ("x.toy", "y.toy", "y.toy"),
        ] {
            assert_eq!(from(Path::new(file), Path::new(target)), way);
            assert_eq!(beside(Path::new(file), way), Path::new(target));
        }
        assert_eq!(from(Path::new("x.toy"), Path::new("/w/y.toy")), "/w/y.toy");
    }
}
