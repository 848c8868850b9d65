//! Reads all files of a workspace.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use agmark_files::read_text;
use agmark_syntax::Surroundings;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Formats;
use crate::files::MAX_INDEXED;
use crate::index::{Index, IndexedFile, LONG, described_folder, imports};
use crate::paths::normal;

/// The number of files between two reports of progress.
const STEP: usize = 64;

/// A file for the index; `None` if it has no format or cannot be read.
pub type Scanned = (Arc<Path>, Option<Arc<IndexedFile>>);

/// Whether an open document hides the file at a path.
pub type IsHidden<'a> = dyn Fn(&Path) -> bool + Sync + 'a;

/// Reads and analyzes files in parallel and returns them in the order of `paths`. This includes files that have a
/// format only because another file of `paths` or `index` imports or describes them. `progress` gets the numbers of
/// done and of all files. After `cancelled` returns true, the remaining files are skipped. A long file that
/// an open document hides (`is_hidden`) is not analyzed ([`IndexedFile::is_covered`]).
pub fn index_files(
    paths: Vec<PathBuf>,
    index: &Index,
    formats: &Formats,
    is_hidden: &IsHidden<'_>,
    progress: &(dyn Fn(usize, usize) + Sync),
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Vec<Scanned> {
    let (total, done) = (paths.len(), AtomicUsize::new(0));
    let scan = |path: PathBuf| -> Option<Scanned> {
        if cancelled() {
            return None;
        }
        let analysis = index_file(&path, formats, Surroundings::NONE, is_hidden);
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if done % STEP == 0 || done == total {
            progress(done, total);
        }
        Some((path.into(), analysis))
    };
    let mut files: Vec<_> = paths.into_par_iter().filter_map(scan).collect();
    index_surrounded(&mut files, index, formats, is_hidden, cancelled);
    files
}

/// Reads files that were changed, created or deleted. A folder means all files of `index` in it. Returns all files
/// that differ now, including those that a changed file now imports or describes, or no longer does. `below` returns
/// the files of the workspace in a folder. Files that are not `wanted` (ignored, excluded, outside) count as deleted.
///
/// Files that have a format only because they import each other keep it until all files are read again.
pub fn index_changed(
    paths: &[PathBuf],
    index: &Index,
    formats: &Formats,
    is_hidden: &IsHidden<'_>,
    wanted: &mut dyn FnMut(&Path) -> bool,
    below: &dyn Fn(&Path) -> Vec<PathBuf>,
) -> Vec<Scanned> {
    let mut now = index.clone();
    let mut seen: FxHashSet<(Arc<Path>, Surroundings)> = FxHashSet::default();
    let mut all: BTreeMap<Arc<Path>, Option<Arc<IndexedFile>>> = BTreeMap::new();
    let mut next: Vec<Arc<Path>> = Vec::new();
    for path in paths {
        if formats.registry().may_be_ours(path) {
            next.push(path.as_path().into());
        }
        if !path.is_file() {
            next.extend(index.known().into_iter().filter(|known| known.starts_with(path)));
        }
    }
    while !next.is_empty() {
        next.sort_unstable();
        next.dedup();
        // The same file with the same surroundings is not read again, so files that import each other end the loop.
        next.retain(|path| seen.insert((Arc::clone(path), now.surroundings(path))));
        let before: FxHashSet<PathBuf> = next.iter().flat_map(|path| now.imports(path)).collect();
        let ask: Vec<_> = next.iter().map(|path| (path, wanted(path), now.surroundings(path))).collect();
        let described = |now: &Index| -> FxHashSet<PathBuf> {
            next.iter().filter_map(|path| now.described_on_disk(path)).map(Path::to_owned).collect()
        };
        let described_before = described(&now);
        let read = |(path, wanted, surroundings): &(&Arc<Path>, bool, Surroundings)| {
            let there = *wanted && path.is_file();
            (
                Arc::clone(*path),
                if there { index_file(path, formats, *surroundings, is_hidden) } else { None },
            )
        };
        let found: Vec<Scanned> = ask.par_iter().map(read).collect();
        for (path, analysis) in found {
            now.set_closed(Arc::clone(&path), analysis.clone());
            all.insert(path, analysis);
        }
        let after: FxHashSet<PathBuf> = next.iter().flat_map(|path| now.imports(path)).collect();
        let described_after = described(&now);
        let turned = before.symmetric_difference(&after).filter(|path| formats.registry().may_be_ours(path));
        next = turned.map(|path| Arc::from(path.as_path())).collect();
        for folder in described_after.difference(&described_before) {
            next.extend(below(folder).into_iter().map(Arc::from));
        }
        for folder in described_before.difference(&described_after) {
            next.extend(now.known().into_iter().filter(|known| known.starts_with(folder)));
        }
    }
    all.into_iter().collect()
}

/// Reads and analyzes one file; `None` if it has no format or cannot be read.
pub fn index_file(
    path: &Path,
    formats: &Formats,
    surroundings: Surroundings,
    is_hidden: &IsHidden<'_>,
) -> Option<Arc<IndexedFile>> {
    let text = match read_text(path, MAX_INDEXED) {
        Ok(text) => text,
        Err(error) => {
            tracing::debug!("not indexed: {error}");
            return None;
        }
    };
    // A panic in one file must not affect the others.
    let understood = catch_unwind(AssertUnwindSafe(|| {
        let format = formats.detect_file(path, &text, surroundings)?;
        Some(Arc::new(IndexedFile::of_text(&*format, &text, &|| text.len() > LONG && is_hidden(path))))
    }));
    understood.unwrap_or_else(|_| {
        tracing::error!("panic while indexing {}: the file is skipped", path.display());
        None
    })
}

/// Reads the files again that have a format only because other files import or describe them: those of `index`, those
/// of `files`, and those that are found here.
fn index_surrounded(
    files: &mut [Scanned],
    index: &Index,
    formats: &Formats,
    is_hidden: &IsHidden<'_>,
    cancelled: &(dyn Fn() -> bool + Sync),
) {
    let mut found = Surrounded::default();
    for (path, analysis) in files.iter() {
        found.note(path, analysis.as_deref());
    }
    let unknown = files.iter().enumerate().filter(|(_, (_, analysis))| analysis.is_none());
    let mut unknown: FxHashMap<PathBuf, usize> =
        unknown.map(|(at, (path, _))| (normal(path).into_owned(), at)).collect();
    let mut asked: FxHashSet<(usize, Surroundings)> = FxHashSet::default();
    let mut look_at_all = !index.is_empty();
    while !cancelled() {
        look_at_all |= std::mem::take(&mut found.has_new_folders);
        let next = std::mem::take(&mut found.new_imports);
        if !look_at_all && next.is_empty() {
            return;
        }
        let paths: Vec<&PathBuf> = if std::mem::take(&mut look_at_all) {
            unknown.keys().collect()
        } else {
            next.iter().filter(|path| unknown.contains_key(*path)).collect()
        };
        let ask = paths.into_iter().map(|path| (unknown[path], found.around(path, index)));
        let ask: Vec<_> = ask.filter(|one| one.1 != Surroundings::NONE && asked.insert(*one)).collect();
        let read = |(at, surroundings): (usize, Surroundings)| {
            (at, index_file(&files[at].0, formats, surroundings, is_hidden))
        };
        let all: Vec<_> = ask.into_par_iter().map(read).collect();
        for (at, analysis) in all {
            if analysis.is_some() {
                unknown.remove(&*normal(&files[at].0));
                found.note(&files[at].0, analysis.as_deref());
                files[at].1 = analysis;
            }
        }
    }
}

/// The imports and described folders of the files of a scan.
#[derive(Default)]
struct Surrounded {
    imported: FxHashSet<PathBuf>,
    described: FxHashSet<PathBuf>,
    new_imports: Vec<PathBuf>,
    has_new_folders: bool,
}

impl Surrounded {
    fn note(&mut self, path: &Path, analysis: Option<&IndexedFile>) {
        let Some(analysis) = analysis else { return };
        for path in imports(path, analysis) {
            if self.imported.insert(path.clone()) {
                self.new_imports.push(path);
            }
        }
        if let Some(folder) = described_folder(&normal(path), analysis.describes) {
            self.has_new_folders |= self.described.insert(folder.to_owned());
        }
    }

    /// The surroundings of the file at a normal path, from these files and those of `index`.
    fn around(&self, path: &Path, index: &Index) -> Surroundings {
        let known = index.surroundings(path);
        let described = || path.ancestors().skip(1).any(|folder| self.described.contains(folder));
        Surroundings {
            imported: known.imported || self.imported.contains(path),
            described: known.described || (!self.described.is_empty() && described()),
        }
    }
}

#[cfg(test)]
mod tests;
