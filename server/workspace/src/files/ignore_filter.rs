//! Tells whether a walk would reach a path, without walking.

use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;

use super::rules::Rules;
use super::walk::skips;
use crate::paths;

/// A filter of paths that walks from some folders reach. Ignore files are read once, so create a new filter for each
/// batch of paths.
pub struct IgnoreFilter {
    roots: Vec<Root>,
}

struct Root {
    path: PathBuf,
    /// The rules of each requested folder.
    folders: FxHashMap<PathBuf, Rules>,
}

impl IgnoreFilter {
    pub fn new(roots: &[PathBuf]) -> Self {
        let root = |path: &PathBuf| Root { path: paths::absolute(path), folders: FxHashMap::default() };
        Self { roots: roots.iter().map(root).collect() }
    }

    /// Whether a walk from one of the folders reaches the file at `path`, which may be deleted: it is not hidden or
    /// ignored, and not behind a link.
    pub fn includes(&mut self, path: &Path) -> bool {
        let path = paths::absolute(path);
        self.roots.iter_mut().any(|root| root.includes(&path))
    }
}

impl Root {
    fn includes(&mut self, path: &Path) -> bool {
        let Ok(below) = path.strip_prefix(&self.path) else { return false };
        let mut rules = self.rules(&self.path.clone(), None);
        let mut at = self.path.clone();
        let count = below.components().count();
        for (index, part) in below.components().enumerate() {
            let is_folder = index + 1 < count;
            at.push(part);
            if skips(part.as_os_str(), is_folder) || rules.ignore(&at, is_folder) || at.is_symlink() {
                return false;
            }
            if is_folder {
                rules = self.rules(&at, Some(&rules));
            }
        }
        count > 0
    }

    fn rules(&mut self, folder: &Path, above: Option<&Rules>) -> Rules {
        if let Some(known) = self.folders.get(folder) {
            return known.clone();
        }
        let rules = above.map_or_else(|| Rules::at(folder), |above| above.within(folder));
        self.folders.insert(folder.to_owned(), rules.clone());
        rules
    }
}

#[cfg(test)]
mod tests {
    use globset::GlobSet;

    use super::*;
    use crate::files::walk;
    use crate::toy::{self, Folder};

    #[test]
    fn it_is_what_a_walk_comes_to() {
        let files = [
            (".gitignore", "/made\n*.tmp.toy\n"),
            ("made/a.toy", ""),
            ("sub/made/a.toy", ""),
            ("sub/.gitignore", "deep/\n!b.tmp.toy\n"),
            ("sub/deep/er/a.toy", ""),
            ("sub/b.tmp.toy", ""),
            ("b.tmp.toy", ""),
            (".toy", ""),
            (".hidden.toy", ""),
            (".hidden/a.toy", ""),
            (".well-known/a.toy", ""),
        ];
        for repository in [false, true] {
            let folder = Folder::of(&files);
            if repository {
                folder.write(".git/HEAD", "");
            }
            for roots in [vec![folder.at("")], vec![folder.at("sub"), folder.at("made")]] {
                let all = walk(&roots, &toy::registry(), &GlobSet::empty());
                let mut reach = IgnoreFilter::new(&roots);
                for (name, _) in files.iter().filter(|(name, _)| name.ends_with(".toy")) {
                    let path = folder.at(name);
                    assert_eq!(reach.includes(&path), all.contains(&path), "{name} from {roots:?}");
                }
            }
        }
    }

    #[test]
    fn a_path_need_not_be_there() {
        let folder = Folder::of(&[(".ignore", "*.tmp.toy\n")]);
        let mut reach = IgnoreFilter::new(&[folder.at("")]);
        assert!(reach.includes(&folder.at("x/y/new.toy")));
        assert!(!reach.includes(&folder.at("x/y/new.tmp.toy")));
        assert!(!reach.includes(&folder.at("../new.toy")));
        assert!(!reach.includes(&folder.at("")));
        assert!(!IgnoreFilter::new(&[]).includes(&folder.at("new.toy")));
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed() {
        use std::os::unix::fs::symlink;
        let folder = Folder::of(&[("in/a.toy", ""), ("out/b.toy", "")]);
        symlink(folder.at("out"), folder.at("in/folder")).unwrap();
        symlink(folder.at("out/b.toy"), folder.at("in/b.toy")).unwrap();
        let mut reach = IgnoreFilter::new(&[folder.at("in")]);
        assert!(reach.includes(&folder.at("in/a.toy")));
        assert!(!reach.includes(&folder.at("in/b.toy")) && !reach.includes(&folder.at("in/folder/b.toy")));
    }
}
