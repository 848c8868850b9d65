//! Which files a document may read.

use std::path::{Path, PathBuf};

use agmark_syntax::work;

use crate::paths;

/// The folders that documents may read. A document is not trusted: no path and no link leads out of them.
pub struct Boundary {
    /// Each folder as named, and with links followed.
    roots: Vec<(PathBuf, PathBuf)>,
}

impl Boundary {
    pub fn new(roots: &[PathBuf]) -> Self {
        let with_real = |root: PathBuf| {
            let real = real_path(&root);
            (root, real)
        };
        Self { roots: roots.iter().map(|root| with_real(paths::absolute(root))).collect() }
    }

    /// Whether the document at `from` may read `path`, a normal path: it is in one of the folders or, if `from` is in none
    /// of them, in the folder of `from`.
    pub fn allows(&self, from: &Path, path: &Path) -> bool {
        if self.roots_around(from).next().is_some() {
            return self.roots.iter().any(|(root, real)| is_inside(root, real, path));
        }
        let Some(folder) = from.parent().filter(|folder| folder.is_absolute()) else { return false };
        is_inside(folder, &real_path(folder), path)
    }

    /// Whether `path` or a folder on the way to it is a link. The way starts at the folder of the workspace or, if `path` is
    /// in none, at the folder of `from`.
    pub fn is_behind_link(&self, from: &Path, path: &Path) -> bool {
        let mut roots = self.roots_around(path).peekable();
        match (roots.peek(), from.parent()) {
            // One folder of the workspace can be behind a link in another one.
            (Some(_), _) => roots.all(|root| has_link(root, path)),
            (None, Some(folder)) => has_link(folder, path),
            (None, None) => false,
        }
    }

    fn roots_around<'a>(&'a self, path: &'a Path) -> impl Iterator<Item = &'a Path> {
        self.roots.iter().map(|(root, _)| root.as_path()).filter(|root| path.starts_with(root))
    }
}

fn real_path(folder: &Path) -> PathBuf {
    folder.canonicalize().unwrap_or_else(|_| folder.to_owned())
}

fn is_inside(root: &Path, real: &Path, path: &Path) -> bool {
    if !path.starts_with(root) {
        return false;
    }
    // A path that does not exist leads nowhere, but an existing folder on the way can lead out.
    let canonical = |part: &Path| {
        work::add(1);
        part.canonicalize().ok()
    };
    let existing = path.ancestors().find_map(canonical);
    existing.is_none_or(|existing| existing.starts_with(real) || real.starts_with(&existing))
}

/// Whether `path` or a folder on the way to it from `root` is a link.
fn has_link(root: &Path, path: &Path) -> bool {
    let Ok(rest) = path.strip_prefix(root) else { return false };
    let mut at = root.to_owned();
    rest.components().any(|part| {
        at.push(part);
        at.is_symlink()
    })
}
