//! Walks folders.

use std::fs::DirEntry;
use std::path::{Path, PathBuf};

use agmark_syntax::{FolderEntry, Registry};
use globset::GlobSet;
use rayon::prelude::*;

use super::limit::Limit;
use super::rules::Rules;
use crate::paths;
use crate::readings::Extent;

/// A hidden folder that is public (RFC 8615).
const WELL_KNOWN: &str = ".well-known";

/// The number of folders that several threads list together.
const AT_ONCE: usize = 256;

/// All regular files in the folders among `paths` that may have a format, sorted by their bytes. Ignore files apply,
/// even outside of repositories. Hidden files and folders are skipped, except `.well-known` and files whose name is
/// only an ending. Links are not followed. `exclude` matches absolute paths. Other paths are returned unchanged, even
/// if they do not exist.
pub fn walk(paths: &[PathBuf], registry: &Registry, exclude: &GlobSet) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for path in paths {
        if !path.is_dir() {
            all.push(path.clone());
            continue;
        }
        let ways = Ways {
            excluded: &|path| !exclude.is_empty() && exclude.is_match(path),
            wanted: &|path| registry.may_be_ours(path),
            limit: Limit::NONE,
        };
        all.extend(ways.below(path).files);
    }
    sort(&mut all);
    all
}

/// Sorts paths by their bytes, because comparing them by components costs more than finding them.
pub(super) fn sort(paths: &mut Vec<PathBuf>) {
    paths.sort_unstable_by(|a, b| a.as_os_str().cmp(b.as_os_str()));
    paths.dedup();
}

/// The filters of a walk.
pub(super) struct Ways<'a> {
    /// Whether settings exclude the file or folder at an absolute path.
    pub excluded: &'a (dyn Fn(&Path) -> bool + Sync),
    /// Whether a file is wanted.
    pub wanted: &'a (dyn Fn(&Path) -> bool + Sync),
    pub limit: Limit,
}

/// The result of a walk.
#[derive(Default)]
pub(super) struct Below {
    pub files: Vec<PathBuf>,
    /// The folders that were walked, the root first.
    pub folders: Vec<PathBuf>,
    /// Folders and files that were not read because of the limit.
    pub left: Vec<PathBuf>,
}

/// The direct entries of a folder.
struct Listed {
    files: Vec<(PathBuf, u64)>,
    folders: Vec<(PathBuf, Rules)>,
    entries: usize,
}

impl Ways<'_> {
    /// Walks the folder at `root` by depth, so that the nearest files come first.
    pub fn below(&self, root: &Path) -> Below {
        let mut all = Below::default();
        // The taken and the read entries are counted separately, so that a folder that is too large leaves room for
        // others.
        let (mut taken, mut looked, mut bytes) = (0_usize, 0_usize, 0_u64);
        let mut next = vec![(root.to_owned(), Rules::at(root))];
        let mut depth = 0;
        while !next.is_empty() {
            depth += 1;
            if depth > self.limit.depth {
                break;
            }
            let mut later = Vec::new();
            for part in next.chunks(AT_ONCE) {
                if looked > self.limit.entries.saturating_mul(4) {
                    all.left.extend(part.iter().map(|(folder, _)| folder.clone()));
                    continue;
                }
                let listed: Vec<_> =
                    part.par_iter().map(|(folder, rules)| self.list(folder, rules)).collect();
                for ((folder, _), listed) in part.iter().zip(listed) {
                    looked = looked.saturating_add(listed.entries);
                    if taken.saturating_add(listed.entries) > self.limit.entries {
                        all.left.push(folder.clone());
                        continue;
                    }
                    taken += listed.entries;
                    all.folders.push(folder.clone());
                    for (file, size) in listed.files {
                        bytes = bytes.saturating_add(size);
                        if bytes > self.limit.bytes { all.left.push(file) } else { all.files.push(file) }
                    }
                    later.extend(listed.folders);
                }
            }
            next = later;
        }
        all
    }

    fn list(&self, folder: &Path, rules: &Rules) -> Listed {
        let mut listed = Listed { files: Vec::new(), folders: Vec::new(), entries: 0 };
        let base = paths::absolute(folder);
        for entry in children(folder) {
            listed.entries += 1;
            if listed.entries > self.limit.entries {
                break;
            }
            let Ok(kind) = entry.file_type() else { continue };
            let (name, is_folder) = (entry.file_name(), kind.is_dir());
            // Links are skipped.
            if !(is_folder || kind.is_file()) || skips(&name, is_folder) {
                continue;
            }
            let path = base.join(&name);
            if !is_folder && !(self.wanted)(&path) {
                continue;
            }
            if rules.ignore(&path, is_folder) || (self.excluded)(&path) {
                continue;
            }
            // Paths in `.` are written without it.
            let named = if folder == Path::new(".") { PathBuf::from(&name) } else { folder.join(&name) };
            if is_folder {
                listed.folders.push((named, rules.within(&path)));
            } else {
                let size = if self.limit.counts_bytes() { size(&entry) } else { 0 };
                listed.files.push((named, size));
            }
        }
        listed
    }
}

fn size(entry: &DirEntry) -> u64 {
    entry.metadata().map_or(0, |about| about.len())
}

/// The entries of a folder, sorted; empty if it cannot be read.
fn children(folder: &Path) -> Vec<DirEntry> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => {
            tracing::debug!("left out while walking: {}: {error}", folder.display());
            return Vec::new();
        }
    };
    let mut all: Vec<_> = entries.filter_map(Result::ok).collect();
    all.sort_unstable_by_key(DirEntry::file_name);
    all
}

/// All folders and files in a folder, with or without a format.
pub(crate) struct Everything {
    pub files: Vec<PathBuf>,
    /// The folder itself is the first.
    pub folders: Vec<PathBuf>,
}

/// All folders and regular files that a walk from `root` reaches, with or without a format, unsorted, without those
/// that `excluded` names. For [`Extent::Near`] only the nearest ones.
pub(crate) fn everything(
    root: &Path,
    extent: Extent,
    excluded: &(dyn Fn(&Path) -> bool + Sync),
) -> Everything {
    let ways = Ways { excluded, wanted: &|_| true, limit: Limit::of(extent, root).without_bytes() };
    let Below { files, folders, .. } = ways.below(root);
    Everything { files, folders }
}

/// The direct entries of a folder, sorted, without those that a walk skips.
pub(crate) fn entries(folder: &Path) -> Vec<FolderEntry> {
    let (base, rules) = (paths::absolute(folder), Rules::at(folder));
    let mut all: Vec<_> = children(folder)
        .into_iter()
        .filter_map(|entry| {
            let is_folder = entry.path().is_dir();
            let name = entry.file_name().to_str()?.to_owned();
            let left_out = skips(&entry.file_name(), is_folder) || rules.ignore(&base.join(&name), is_folder);
            (!left_out).then_some(FolderEntry { name, is_folder })
        })
        .collect();
    all.sort();
    all
}

/// Whether a walk skips a name.
pub(super) fn skips(name: &std::ffi::OsStr, is_folder: bool) -> bool {
    let name = name.to_string_lossy();
    // A file whose name is only an ending (`.toy`) is not hidden.
    name.starts_with('.') && if is_folder { name != WELL_KNOWN } else { name[1..].contains('.') }
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

    /// A pipe without a writer. Opening it for reading would wait forever.
    #[cfg(unix)]
    fn pipe(folder: &Folder, name: &str) {
        let path = folder.at(name);
        let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
        rustix::fs::mknodat(rustix::fs::CWD, &path, rustix::fs::FileType::Fifo, mode, 0).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_with_the_name_of_a_file_is_not_waited_for() {
        let folder = Folder::of(&[("a.toy", "=x\n"), ("sub/b.toy", ""), ("sub/made/c.toy", "")]);
        folder.write("sub/.ignore", "made\n");
        for name in [".gitignore", ".ignore", "sub/.gitignore", "x.toy", "agmark.toml", ".git"] {
            pipe(&folder, name);
        }
        assert_eq!(walked(&folder, &[""], &GlobSet::empty()), "a.toy sub/b.toy");
        assert!(super::super::IgnoreFilter::new(&[folder.at("")]).includes(&folder.at("a.toy")));
        let registry = std::sync::Arc::new(toy::registry());
        let configs = crate::Configs::new(std::sync::Arc::clone(&registry));
        let error = configs.nearest(&folder.at("a.toy")).unwrap_err();
        assert_eq!(error.path.as_deref(), Some(&*folder.at("agmark.toml")));
        assert!(error.message.starts_with("not a regular file"), "{error}");
        let formats = crate::Formats::new(registry, std::sync::Arc::new(configs));
        assert!(
            crate::scan::index_file(
                &folder.at("x.toy"),
                &formats,
                agmark_syntax::Surroundings::NONE,
                &|_| false
            )
            .is_none()
        );
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn names_that_are_not_utf_8_are_found() {
        use std::os::unix::ffi::OsStrExt;
        let folder = Folder::of(&[]);
        let names: [&[u8]; 2] = [b"\xff.toy", b"\xfe.toy"];
        for name in names {
            std::fs::write(folder.at("").join(std::ffi::OsStr::from_bytes(name)), "").unwrap();
        }
        let found = walk(&[folder.at("")], &toy::registry(), &GlobSet::empty());
        assert_eq!(found.len(), 2);
        assert_ne!(found[0], found[1]);
    }

    #[test]
    fn a_worktree_has_the_rules_of_its_repository() {
        let folder = Folder::of(&[
            ("repository/info/exclude", "/made\n"),
            ("repository/worktrees/w/commondir", "../..\n"),
            ("w/made/a.toy", ""),
            ("w/b.toy", ""),
        ]);
        let git = format!("gitdir: {}\n", folder.at("repository/worktrees/w").display());
        folder.write("w/.git", &git);
        assert_eq!(walked(&folder, &["w"], &GlobSet::empty()), "w/b.toy");
    }

    #[test]
    fn a_repository_within_another_has_its_own_rules() {
        let folder = Folder::of(&[
            (".git/HEAD", ""),
            (".gitignore", "*.tmp.toy\n"),
            (".ignore", "private.toy\n"),
            ("a.tmp.toy", ""),
            ("inner/.git/HEAD", ""),
            ("inner/a.tmp.toy", ""),
            ("inner/private.toy", ""),
        ]);
        assert_eq!(walked(&folder, &[""], &GlobSet::empty()), "inner/a.tmp.toy");
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
