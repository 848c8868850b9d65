//! Paths as they are compared: without `.` and `..`, and without a look at the disk.

use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};

/// The path without `.`, and with each `..` taken away together with what it leads out of. A `..` at the root
/// goes nowhere; one at the start of a relative path stays.
pub fn normal(path: &Path) -> Cow<'_, Path> {
    // Two paths with the same components are equal: repeated separators need no care.
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

/// The normal path from the root of the file system on; relative ones start at the working folder.
pub fn absolute(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).map_or(Cow::Borrowed(path), Cow::Owned);
    normal(&path).into_owned()
}

/// Where `target`, as written in `file`, leads: it counts from the folder of the file. `*.ENDING`, which no path
/// of a file is, is the file of the same name with another ending.
pub fn beside(file: &Path, target: &str) -> PathBuf {
    if let Some(ending) = target.strip_prefix("*.") {
        return normal(&file.with_extension(ending)).into_owned();
    }
    let folder = file.parent().unwrap_or(Path::new(""));
    // Put together from its parts: a `.` in the middle would be equal, but not written the same.
    normal(&folder.join(target)).components().collect()
}

/// How `target` is written in `file`, so that [`beside`] leads back to it: relative to the file's folder, with
/// `/`. As it is where no relative way leads there.
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
        // Compared as text: as paths, some that are not normal are equal to those that are.
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
