//! The roots and the path guard.

use std::path::{Path, PathBuf};

use agmark_files::{FileError, Root, SafePath};
use agmark_workspace::{Boundary, paths};
use url::Url;

use crate::{FilePath, ToolError};

/// Why the roots cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum RootError {
    #[error("{}: not a folder: name an existing folder with --root", path.display())]
    NotFolder { path: PathBuf },
    #[error(transparent)]
    File(#[from] FileError),
}

/// The folders that agents may use. Nothing leads out of them.
pub struct Roots {
    /// As a person named them, absolute.
    named: Vec<PathBuf>,
    /// With links followed.
    folders: Vec<PathBuf>,
    guards: Vec<Root>,
    boundary: Boundary,
}

impl Roots {
    pub fn open(named: &[PathBuf]) -> Result<Self, RootError> {
        let named: Vec<PathBuf> = named.iter().map(|path| paths::absolute(path)).collect();
        let real = |path: &PathBuf| match path.canonicalize() {
            Ok(real) if real.is_dir() => Ok(real),
            _ => Err(RootError::NotFolder { path: path.clone() }),
        };
        let folders = named.iter().map(real).collect::<Result<Vec<_>, _>>()?;
        let guards = folders.iter().map(|folder| Root::open(folder)).collect::<Result<Vec<_>, _>>()?;
        let boundary = Boundary::new(&folders);
        Ok(Self { named, folders, guards, boundary })
    }

    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    pub fn guard(&self, root: usize) -> &Root {
        &self.guards[root]
    }

    pub fn file_path(&self, written: &str) -> Result<FilePath, ToolError> {
        let path = without_scheme(written)?;
        if path.is_empty() || path.contains('\0') {
            return Err(ToolError::new("empty or invalid path", "name a file below a root"));
        }
        let path = Path::new(&path);
        let candidates: Vec<(usize, PathBuf)> = if path.is_absolute() {
            let path = paths::normal(path).into_owned();
            (0..self.folders.len()).filter_map(|root| Some((root, self.in_root(root, &path)?))).collect()
        } else {
            let beside = |root: &Path| paths::normal(&root.join(path)).into_owned();
            let all = self.folders.iter().map(|root| beside(root)).enumerate();
            all.filter(|(root, path)| path.starts_with(&self.folders[*root])).collect()
        };
        let known = candidates.iter().find(|(_, path)| path.exists()).or(candidates.first());
        let Some((root, absolute)) = known else { return Err(self.outside(written)) };
        let below = SafePath::below(&self.folders[*root], absolute).map_err(|error| {
            ToolError::new(format_args!("{written}: {error}"), "name a file below a root")
        })?;
        let path = self.path_of(*root, absolute, below);
        self.check(&path).map_err(|_| self.outside(written))?;
        Ok(path)
    }

    /// Checks that no link leads out of the roots.
    ///
    /// # Errors
    /// If one does.
    pub fn check(&self, path: &FilePath) -> Result<(), ToolError> {
        let inside = self.boundary.allows(&self.folders[path.root].join("x"), path.absolute());
        if inside { Ok(()) } else { Err(self.outside(path.shown())) }
    }

    /// The path of a file that a walk of the roots found.
    pub fn known_path(&self, absolute: &Path) -> Option<FilePath> {
        let root = self.folders.iter().position(|root| absolute.starts_with(root))?;
        let below = SafePath::below(&self.folders[root], absolute).ok()?;
        Some(self.path_of(root, absolute, below))
    }

    fn path_of(&self, root: usize, absolute: &Path, below: SafePath) -> FilePath {
        let shown = if self.folders.len() == 1 { below.text() } else { absolute.display().to_string() };
        FilePath::new(absolute.into(), root, below, shown.into())
    }

    /// An absolute path in a root, by the real path of the root.
    fn in_root(&self, root: usize, path: &Path) -> Option<PathBuf> {
        let rest = path.strip_prefix(&self.folders[root]).or_else(|_| path.strip_prefix(&self.named[root]));
        Some(self.folders[root].join(rest.ok()?))
    }

    fn outside(&self, written: &str) -> ToolError {
        let roots: Vec<_> = self.folders.iter().map(|root| root.display().to_string()).collect();
        ToolError::new(
            format_args!("{written} is outside of the roots"),
            format_args!("name a file in {}", roots.join(" or ")),
        )
    }
}

/// The path of a URI, otherwise the text itself.
fn without_scheme(written: &str) -> Result<String, ToolError> {
    let invalid = || ToolError::new(format_args!("invalid URI {written}"), "write agmark://file/PATH");
    if let Some(path) = written.strip_prefix("agmark://file/") {
        let url = Url::parse(&format!("file:///{path}")).map_err(|_| invalid())?;
        let path = url.path();
        return percent_decoded(path.strip_prefix('/').unwrap_or(path)).ok_or_else(invalid);
    }
    if written.starts_with("file:") {
        let path = Url::parse(written).ok().and_then(|url| url.to_file_path().ok());
        return path.and_then(|path| path.into_os_string().into_string().ok()).ok_or_else(invalid);
    }
    Ok(written.to_owned())
}

/// A text with `%20` and the like decoded; `None` if it is not valid.
pub fn percent_decoded(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == b'%' {
            let digits = text.get(at + 1..at + 3)?;
            out.push(u8::from_str_radix(digits, 16).ok()?);
            at += 3;
        } else {
            out.push(bytes[at]);
            at += 1;
        }
    }
    String::from_utf8(out).ok()
}
