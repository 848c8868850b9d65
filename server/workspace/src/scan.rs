//! Reading all files of a workspace.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Formats;
use crate::files::{MAX_INDEXED, read_at_most};
use crate::index::{Index, IndexedFile, imports};
use crate::paths::normal;

/// After how many files progress is told.
const STEP: usize = 64;

/// What stands in a file; none where it is of no format or cannot be read.
pub type Scanned = (Arc<Path>, Option<Arc<IndexedFile>>);

/// Reads and understands files, several at once, and gives them in the order of `paths`. Files that are only
/// of a format because another one of `paths` imports them are found too. `progress` is told how many of how
/// many files are done; once `cancelled` says so, files that are left are left out.
pub fn index_files(
    paths: Vec<PathBuf>,
    formats: &Formats,
    progress: &(dyn Fn(usize, usize) + Sync),
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Vec<Scanned> {
    let (total, done) = (paths.len(), AtomicUsize::new(0));
    let scan = |path: PathBuf| -> Option<Scanned> {
        if cancelled() {
            return None;
        }
        let analysis = index_file(&path, formats, false);
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if done % STEP == 0 || done == total {
            progress(done, total);
        }
        Some((path.into(), analysis))
    };
    let mut files: Vec<_> = paths.into_par_iter().filter_map(scan).collect();
    index_imported(&mut files, formats, cancelled);
    files
}

/// Reads files anew that changed, came or went, among those that `index` knows; a folder stands for the files
/// of the index below it. Gives all files that are something else now: also those that one of the changed
/// files began or ceased to import. Files that are not `wanted` (ignored, excluded, outside) count as gone.
///
/// Files that are of a format because they import each other in a circle stay when nobody else imports them any
/// more, until all files are read.
pub fn index_changed(
    paths: &[PathBuf],
    index: &Index,
    formats: &Formats,
    wanted: &mut dyn FnMut(&Path) -> bool,
) -> Vec<Scanned> {
    let mut now = index.clone();
    let mut seen: FxHashSet<(Arc<Path>, bool)> = FxHashSet::default();
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
        // What is asked again in the same way has the same answer: files that import each other end here.
        next.retain(|path| seen.insert((Arc::clone(path), now.imported(path))));
        let before: FxHashSet<PathBuf> = next.iter().flat_map(|path| now.imports(path)).collect();
        let ask: Vec<_> = next.iter().map(|path| (path, wanted(path), now.imported(path))).collect();
        let read = |(path, wanted, imported): &(&Arc<Path>, bool, bool)| {
            let there = *wanted && path.is_file();
            (Arc::clone(*path), if there { index_file(path, formats, *imported) } else { None })
        };
        let found: Vec<Scanned> = ask.par_iter().map(read).collect();
        for (path, analysis) in found {
            now.set_closed(Arc::clone(&path), analysis.clone());
            all.insert(path, analysis);
        }
        let after: FxHashSet<PathBuf> = next.iter().flat_map(|path| now.imports(path)).collect();
        let turned = before.symmetric_difference(&after).filter(|path| formats.registry().may_be_ours(path));
        next = turned.map(|path| Arc::from(path.as_path())).collect();
    }
    all.into_iter().collect()
}

/// Reads and understands one file; none where it is of no format or cannot be read. `imported` says that
/// another file imports it.
pub fn index_file(path: &Path, formats: &Formats, imported: bool) -> Option<Arc<IndexedFile>> {
    let text = match read_at_most(path, MAX_INDEXED) {
        Ok(text) => text,
        Err(error) => {
            tracing::debug!("not indexed: {error}");
            return None;
        }
    };
    // A fault in one file must not take the others with it.
    let understood = catch_unwind(AssertUnwindSafe(|| {
        let format = formats.detect_file(path, &text, imported)?;
        Some(Arc::new(IndexedFile::of_text(&*format, &text)))
    }));
    understood.unwrap_or_else(|_| {
        tracing::error!("a fault while indexing {}: the file is left out", path.display());
        None
    })
}

/// Looks again at the files that are of no format by themselves and that others import, until there is no
/// other: a file that is imported may import the next.
fn index_imported(files: &mut [Scanned], formats: &Formats, cancelled: &(dyn Fn() -> bool + Sync)) {
    let targets = |path: &Path, analysis: &IndexedFile| imports(path, analysis).collect::<Vec<_>>();
    let mut next: Vec<PathBuf> =
        files.iter().flat_map(|(path, analysis)| analysis.iter().flat_map(|f| targets(path, f))).collect();
    if next.is_empty() {
        return;
    }
    let unknown = files.iter().enumerate().filter(|(_, (_, analysis))| analysis.is_none());
    let mut unknown: FxHashMap<PathBuf, usize> =
        unknown.map(|(at, (path, _))| (normal(path).into_owned(), at)).collect();
    while !next.is_empty() && !cancelled() {
        let again: Vec<usize> = next.iter().filter_map(|path| unknown.remove(path)).collect();
        let found: Vec<_> =
            again.into_par_iter().map(|at| (at, index_file(&files[at].0, formats, true))).collect();
        next.clear();
        for (at, analysis) in found {
            if let Some(analysis) = &analysis {
                next.extend(targets(&files[at].0, analysis));
            }
            files[at].1 = analysis;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::Mutex;

    use globset::GlobSet;

    use super::*;
    use crate::files::{IgnoreFilter, walk};
    use crate::toy::{self, Folder};

    /// Writes the files and gives what of each was understood, in order.
    fn scanned(files: &[(&str, &[u8])]) -> Vec<(String, Option<usize>)> {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let mut paths: Vec<_> = files.iter().map(|(name, _)| folder.path().join(name)).collect();
        paths.push(folder.path().join("gone.toy"));
        let all = index_files(paths, &toy::formats(), &|_, _| {}, &|| false);
        let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
        all.iter()
            .map(|(path, analysis)| (name(path), analysis.as_ref().map(|f| f.definitions.len())))
            .collect()
    }

    #[test]
    fn files_of_a_format_are_understood() {
        let found = scanned(&[
            ("b.toy", b"=x\n=y\n"),
            ("a.doll", b"=x\n"),
            ("notes.txt", b"=x\n"),
            ("claimed.txt", b"=x\nthis is a toy\n"),
            ("broken.toy", b"=x\xff\n"),
        ]);
        let found: Vec<_> = found.iter().map(|(name, count)| (name.as_str(), *count)).collect();
        assert_eq!(
            found,
            [
                ("b.toy", Some(2)),
                ("a.doll", Some(1)),
                ("notes.txt", None),
                ("claimed.txt", Some(1)),
                ("broken.toy", None),
                ("gone.toy", None),
            ]
        );
    }

    #[test]
    fn what_is_imported_is_looked_at_again() {
        let found = scanned(&[
            ("a.toy", b"+b.txt\n+./none.txt\n+a.toy\n"),
            ("b.txt", b"=x\n+./c.txt\n+b.txt\n"),
            ("c.txt", b"=x\n=y\n+a.toy\n"),
            ("d.txt", b"=x\n+e.txt\n"),
            ("e.txt", b"=x\n"),
        ]);
        let found: Vec<_> = found.into_iter().map(|(_, count)| count).collect();
        assert_eq!(found, [Some(0), Some(1), Some(2), None, None, None]);
    }

    /// An index of a folder, brought up to date.
    struct Kept {
        folder: Folder,
        index: Index,
    }

    impl Kept {
        fn new(files: &[(&str, &str)]) -> Self {
            let mut kept = Self { folder: Folder::of(files), index: Index::default() };
            for (path, analysis) in kept.fresh() {
                kept.index.set_closed(path, analysis);
            }
            kept
        }

        fn fresh(&self) -> Vec<Scanned> {
            let formats = toy::formats();
            let paths = walk(&[self.folder.at("")], formats.registry(), &GlobSet::empty());
            index_files(paths, &formats, &|_, _| {}, &|| false)
        }

        /// Tells of changes; the index must then be as a fresh one. Gives the files that were read.
        #[track_caller]
        fn change(&mut self, paths: &[&str]) -> String {
            let paths: Vec<_> = paths.iter().map(|path| self.folder.at(path)).collect();
            let mut reach = IgnoreFilter::new(&[self.folder.at("")]);
            let all = index_changed(&paths, &self.index, &toy::formats(), &mut |path| reach.includes(path));
            let names: Vec<_> = all.iter().map(|(path, _)| path.to_path_buf()).collect();
            for (path, analysis) in all {
                self.index.set_closed(path, analysis);
            }
            let mut fresh = Index::default();
            for (path, analysis) in self.fresh() {
                fresh.set_closed(path, analysis);
            }
            assert_eq!(self.index.paths(), fresh.paths());
            for path in fresh.paths() {
                assert_eq!(self.index.file(&path), fresh.file(&path), "{}", path.display());
            }
            self.folder.names(&names)
        }
    }

    #[test]
    fn changed_files_are_read_again() {
        let mut kept = Kept::new(&[("a.toy", "=x\n"), ("b.toy", "=x\n"), (".gitignore", "*.tmp.toy\n")]);
        kept.folder.write("a.toy", "=y\n");
        assert_eq!(kept.change(&["a.toy", "other.rs"]), "a.toy");
        kept.folder.write("sub/c.toy", "=y\n");
        kept.folder.write("x.tmp.toy", "=y\n");
        kept.change(&["sub/c.toy", "x.tmp.toy"]);
        fs::remove_file(kept.folder.at("a.toy")).unwrap();
        kept.change(&["a.toy"]);
        fs::remove_dir_all(kept.folder.at("sub")).unwrap();
        assert_eq!(kept.change(&["sub"]), "sub/c.toy");
    }

    #[test]
    fn what_is_imported_comes_and_goes_with_the_import() {
        let mut kept = Kept::new(&[("a.toy", "=x\n"), ("b.txt", "+c.txt\n"), ("c.txt", "+b.txt\n+a.toy\n")]);
        kept.folder.write("a.toy", "+b.txt\n");
        assert_eq!(kept.change(&["a.toy"]), "a.toy b.txt c.txt");
        assert_eq!(kept.index.len(), 3);
        kept.folder.write("c.txt", "=new\n");
        assert_eq!(kept.change(&["c.txt"]), "a.toy b.txt c.txt", "those that it imported may be none now");
        kept.folder.write("a.toy", "");
        kept.change(&["a.toy"]);
        assert_eq!(kept.index.len(), 1);
    }

    #[test]
    fn progress_is_told_and_a_cancel_heard() {
        let folder = tempfile::tempdir().unwrap();
        let paths: Vec<_> = (0..200).map(|i| folder.path().join(format!("{i}.toy"))).collect();
        for path in &paths {
            fs::write(path, "=x\n").unwrap();
        }
        let told = Mutex::new(Vec::new());
        let progress = |done, total| told.lock().unwrap().push((done, total));
        let all = index_files(paths.clone(), &toy::formats(), &progress, &|| false);
        assert_eq!(all.len(), 200);
        let mut told = told.into_inner().unwrap();
        told.sort_unstable();
        assert_eq!(told, [(64, 200), (128, 200), (192, 200), (200, 200)]);

        let seen = AtomicUsize::new(0);
        let cancelled = || seen.fetch_add(1, Ordering::Relaxed) >= 50;
        let some = index_files(paths, &toy::formats(), &|_, _| {}, &cancelled);
        assert_eq!(some.len(), 50);
    }
}
