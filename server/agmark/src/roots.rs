//! The workspace of a file: what `check` reads besides the files to check, so that
//! a reference into another file finds its definition.

use std::path::{Path, PathBuf};

use agmark_workspace::files;
use agmark_workspace::readings::{Extent, Tree};

/// What marks the folder of a workspace: nearest first, and the first kind before the second.
const MARKERS: [&str; 2] = [agmark_workspace::config::FILE_NAME, ".git"];

/// The workspace folder of `path`, which is absolute: the nearest parent with an `agmark.toml`, else with a `.git`, else
/// the working folder if `path` is in it, else its own folder. None if that is the root or the home folder: then the
/// file has no workspace.
pub fn root(path: &Path, working: &Path) -> Option<PathBuf> {
    tree(path, working).map(|tree| tree.root)
}

/// The same, and how much of it is read: a folder that is not marked as a workspace may hold anything.
pub fn tree(path: &Path, working: &Path) -> Option<Tree> {
    let own = if path.is_dir() { Some(path) } else { path.parent() };
    let marked = |marker: &&str| {
        own?.ancestors().filter(|folder| !is_everything(folder)).find(|folder| folder.join(marker).exists())
    };
    let tree = |root: &Path, extent| Tree { root: root.to_owned(), extent };
    if let Some(root) = MARKERS.iter().find_map(marked) {
        return Some(tree(root, Extent::Whole));
    }
    let root = Some(working)
        .filter(|w| path.starts_with(w) && !is_everything(w))
        .or_else(|| own.filter(|own| path.is_dir() || !is_everything(own)))?;
    Some(tree(root, Extent::Near))
}

fn is_everything(folder: &Path) -> bool {
    files::holds_everything(folder)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_nearest_marker_wins_and_its_kind_before() {
        let folder = tempfile::tempdir().unwrap();
        let at = |p: &str| folder.path().join(p);
        fs::create_dir_all(at("repo/.git")).unwrap();
        fs::create_dir_all(at("repo/a/b/.git")).unwrap();
        fs::create_dir_all(at("plain/a")).unwrap();
        let file = at("repo/a/b/x.agd");
        let elsewhere = Path::new("/nowhere");
        assert_eq!(root(&file, elsewhere), Some(at("repo/a/b")));
        assert_eq!(root(&at("repo/a"), elsewhere), Some(at("repo")));
        fs::write(at("repo/agmark.toml"), "").unwrap();
        assert_eq!(root(&file, elsewhere), Some(at("repo")));
        // Without a marker.
        assert_eq!(root(&at("plain/a/x.agd"), &at("plain")), Some(at("plain")));
        assert_eq!(root(&at("plain/a/x.agd"), &at("repo")), Some(at("plain/a")));
        assert_eq!(root(&at("plain/a"), &at("repo")), Some(at("plain/a")));
        assert_eq!(root(&std::env::temp_dir().join("x.agd"), &std::env::temp_dir()), None);
    }
}
