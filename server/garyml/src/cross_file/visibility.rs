//! The files whose ids a document can use: those that it includes, directly or through others, and project files.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use agmark_syntax::{Document, LinkKind, World};

/// The name of a project file.
pub const PROJECT_FILE: &str = ".garyml";

/// The files that a document includes.
pub struct VisibleFiles {
    included: BTreeSet<PathBuf>,
}

impl VisibleFiles {
    pub fn of(document: &Document, world: &dyn World) -> Self {
        let links = document.chunks_with_imports().flat_map(|(_, chunk)| &chunk.analysis().links);
        let imports = links.filter(|link| link.kind == LinkKind::Import);
        let first = imports.filter_map(|link| world.resolve_path(link.path())).collect();
        Self::over(first, &|path| world.imports(path))
    }

    /// The files that a file includes which includes `first`.
    fn over(first: Vec<PathBuf>, imports: &dyn Fn(&Path) -> Vec<PathBuf>) -> Self {
        let mut next = first;
        let mut included = BTreeSet::new();
        while let Some(path) = next.pop() {
            if included.insert(path.clone()) {
                next.extend(imports(&path));
            }
        }
        Self { included }
    }

    /// Whether the document can use the ids of the file at `path`.
    pub fn sees(&self, path: &Path) -> bool {
        is_project_file(path) || self.included.contains(path)
    }
}

/// Whether a file is a project file.
pub fn is_project_file(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == PROJECT_FILE)
}

/// Whether the file at `from` sees the ids of the file at `to`.
pub fn sees(from: &Path, to: &Path, imports: &dyn Fn(&Path) -> Vec<PathBuf>) -> bool {
    is_project_file(to) || VisibleFiles::over(imports(from), imports).sees(to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_seen_where_their_file_is_included() {
        let imports = |path: &Path| match path.to_str() {
            Some("a") => vec![PathBuf::from("b")],
            Some("b") => vec![PathBuf::from("c"), PathBuf::from("a")],
            _ => Vec::new(),
        };
        let sees = |from: &str, to: &str| sees(Path::new(from), Path::new(to), &imports);
        assert!(sees("a", "b") && sees("a", "c") && sees("b", "c"));
        assert!(!sees("c", "a") && !sees("d", "a"));
        assert!(sees("d", "w/.garyml") && !sees("d", "w/x.garyml"));
    }
}
