//! The files that a document can read and change: those of its workspace.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use agmark_garyml::analysis::defined_commands;
use agmark_garyml::cross_file::visibility::PROJECT_FILE;
use agmark_garyml::prompt::Files;
use agmark_garyml::syntax::whole::Whole;
use agmark_syntax::Registry;
use agmark_workspace::files::{self, ReadError};
use agmark_workspace::{Boundary, Configs};

use crate::report::shown;
use crate::{roots, targets};

/// The files of a document's workspace. A document is not trusted: it cannot have files from elsewhere read or
/// written, by whatever path or link.
pub struct WorkspaceFiles {
    /// The document.
    path: PathBuf,
    /// The workspace's folder.
    root: PathBuf,
    boundary: Boundary,
    /// The document's folder and those above it, up to the workspace's.
    folders: Vec<PathBuf>,
    /// Where names in messages are relative to.
    working: PathBuf,
    definitions: OnceCell<Vec<Defining>>,
}

impl WorkspaceFiles {
    /// The files around the document at `path`, which is absolute.
    pub fn new(path: &Path, working: &Path) -> Self {
        let own = path.parent().unwrap_or(path);
        let root = roots::root(path, working).filter(|root| own.starts_with(root));
        Self::within(root.as_deref().unwrap_or(own), path, working)
    }

    /// The files of the folder `root` around the document at `path`, which is absolute and in this folder.
    pub fn within(root: &Path, path: &Path, working: &Path) -> Self {
        let own = path.parent().unwrap_or(path).to_owned();
        let root = root.to_owned();
        let folders = own.ancestors().take_while(|f| f.starts_with(&root)).map(Path::to_owned).collect();
        Self {
            path: path.to_owned(),
            boundary: Boundary::new(std::slice::from_ref(&root)),
            root,
            folders,
            working: working.to_owned(),
            definitions: OnceCell::new(),
        }
    }

    /// The document's folder and those above it, nearest first.
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// The folder that names in messages are relative to.
    pub fn working(&self) -> &Path {
        &self.working
    }

    /// Whether a path is in the workspace, with links followed.
    pub fn contains(&self, path: &Path) -> bool {
        self.boundary.allows(&self.path, path)
    }

    /// The text of a file of the workspace; `None` if the file does not exist.
    ///
    /// # Errors
    /// If the file cannot be read or is outside of the workspace.
    pub fn text(&self, path: &Path) -> Result<Option<String>, String> {
        if !self.contains(path) {
            let name = shown(path, &self.working);
            return Err(format!("{name}: outside of the workspace: only files inside of it are looked at"));
        }
        match files::read(path) {
            Ok(text) => Ok(Some(text)),
            Err(ReadError::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.to_string()),
        }
    }
}

impl WorkspaceFiles {
    /// The documents of the workspace that define commands, read on the first call.
    fn definitions(&self) -> &[Defining] {
        self.definitions.get_or_init(|| {
            let registry = Arc::new(Registry::new(vec![agmark_garyml::format()]));
            let configs = Configs::new(Arc::clone(&registry));
            let targets = targets::gather(std::slice::from_ref(&self.root), &registry, &configs).targets;
            let names = |path: &Path| -> Option<Vec<String>> {
                let whole = Whole::new(self.text(path).ok().flatten()?)?;
                let defined = defined_commands::defined(&whole.structure());
                Some(defined.into_iter().map(|defined| defined.name).collect())
            };
            let all = targets.iter().map(|target| (target.path.to_path_buf(), names(&target.path)));
            let all = all.filter_map(|(path, names)| Some((path, names?)));
            all.filter(|(_, names)| !names.is_empty()).collect()
        })
    }
}

/// A document, and the names of the commands that it defines.
type Defining = (PathBuf, Vec<String>);

impl Files for WorkspaceFiles {
    fn read(&self, path: &Path) -> Result<String, String> {
        let name = || shown(path, &self.working);
        self.text(path)?.ok_or_else(|| format!("{}: file does not exist", name()))
    }

    fn defining(&self, command: &str) -> Vec<PathBuf> {
        let defines = |(_, names): &&Defining| names.iter().any(|name| name == command);
        self.definitions().iter().filter(defines).map(|(path, _)| path.clone()).collect()
    }

    fn commands(&self) -> Vec<String> {
        self.definitions().iter().flat_map(|(_, names)| names.iter().cloned()).collect()
    }

    fn project(&self) -> Vec<PathBuf> {
        self.folders.iter().map(|folder| folder.join(PROJECT_FILE)).filter(|file| file.is_file()).collect()
    }
}
