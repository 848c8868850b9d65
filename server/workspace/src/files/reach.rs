//! Whether a walk would come to a path, without walking.

use std::path::{Path, PathBuf};

use ignore::IncrementalIgnore;

use super::walk::{builder, skips};
use crate::paths;

/// What walks from some folders come to, for paths that are heard of one by one. Ignore files are read once:
/// to be made anew for each batch of paths.
pub struct Reach {
    roots: Vec<(PathBuf, IncrementalIgnore)>,
}

impl Reach {
    pub fn new(roots: &[PathBuf]) -> Self {
        let matchers = roots.iter().map(|root| paths::absolute(root)).filter_map(|root| {
            let matcher = builder(&root).build_matchers().pop()?;
            Some((root, matcher))
        });
        Self { roots: matchers.collect() }
    }

    /// Whether a walk from one of the folders comes to the file at `path`, which may be gone: it is not
    /// hidden or ignored, and no link leads to it.
    pub fn includes(&mut self, path: &Path) -> bool {
        let path = paths::absolute(path);
        self.roots.iter_mut().any(|(root, matcher)| {
            let Ok(below) = path.strip_prefix(&*root) else { return false };
            let mut folders = below.ancestors().skip(1);
            let hidden = below.file_name().is_none_or(|name| skips(name, false))
                || folders.any(|folder| folder.file_name().is_some_and(|name| skips(name, true)));
            let by_link =
                || below.ancestors().any(|part| part != Path::new("") && root.join(part).is_symlink());
            !hidden && !matcher.matched(below, false).is_ignore() && !by_link()
        })
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
                let mut reach = Reach::new(&roots);
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
        let mut reach = Reach::new(&[folder.at("")]);
        assert!(reach.includes(&folder.at("x/y/new.toy")));
        assert!(!reach.includes(&folder.at("x/y/new.tmp.toy")));
        assert!(!reach.includes(&folder.at("../new.toy")));
        assert!(!reach.includes(&folder.at("")));
        assert!(!Reach::new(&[]).includes(&folder.at("new.toy")));
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed() {
        use std::os::unix::fs::symlink;
        let folder = Folder::of(&[("in/a.toy", ""), ("out/b.toy", "")]);
        symlink(folder.at("out"), folder.at("in/folder")).unwrap();
        symlink(folder.at("out/b.toy"), folder.at("in/b.toy")).unwrap();
        let mut reach = Reach::new(&[folder.at("in")]);
        assert!(reach.includes(&folder.at("in/a.toy")));
        assert!(!reach.includes(&folder.at("in/b.toy")) && !reach.includes(&folder.at("in/folder/b.toy")));
    }
}
