//! Finds the files of a folder, in the same way for the command line and the editor.

use std::path::PathBuf;

use agmark_syntax::Registry;

use super::limit::Limit;
use super::walk::{Ways, sort};
use crate::config::{Excludes, FILE_NAME};
use crate::readings::Tree;

/// The files of a folder.
#[derive(Debug, Default)]
pub struct FolderFiles {
    /// Sorted by their bytes.
    pub files: Vec<PathBuf>,
    /// Folders and files that were not read, because there are too many.
    pub left: Vec<PathBuf>,
}

/// The files of a folder that may have a format and that neither ignore files nor settings exclude. For
/// [`Extent::Near`] only the nearest ones; for a folder such as `/` only its direct entries.
pub fn folder_files(tree: &Tree, registry: &Registry, excludes: &Excludes<'_>) -> FolderFiles {
    let limit = Limit::of(tree.extent, &tree.root);
    // The exclusions of the folder apply to all folders in it, in addition to their own.
    let top = excludes.of(&tree.root.join(FILE_NAME));
    let ways = Ways {
        excluded: &|path| (!top.is_empty() && top.is_match(path)) || excludes.leave_out(path),
        wanted: &|path| registry.may_be_ours(path),
        limit,
    };
    let found = ways.below(&tree.root);
    let mut files = found.files;
    sort(&mut files);
    FolderFiles { files, left: found.left }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::Configs;
    use crate::files::{NEAR_BYTES, NEAR_ENTRIES};
    use crate::readings::Extent;
    use crate::toy::{self, Folder};

    fn found(folder: &Folder, extent: Extent) -> FolderFiles {
        let registry = Arc::new(toy::registry());
        let configs = Configs::new(Arc::clone(&registry));
        let tree = Tree { root: folder.at(""), extent };
        folder_files(&tree, &registry, &Excludes::new(&configs))
    }

    #[test]
    fn settings_further_down_leave_out_too() {
        let folder = Folder::of(&[
            ("agmark.toml", "exclude = [\"made\"]\n"),
            ("a.toy", ""),
            ("made/b.toy", ""),
            ("sub/agmark.toml", "exclude = [\"drafts\"]\n"),
            ("sub/c.toy", ""),
            ("sub/drafts/d.toy", ""),
            ("sub/made/e.toy", ""),
            ("drafts/f.toy", ""),
        ]);
        assert_eq!(folder.names(&found(&folder, Extent::Whole).files), "a.toy drafts/f.toy sub/c.toy");
    }

    #[test]
    fn what_is_near_comes_first_and_the_rest_is_named() {
        let far = (0..NEAR_ENTRIES + 10).map(|n| (format!("far/{n}.toy"), String::new()));
        let near = ["a.toy", "near/b.toy"].map(|name| (name.to_owned(), String::new()));
        let files: Vec<_> = far.chain(near).collect();
        let files: Vec<_> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let folder = Folder::of(&files);
        let near = found(&folder, Extent::Near);
        assert_eq!(folder.names(&near.files), "a.toy near/b.toy");
        assert_eq!(folder.names(&near.left), "far");
        let whole = found(&folder, Extent::Whole);
        assert_eq!((whole.files.len(), whole.left.len()), (NEAR_ENTRIES + 12, 0));
    }

    #[test]
    fn no_more_is_read_than_fits() {
        let large = "x".repeat(usize::try_from(NEAR_BYTES).unwrap() / 2 + 1);
        let folder = Folder::of(&[("a.toy", &large), ("b.toy", &large), ("c.rs", &large)]);
        let near = found(&folder, Extent::Near);
        assert_eq!((folder.names(&near.files), folder.names(&near.left)), ("a.toy".into(), "b.toy".into()));
    }
}
