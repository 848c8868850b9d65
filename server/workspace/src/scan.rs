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
use crate::index::{Index, IndexedFile, described_folder, imports};
use crate::paths::normal;

/// The number of files between two reports of progress.
const STEP: usize = 64;

/// A file for the index; `None` if it has no format or cannot be read.
pub type Scanned = (Arc<Path>, Option<Arc<IndexedFile>>);

/// Whether an open document hides the file at a path.
pub type IsHidden<'a> = dyn Fn(&Path) -> bool + Sync + 'a;

/// Reads and analyzes files in parallel and returns them in the order of `paths`. This includes files that have a
/// format only because another file of `paths` or `index` imports or describes them. `progress` gets the numbers of
/// done and of all files. After `cancelled` returns true, the remaining files are skipped. A file that an open document
/// hides (`is_hidden`) is not analyzed.
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
        Some(Arc::new(IndexedFile::of_text(&*format, &text, &|| is_hidden(path))))
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
mod tests {
    use std::fs;
    use std::sync::Mutex;

    use globset::GlobSet;

    use super::*;
    use crate::files::{IgnoreFilter, walk};
    use crate::toy::{self, Folder};

    /// Writes and indexes files. Returns each with its number of definitions, in order.
    fn scanned(files: &[(&str, &[u8])]) -> Vec<(String, Option<usize>)> {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let mut paths: Vec<_> = files.iter().map(|(name, _)| folder.path().join(name)).collect();
        paths.push(folder.path().join("gone.toy"));
        let all = index_files(paths, &Index::default(), &toy::formats(), &|_| false, &|_, _| {}, &|| false);
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

    /// An index of a folder that is updated.
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
            index_files(paths, &Index::default(), &formats, &|_| false, &|_, _| {}, &|| false)
        }

        /// Updates the index after changes and compares it with a new one. Returns the files that were read.
        #[track_caller]
        fn change(&mut self, paths: &[&str]) -> String {
            let paths: Vec<_> = paths.iter().map(|path| self.folder.at(path)).collect();
            let mut filter = IgnoreFilter::new(&[self.folder.at("")]);
            let all = index_changed(
                &paths,
                &self.index,
                &toy::formats(),
                &|_| false,
                &mut |path| filter.includes(path),
                &|folder| walk(&[folder.to_owned()], toy::formats().registry(), &GlobSet::empty()),
            );
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
    fn files_come_and_go_with_what_describes_their_folder() {
        let page = "=x\n+b.txt\nwhat others call it\n";
        let mut kept = Kept::new(&[
            ("site/a.txt", page),
            ("site/b.txt", "=y\n"),
            ("site/sub/c.txt", page),
            ("site/d.txt", "=z\n"),
            ("other/a.txt", page),
        ]);
        assert_eq!(kept.index.len(), 0);
        kept.folder.write("site/inside/m.doll", "=m\n");
        assert_eq!(
            kept.change(&["site/inside/m.doll"]),
            "site/a.txt site/b.txt site/d.txt site/inside/m.doll site/sub/b.txt site/sub/c.txt"
        );
        assert_eq!(kept.index.len(), 4, "the manifest, the two files below it, and the one that is imported");
        kept.folder.write("site/e.txt", page);
        assert_eq!(kept.change(&["site/e.txt"]), "site/b.txt site/e.txt");
        kept.folder.write("site/inside/m.doll", "=n\n");
        assert_eq!(kept.change(&["site/inside/m.doll"]), "site/inside/m.doll", "the folder is the same");
        fs::rename(kept.folder.at("site/inside"), kept.folder.at("other/inside")).unwrap();
        kept.change(&["site/inside", "other/inside/m.doll"]);
        assert_eq!(kept.index.len(), 2);
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
        let all = index_files(paths.clone(), &Index::default(), &toy::formats(), &progress, &|| false);
        assert_eq!(all.len(), 200);
        let mut told = told.into_inner().unwrap();
        told.sort_unstable();
        assert_eq!(told, [(64, 200), (128, 200), (192, 200), (200, 200)]);

        let seen = AtomicUsize::new(0);
        let cancelled = || seen.fetch_add(1, Ordering::Relaxed) >= 50;
        let some = index_files(paths, &Index::default(), &toy::formats(), &|_, _| {}, &cancelled);
        assert_eq!(some.len(), 50);
    }
}
