//! The folder that the paths of a diff start in, and paths that stay inside of it.

use agmark_files::{PathError, SafePath};

use super::model::{Action, Diff};

/// A path of a diff, checked.
///
/// # Errors
/// If a diff must not change this path.
pub fn checked(path: &str) -> Result<SafePath, PathError> {
    SafePath::new(path)
}

/// The path in its usual form; `None` if a diff must not change it.
pub fn inside(path: &str) -> Option<String> {
    checked(path).ok().map(|path| path.text())
}

/// The index of the folder that the paths of a diff start in. Candidates are sorted by distance, nearest first. It is
/// the first folder with all files that the diff changes, or the first with any of them, or the first with the folder
/// of a new file, or the first. `exists` takes the index of a folder and a path in it.
pub fn choose(diff: &Diff, folders: usize, exists: impl Fn(usize, &str) -> bool) -> usize {
    let paths = |new: bool| {
        let wanted = move |action: &Action| matches!(action, Action::Add(_)) == new;
        diff.files.iter().filter(move |f| wanted(&f.action)).filter_map(|f| {
            let moved = f.moved_to().and_then(inside);
            Some((inside(f.path.as_deref()?)?, moved))
        })
    };
    let there = |folder: usize, (path, moved): &(String, Option<String>)| {
        exists(folder, path) || moved.as_ref().is_some_and(|m| exists(folder, m))
    };
    let old: Vec<_> = paths(false).collect();
    let all = |folder: &usize| !old.is_empty() && old.iter().all(|p| there(*folder, p));
    let any = |folder: &usize| old.iter().any(|p| there(*folder, p));
    let parent = |folder: &usize| {
        let folders = paths(true).filter_map(|(p, _)| Some(p.rsplit_once('/')?.0.to_owned()));
        folders.into_iter().any(|f| exists(*folder, &f))
    };
    let first = |test: &dyn Fn(&usize) -> bool| (0..folders).find(|f| test(f));
    first(&all).or_else(|| first(&any)).or_else(|| first(&parent)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diff::DiffFormat;

    #[test]
    fn paths_stay_inside() {
        for (path, expected) in [
            ("a/b.go", Some("a/b.go")),
            ("./a//b/./c.go", Some("a/b/c.go")),
            ("a/../c.go", None),
            ("a\\..\\c.go", None),
            (".git/config", None),
            ("nul", None),
            ("a\\b.go", None),
            ("../a.go", None),
            ("a/../../b", None),
            ("/etc/passwd", None),
            ("C:\\a", None),
            ("..", None),
            ("", None),
            ("a/..", None),
        ] {
            assert_eq!(inside(path).as_deref(), expected, "{path}");
        }
    }

    #[test]
    fn the_nearest_folder_with_all_files_is_chosen() {
        let chosen = |patch: &str, files: &[&[&str]]| {
            let diff = Diff::parse(DiffFormat::V4a, patch, None);
            choose(&diff, files.len(), |folder, path| files[folder].contains(&path))
        };
        let two = "*** Begin Patch\n*** Delete File: a\n*** Delete File: s/b\n*** End Patch";
        assert_eq!(chosen(two, &[&["a"], &["a", "s/b"], &["a", "s/b"]]), 1);
        assert_eq!(chosen(two, &[&[], &["a"]]), 1);
        assert_eq!(chosen(two, &[&[], &[]]), 0);
        let new = "*** Begin Patch\n*** Add File: s/b\n+x\n*** End Patch";
        assert_eq!(chosen(new, &[&["a"], &["s"]]), 1);
    }
}
