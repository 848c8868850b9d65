//! The files around a document, as far as it may see them: those of its workspace.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use agmark_garyml::analysis::defined_commands;
use agmark_garyml::cross_file::visibility::PROJECT_FILE;
use agmark_garyml::prompt::Files;
use agmark_garyml::syntax::whole::Whole;
use agmark_syntax::Registry;
use agmark_workspace::Configs;
use agmark_workspace::files::{self, ReadError};

use crate::report::shown;
use crate::{roots, targets};

/// The files of a document's workspace. A document is not trusted: it cannot have files from elsewhere read or
/// written, by whatever path or link.
pub struct Around {
    /// The workspace's folder.
    root: PathBuf,
    /// The same, links followed.
    real: OnceCell<Option<PathBuf>>,
    /// The document's folder and those above it, up to the workspace's.
    folders: Vec<PathBuf>,
    /// Where names in messages are relative to.
    working: PathBuf,
    definitions: OnceCell<Vec<Defining>>,
}

impl Around {
    /// What is around the document at `path`, which is absolute.
    pub fn new(path: &Path, working: &Path) -> Self {
        let own = path.parent().unwrap_or(path).to_owned();
        let root =
            roots::root(path, working).filter(|root| own.starts_with(root)).unwrap_or_else(|| own.clone());
        let folders = own.ancestors().take_while(|f| f.starts_with(&root)).map(Path::to_owned).collect();
        Self {
            root,
            real: OnceCell::new(),
            folders,
            working: working.to_owned(),
            definitions: OnceCell::new(),
        }
    }

    /// The document's folder and those above it, nearest first.
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// Whether a path, and what it leads to, lies in the workspace. What is not there yet lies where the nearest
    /// folder is that is.
    pub fn holds(&self, path: &Path) -> bool {
        if !path.starts_with(&self.root) {
            return false;
        }
        let real = self.real.get_or_init(|| self.root.canonicalize().ok());
        let there = path.ancestors().find_map(|p| p.canonicalize().ok());
        real.as_ref().zip(there).is_some_and(|(root, there)| there.starts_with(root))
    }

    /// What a file of the workspace says; none if it is not there.
    ///
    /// # Errors
    /// When it is there and cannot be read, or lies elsewhere.
    pub fn text(&self, path: &Path) -> Result<Option<String>, String> {
        if !self.holds(path) {
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

impl Around {
    /// The documents of the workspace that define commands. They are read when somebody asks for the first time.
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

impl Files for Around {
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
