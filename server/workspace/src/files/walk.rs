//! Walking folders.

use std::path::{Path, PathBuf};
use std::sync::mpsc;

use agmark_syntax::{Entry, Registry};
use globset::GlobSet;
use ignore::{DirEntry, WalkBuilder, WalkState};

use crate::paths;

/// A hidden folder that is public all the same (RFC 8615).
const WELL_KNOWN: &str = ".well-known";

/// All regular files below the folders among `paths` that may be of a format, sorted by their bytes. Ignore files hold,
/// also outside of repositories; hidden files and folders are left out, but for `.well-known` and files that
/// have only an ending; links are not followed. `exclude` is asked with absolute paths. A path that is no
/// folder is given back as it is, also one that leads to nothing.
pub fn walk(paths: &[PathBuf], registry: &Registry, exclude: &GlobSet) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for path in paths {
        if !path.is_dir() {
            all.push(path.clone());
            continue;
        }
        let keep = |path: &Path, is_folder: bool| !is_folder && registry.may_be_ours(path);
        all.extend(below(path, exclude, &keep).into_iter().map(|found| found.path));
    }
    // By their bytes: comparing paths part by part costs more than finding them.
    all.sort_unstable_by(|a, b| a.as_os_str().cmp(b.as_os_str()));
    all.dedup();
    all
}

/// What a walk comes to.
pub(crate) struct Found {
    pub path: PathBuf,
    pub is_folder: bool,
}

/// Every folder and regular file that a walk from `root` comes to, of a format or not; unsorted.
pub(crate) fn everything(root: &Path) -> Vec<Found> {
    below(root, &GlobSet::empty(), &|_, _| true)
}

/// What is right in a folder, sorted, without what a walk leaves out.
pub(crate) fn entries(folder: &Path) -> Vec<Entry> {
    let walk = builder(folder).max_depth(Some(1)).build().filter_map(Result::ok);
    let mut all: Vec<_> = walk
        .filter(|entry| entry.depth() == 1)
        .filter_map(|entry| {
            let is_folder = entry.path().is_dir();
            let name = entry.file_name().to_str()?.to_owned();
            (!skips(entry.file_name(), is_folder)).then_some(Entry { name, is_folder })
        })
        .collect();
    all.sort();
    all
}

/// Whether a walk leaves out what has this name, by its name alone.
pub(super) fn skips(name: &std::ffi::OsStr, is_folder: bool) -> bool {
    let name = name.to_string_lossy();
    // A file that has only an ending (`.toy`) is no hidden one.
    name.starts_with('.') && if is_folder { name != WELL_KNOWN } else { name[1..].contains('.') }
}

/// What a walk comes to and `keep`, told of each path whether it is a folder, wants.
fn below(root: &Path, exclude: &GlobSet, keep: &(dyn Fn(&Path, bool) -> bool + Sync)) -> Vec<Found> {
    let here = paths::absolute(root);
    let (send, receive) = mpsc::channel();
    let excluded = |entry: &DirEntry| {
        let below = entry.path().strip_prefix(root).unwrap_or(entry.path());
        !exclude.is_empty() && exclude.is_match(here.join(below))
    };
    builder(root).build_parallel().run(|| {
        let send = send.clone();
        let excluded = &excluded;
        Box::new(move |entry| {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    tracing::debug!("left out while walking: {error}");
                    return WalkState::Continue;
                }
            };
            let Some(kind) = entry.file_type() else { return WalkState::Continue };
            let is_folder = kind.is_dir();
            if entry.depth() > 0 && (skips(entry.file_name(), is_folder) || excluded(&entry)) {
                return WalkState::Skip;
            }
            if (is_folder || kind.is_file()) && keep(entry.path(), is_folder) {
                // Only fails when nobody listens any more.
                let _ = send.send(Found { path: tidy(entry.into_path()), is_folder });
            }
            WalkState::Continue
        })
    });
    drop(send);
    receive.into_iter().collect()
}

/// A walk as ours are, without what is hidden and excluded.
pub(super) fn builder(root: &Path) -> WalkBuilder {
    let in_repository = paths::absolute(root).ancestors().any(|folder| folder.join(".git").exists());
    let mut builder = WalkBuilder::new(root);
    builder
        .hidden(false)
        .follow_links(false)
        .require_git(false)
        // Above the root, ignore files are meant for the repository. Elsewhere they are somebody's home.
        .parents(in_repository)
        .git_global(in_repository)
        .git_exclude(in_repository);
    builder
}

/// What is found below `.` is named without it.
fn tidy(path: PathBuf) -> PathBuf {
    path.strip_prefix("./").map(Path::to_owned).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use globset::{Glob, GlobSetBuilder};

    use super::*;
    use crate::toy::{self, Folder};

    fn walked(folder: &Folder, from: &[&str], exclude: &GlobSet) -> String {
        let roots: Vec<_> = from.iter().map(|path| folder.at(path)).collect();
        folder.names(&walk(&roots, &toy::registry(), exclude))
    }

    #[test]
    fn files_that_may_be_ours_in_order() {
        let folder =
            Folder::of(&[("b.toy", ""), ("a/c.toy", ""), ("a/c.txt", ""), ("a/x.rs", ""), ("a.toy", "")]);
        assert_eq!(walked(&folder, &[""], &GlobSet::empty()), "a.toy a/c.toy a/c.txt b.toy");
    }

    #[test]
    fn hidden_ones_are_left_out_but_for_two() {
        let folder = Folder::of(&[
            (".toy", ""),
            (".hidden.toy", ""),
            (".git/a.toy", ""),
            (".other/a.toy", ""),
            (".well-known/a.toy", ""),
            ("public/.well-known/a.toy", ""),
        ]);
        assert_eq!(
            walked(&folder, &[""], &GlobSet::empty()),
            ".toy .well-known/a.toy public/.well-known/a.toy"
        );
        assert_eq!(walked(&folder, &[".other"], &GlobSet::empty()), ".other/a.toy");
    }

    #[test]
    fn ignore_files_hold_without_a_repository() {
        let folder = Folder::of(&[
            (".gitignore", "made/\n*.tmp.toy\n"),
            (".ignore", "private.toy\n"),
            ("made/a.toy", ""),
            ("x.tmp.toy", ""),
            ("private.toy", ""),
            ("node_modules/a.toy", ""),
        ]);
        assert_eq!(walked(&folder, &[""], &GlobSet::empty()), "node_modules/a.toy");
        assert_eq!(
            walked(&folder, &["node_modules", "made"], &GlobSet::empty()),
            "made/a.toy node_modules/a.toy"
        );
    }

    #[test]
    fn ignore_files_above_hold_in_a_repository() {
        let folder = Folder::of(&[
            (".git/HEAD", ""),
            (".gitignore", "/sub/made\n"),
            ("sub/made/a.toy", ""),
            ("sub/b.toy", ""),
        ]);
        assert_eq!(walked(&folder, &["sub"], &GlobSet::empty()), "sub/b.toy");
    }

    #[test]
    fn what_is_named_is_always_given() {
        let folder = Folder::of(&[(".gitignore", "*\n"), ("a.rs", ""), (".b", "")]);
        assert_eq!(walked(&folder, &["no.toy", "a.rs", ".b", "a.rs"], &GlobSet::empty()), ".b a.rs no.toy");
    }

    #[test]
    fn excluded_files_and_folders_are_left_out() {
        let folder = Folder::of(&[("drafts/a.toy", ""), ("b.toy", ""), ("c/b.toy", ""), ("c/d.toy", "")]);
        let glob = |end: &str| {
            let base = globset::escape(folder.at("").to_str().unwrap().trim_end_matches('/'));
            Glob::new(&format!("{base}/{end}")).unwrap()
        };
        let mut exclude = GlobSetBuilder::new();
        exclude.add(glob("drafts")).add(glob("**/b.toy"));
        assert_eq!(walked(&folder, &["", "c"], &exclude.build().unwrap()), "c/d.toy");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed() {
        use std::os::unix::fs::symlink;
        let folder = Folder::of(&[("in/a.toy", ""), ("out/b.toy", "")]);
        let at = |path: &str| folder.at(path);
        symlink(at("out"), at("in/folder")).unwrap();
        symlink(at("out/b.toy"), at("in/b.toy")).unwrap();
        symlink(at("in"), at("in/round")).unwrap();
        symlink(at("in"), at("link")).unwrap();
        assert_eq!(walked(&folder, &["in"], &GlobSet::empty()), "in/a.toy");
        assert_eq!(
            walked(&folder, &["link"], &GlobSet::empty()),
            "link/a.toy",
            "a link that is named is followed"
        );
    }
}
