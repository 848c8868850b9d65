//! Which other files a document sees the ids of: those that it includes, directly or not, and the project's own.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use agmark_syntax::{Document, LinkKind, World};

/// The name of a project's own file.
pub const PROJECT_FILE: &str = ".garyml";

/// The files that a document includes.
pub struct Reach {
    included: BTreeSet<PathBuf>,
}

impl Reach {
    pub fn of(document: &Document, world: &dyn World) -> Self {
        let links = document.chunks().iter().flat_map(|(_, chunk)| &chunk.facts().links);
        let imports = links.filter(|link| link.kind == LinkKind::Import);
        let mut next: Vec<PathBuf> = imports.filter_map(|link| world.resolve(link.path())).collect();
        let mut included = BTreeSet::new();
        while let Some(path) = next.pop() {
            if included.insert(path.clone()) {
                next.extend(world.imports(&path));
            }
        }
        Self { included }
    }

    /// Whether the ids of the file at `path` can be used.
    pub fn sees(&self, path: &Path) -> bool {
        is_project_file(path) || self.included.contains(path)
    }
}

/// Whether a file is the project's own.
pub fn is_project_file(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == PROJECT_FILE)
}
