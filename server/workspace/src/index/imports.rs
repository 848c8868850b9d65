//! The files that a file imports.

use std::path::{Path, PathBuf};

use agmark_syntax::LinkKind;

use super::file::IndexedFile;
use super::file_lists::FileLink;
use crate::paths;

/// The other files that a file imports, as normal paths.
pub(crate) fn imports<'a>(path: &'a Path, analysis: &'a IndexedFile) -> impl Iterator<Item = PathBuf> + 'a {
    resolve(path, analysis.links().iter())
}

/// The targets of the imports among `links`, as normal paths.
pub(super) fn resolve<'a>(
    path: &'a Path,
    links: impl Iterator<Item = FileLink<'a>> + 'a,
) -> impl Iterator<Item = PathBuf> + 'a {
    let imports = links.filter(|l| l.kind == LinkKind::Import).map(|l| paths::beside(path, l.path()));
    // A file that imports itself is not imported because of that.
    imports.filter(move |target| target != path)
}
