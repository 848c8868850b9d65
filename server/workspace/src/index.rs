//! The index of all files of a workspace.

mod described;
mod file;
mod file_lists;
mod imports;
mod names;
mod open;
mod open_document;
mod packed;
pub mod search;
mod source;
mod surroundings;
mod table;

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use agmark_syntax::names::Map;
use agmark_syntax::shards::Shards;
use agmark_syntax::{LinkKind, Location, Name, Span, Summaries, Text, work};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

pub(crate) use described::described_folder;
pub(crate) use file::LONG;
pub use file::{IndexedFile, Stamp};
pub use file_lists::{FileDefinition, FileLink, FileReference, FileSymbol, FileTarget};
pub(crate) use imports::imports;
pub use open_document::Opened;
pub(crate) use source::FileRecord;

use crate::paths::{self, normal};
use open_document::Open;
use table::{FileId, Roles, Tables};

/// All files of a workspace at one moment. A clone is cheap and never changes. Paths are compared as [`normal`] paths.
#[derive(Clone, Default)]
pub struct Index {
    /// The files on disk, even if an open document hides them.
    numbers: Shards<Arc<Path>, FileId>,
    files: Shards<FileId, File>,
    next: FileId,
    tables: Tables,
    /// The importing files of each imported file.
    importers: Map<PathBuf, SmallVec<[FileId; 1]>>,
    /// The describing files of each described folder.
    describers: Map<PathBuf, SmallVec<[FileId; 1]>>,
    /// Files with a summary of their format.
    with_summary: Shards<FileId, ()>,
    open: Map<Arc<Path>, Arc<Open>>,
    /// Open texts without a format.
    texts: Map<Arc<Path>, Text>,
    /// The number of times that a document was opened or closed.
    opened: u64,
}

/// A file on disk.
#[derive(Clone)]
struct File {
    path: Arc<Path>,
    analysis: Arc<IndexedFile>,
}

impl Index {
    /// Sets the file on disk at `path`; `None` if it was deleted or has no format. Returns the names whose number or
    /// visibility of definitions changed, which are none while an open document hides the file.
    pub fn set_closed(&mut self, path: Arc<Path>, file: Option<Arc<IndexedFile>>) -> Vec<Name> {
        let path = normal_path(path);
        if file.as_ref().is_some_and(|file| file.is_covered()) && !self.open.contains_key(&path) {
            // The document was closed meanwhile, or its text is unknown, so the file is read again.
            return Vec::new();
        }
        let number = self.numbers.get(&path).copied();
        let old = number.and_then(|n| self.files.get(&n)).map(|f| Arc::clone(&f.analysis));
        let (number, new) = match (number, file) {
            (None, None) => return Vec::new(),
            (Some(number), new) => (number, new),
            (None, new) => {
                self.next += 1;
                (self.next, new)
            }
        };
        let new = new.map(|file| self.kept(&path, file));
        let covered = self.is_open(&path);
        let changed = self.tables.exchange(number, old.as_deref(), new.as_deref(), covered);
        self.exchange_imports(number, &path, old.as_deref(), new.as_deref());
        self.exchange_described(number, &path, old.as_deref(), new.as_deref());
        if new.as_ref().is_some_and(|analysis| !analysis.summaries.is_empty()) {
            self.with_summary.insert(number, ());
        } else {
            self.with_summary.remove(&number);
        }
        match new {
            Some(analysis) => {
                self.numbers.insert(Arc::clone(&path), number);
                self.files.insert(number, File { path, analysis });
            }
            None => {
                self.numbers.remove(&path);
                self.files.remove(&number);
            }
        }
        if covered { Vec::new() } else { changed }
    }

    /// The open document at `path`, otherwise the file on disk; `None` if an open text without a format hides it.
    pub fn file(&self, path: &Path) -> Option<&IndexedFile> {
        let path = &*normal(path);
        self.open.get(path).map(|open| open.analysis()).or_else(|| self.uncovered(path))
    }

    /// All files, open or not, sorted by their bytes.
    pub fn paths(&self) -> Vec<Arc<Path>> {
        let closed = self.numbers.keys().filter(|p| !self.is_open(p));
        let mut paths: Vec<_> = closed.chain(self.open.keys()).cloned().collect();
        paths.sort_unstable_by(|a, b| a.as_os_str().cmp(b.as_os_str()));
        paths
    }

    /// Like [`Self::paths`], with the files that an open text without a format hides, unsorted.
    pub fn known(&self) -> Vec<Arc<Path>> {
        let open = self.open.keys().filter(|p| !self.numbers.contains_key(&***p));
        self.numbers.keys().chain(open).cloned().collect()
    }

    /// The number of files, open or not.
    pub fn len(&self) -> usize {
        self.numbers.keys().filter(|p| !self.is_open(p)).count() + self.open.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The definitions of `name` in files of a format without the file `except`, by path and position.
    pub fn definitions(
        &self,
        format: &str,
        name: &Name,
        only_global: bool,
        except: Option<&Path>,
    ) -> Vec<Location> {
        let wanted = |r: Roles| if only_global { r.shares } else { r.defines };
        let mut places = Vec::new();
        for (path, source) in self.sources(format, name, wanted, except) {
            let definitions = source.definitions(name).into_iter().filter(|d| d.global || !only_global);
            places.extend(definitions.map(|d| Location {
                path: Arc::clone(path),
                span: d.span,
                whole: d.whole,
            }));
        }
        places.sort_unstable_by(|a, b| (&a.path, a.span).cmp(&(&b.path, b.span)));
        places
    }

    /// Whether a file of a format other than `except` defines `name`.
    pub fn defines(&self, format: &str, name: &Name, only_global: bool, except: Option<&Path>) -> bool {
        let wanted = |r: Roles| if only_global { r.shares } else { r.defines };
        self.sources(format, name, wanted, except).any(|(_, source)| match source {
            FileRecord::Closed(_) => true,
            FileRecord::Open(_) => source.definitions(name).iter().any(|d| d.global || !only_global),
        })
    }

    /// Whether some other file imports the one at `path`.
    pub fn imported(&self, path: &Path) -> bool {
        let path = &*normal(path);
        let uncovered = |n: &FileId| self.files.get(n).is_some_and(|f| !self.is_open(&f.path));
        self.importers.get(path).is_some_and(|all| all.iter().any(uncovered))
            || self.open.iter().any(|(at, open)| **at != *path && open.imports(at).contains(path))
    }

    /// The files that the one at `path` imports, sorted, whether they exist or not.
    pub fn imports(&self, path: &Path) -> Vec<PathBuf> {
        let path = &*normal(path);
        let mut all: Vec<_> = match self.open.get(path) {
            Some(open) => open.imports(path).iter().cloned().collect(),
            None => self.uncovered(path).into_iter().flat_map(|f| imports(path, f)).collect(),
        };
        all.sort_unstable();
        all
    }

    /// The first import of `target`, a normal path, in the file at `path`.
    pub fn import_span(&self, path: &Path, target: &Path) -> Option<Span> {
        let path = &*normal(path);
        let mut imports = self.file(path)?.links().iter().filter(|link| link.kind == LinkKind::Import);
        imports.find(|link| paths::beside(path, link.path()) == target).map(|link| link.span)
    }

    /// The other files that import the one at `path`, sorted.
    pub fn importers(&self, path: &Path) -> Vec<Arc<Path>> {
        let path = &*normal(path);
        let closed = self.importers.get(path).into_iter().flatten().filter_map(|n| self.files.get(n));
        let closed = closed.map(|f| &f.path).filter(|p| !self.is_open(p));
        let open = self.open.iter().filter(|(at, open)| ***at != *path && open.imports(at).contains(path));
        let mut all: Vec<_> = closed.chain(open.map(|(at, _)| at)).cloned().collect();
        all.sort_unstable();
        all
    }

    /// The files of a format with a summary, without the file `except`, sorted.
    pub fn files_with_summary(&self, format: &str, except: Option<&Path>) -> Vec<Arc<Path>> {
        let closed = self.with_summary.keys().filter_map(|n| self.files.get(n));
        let closed = closed.filter(|f| f.analysis.format == format && !self.is_open(&f.path));
        let shares = |open: &Open| {
            open.document.format().info().name == format && open.summaries().iter().next().is_some()
        };
        let others = self.open.iter().filter(|(path, _)| except != Some(path));
        let open = others.filter(|(_, open)| shares(open)).map(|(path, _)| path);
        let closed = closed.map(|f| &f.path).filter(|path| except != Some(path));
        let mut all: Vec<_> = closed.chain(open).cloned().collect();
        all.sort_unstable();
        all
    }

    /// The file at `path`, from disk or open.
    pub(crate) fn source(&self, path: &Path) -> Option<FileRecord<'_>> {
        let path = &*normal(path);
        let open = self.open.get(path).map(|open| FileRecord::Open(&open.document));
        open.or_else(|| self.uncovered(path).map(FileRecord::Closed))
    }

    /// The summaries of a file of a format, which are the same until it changes.
    pub(crate) fn summaries(&self, format: &str, path: &Path) -> Option<Summaries> {
        let path = &*normal(path);
        let (of, summaries) = match self.open.get(path) {
            Some(open) => (open.document.format().info().name, open.summaries()),
            None => self.uncovered(path).map(|file| (file.format, &file.summaries))?,
        };
        (of == format).then(|| summaries.clone())
    }

    /// Files of a format without `except`; of those on disk, only files with one of the roles `wanted` for `name`.
    fn sources(
        &self,
        format: &str,
        name: &Name,
        wanted: impl Fn(Roles) -> bool,
        except: Option<&Path>,
    ) -> impl Iterator<Item = (&Arc<Path>, FileRecord<'_>)> {
        let except = except.map(|p| normal(p).into_owned());
        let open = self.open.iter().map(|(path, open)| (path, FileRecord::Open(&open.document)));
        let open: Vec<_> = open.filter(|(_, source)| source.format() == format).collect();
        let closed = self.on_disk(format, name, wanted);
        let all =
            open.into_iter().chain(closed.into_iter().map(|(p, analysis)| (p, FileRecord::Closed(analysis))));
        all.filter(move |(path, _)| except.as_deref() != Some(&***path))
    }

    /// Files of a format without `except` that may use `name` of another file.
    pub(crate) fn users(
        &self,
        format: &str,
        name: &Name,
        except: &Path,
    ) -> impl Iterator<Item = (&Arc<Path>, FileRecord<'_>)> {
        self.sources(format, name, |roles| roles.uses, Some(except))
    }

    /// Files on disk that no open document hides, with one of the roles `wanted` for `name`.
    fn on_disk(
        &self,
        format: &str,
        name: &Name,
        wanted: impl Fn(Roles) -> bool,
    ) -> Vec<(&Arc<Path>, &IndexedFile)> {
        let entries = self.tables.get(format).into_iter().flat_map(|t| t.files(name));
        let files = entries.filter(|(_, roles)| wanted(*roles)).filter_map(|(n, _)| self.files.get(&n));
        files.filter(|f| !self.is_open(&f.path)).map(|f| (&f.path, &*f.analysis)).collect()
    }

    /// The file on disk at a normal path, if no open document hides it.
    fn uncovered(&self, path: &Path) -> Option<&IndexedFile> {
        if self.is_open(path) { None } else { self.closed(path) }
    }

    /// The file on disk at a normal path, even if an open document hides it.
    fn closed(&self, path: &Path) -> Option<&IndexedFile> {
        let file = self.files.get(self.numbers.get(path)?)?;
        Some(&file.analysis)
    }

    fn exchange_imports(
        &mut self,
        number: FileId,
        path: &Path,
        old: Option<&IndexedFile>,
        new: Option<&IndexedFile>,
    ) {
        let all =
            |analysis: Option<&IndexedFile>| analysis.into_iter().flat_map(|f| imports(path, f)).collect();
        let (old, new): (FxHashSet<_>, FxHashSet<_>) = (all(old), all(new));
        for gone in old.difference(&new) {
            work::add(1);
            let left = self.importers.get_mut(gone).map_or(0, |all| {
                if let Ok(at) = all.binary_search(&number) {
                    all.remove(at);
                }
                all.len()
            });
            if left == 0 {
                self.importers.remove(gone);
            }
        }
        for come in new.difference(&old) {
            work::add(1);
            let all = self.importers.entry(come.clone()).or_default();
            if let Err(at) = all.binary_search(&number) {
                all.insert(at, number);
            }
        }
    }
}

fn normal_path(path: Arc<Path>) -> Arc<Path> {
    let other = match normal(&path) {
        Cow::Borrowed(_) => None,
        Cow::Owned(normal) => Some(normal),
    };
    other.map_or(path, Arc::from)
}

#[cfg(test)]
mod tests;
