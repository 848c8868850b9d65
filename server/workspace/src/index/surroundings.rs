//! What other files say about a file: whether they import it or describe its folder.

use std::path::Path;

use agmark_syntax::Surroundings;

use super::described::described_folder;
use super::table::FileId;
use super::{Index, IndexedFile};
use crate::paths::normal;

impl Index {
    /// What other files say about the one at `path`.
    pub fn surroundings(&self, path: &Path) -> Surroundings {
        Surroundings { imported: self.imported(path), described: self.is_described(path) }
    }

    /// Whether the file at `path` is in a folder that a file describes.
    fn is_described(&self, path: &Path) -> bool {
        let path = &*normal(path);
        let uncovered = |n: &FileId| self.files.get(n).is_some_and(|f| !self.is_open(&f.path));
        let on_disk =
            |folder: &Path| self.describers.get(folder).is_some_and(|all| all.iter().any(uncovered));
        (!self.describers.is_empty() && path.ancestors().skip(1).any(on_disk))
            || self.open.iter().any(|(at, open)| open.described(at).is_some_and(|f| path.starts_with(f)))
    }

    /// The folder that the file on disk at `path` describes, even if an open document hides it.
    pub(crate) fn described_on_disk<'a>(&self, path: &'a Path) -> Option<&'a Path> {
        described_folder(path, self.closed(path)?.describes)
    }

    /// Replaces the folder that a file on disk describes.
    pub(super) fn exchange_described(
        &mut self,
        number: FileId,
        path: &Path,
        old: Option<&IndexedFile>,
        new: Option<&IndexedFile>,
    ) {
        let folder = |file: Option<&IndexedFile>| described_folder(path, file?.describes);
        let (old, new) = (folder(old), folder(new));
        if old == new {
            return;
        }
        if let Some(all) = old.and_then(|folder| self.describers.get_mut(folder)) {
            all.retain(|one| *one != number);
        }
        if let Some(folder) =
            old.filter(|folder| self.describers.get(*folder).is_some_and(|all| all.is_empty()))
        {
            self.describers.remove(folder);
        }
        if let Some(folder) = new {
            self.describers.entry(folder.to_owned()).or_default().push(number);
        }
    }
}
