//! Reading all files of a workspace.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use agmark_syntax::Registry;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::files::{MAX_INDEXED, read_at_most};
use crate::index::{FileFacts, imports};
use crate::paths::normal;

/// After how many files progress is told.
const STEP: usize = 64;

/// What stands in a file; none where it is of no format or cannot be read.
pub type Scanned = (Arc<Path>, Option<Arc<FileFacts>>);

/// Reads and understands files, several at once, and gives them in the order of `paths`. Files that are only
/// of a format because another one of `paths` imports them are found too. `progress` is told how many of how
/// many files are done; once `cancelled` says so, files that are left are left out.
pub fn index_files(
    paths: Vec<PathBuf>,
    registry: &Registry,
    progress: &(dyn Fn(usize, usize) + Sync),
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Vec<Scanned> {
    let (total, done) = (paths.len(), AtomicUsize::new(0));
    let scan = |path: PathBuf| -> Option<Scanned> {
        if cancelled() {
            return None;
        }
        let facts = index_file(&path, registry, false);
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if done % STEP == 0 || done == total {
            progress(done, total);
        }
        Some((path.into(), facts))
    };
    let mut files: Vec<_> = paths.into_par_iter().filter_map(scan).collect();
    index_imported(&mut files, registry, cancelled);
    files
}

/// Reads and understands one file; none where it is of no format or cannot be read. `imported` says that
/// another file imports it.
pub fn index_file(path: &Path, registry: &Registry, imported: bool) -> Option<Arc<FileFacts>> {
    let text = match read_at_most(path, MAX_INDEXED) {
        Ok(text) => text,
        Err(error) => {
            tracing::debug!("not indexed: {error}");
            return None;
        }
    };
    // A fault in one file must not take the others with it.
    let understood = catch_unwind(AssertUnwindSafe(|| {
        let format = registry.detect_file(path, &text, imported)?;
        Some(Arc::new(FileFacts::of_text(&*format, &text)))
    }));
    understood.unwrap_or_else(|_| {
        tracing::error!("a fault while indexing {}: the file is left out", path.display());
        None
    })
}

/// Looks again at the files that are of no format by themselves and that others import, until there is no
/// other: a file that is imported may import the next.
fn index_imported(files: &mut [Scanned], registry: &Registry, cancelled: &(dyn Fn() -> bool + Sync)) {
    let targets = |path: &Path, facts: &FileFacts| imports(path, facts).collect::<Vec<_>>();
    let mut next: Vec<PathBuf> =
        files.iter().flat_map(|(path, facts)| facts.iter().flat_map(|f| targets(path, f))).collect();
    if next.is_empty() {
        return;
    }
    let unknown = files.iter().enumerate().filter(|(_, (_, facts))| facts.is_none());
    let mut unknown: FxHashMap<PathBuf, usize> =
        unknown.map(|(at, (path, _))| (normal(path).into_owned(), at)).collect();
    while !next.is_empty() && !cancelled() {
        let again: Vec<usize> = next.iter().filter_map(|path| unknown.remove(path)).collect();
        let found: Vec<_> =
            again.into_par_iter().map(|at| (at, index_file(&files[at].0, registry, true))).collect();
        next.clear();
        for (at, facts) in found {
            if let Some(facts) = &facts {
                next.extend(targets(&files[at].0, facts));
            }
            files[at].1 = facts;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::Mutex;

    use super::*;
    use crate::toy;

    /// Writes the files and gives what of each was understood, in order.
    fn scanned(files: &[(&str, &[u8])]) -> Vec<(String, Option<usize>)> {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let mut paths: Vec<_> = files.iter().map(|(name, _)| folder.path().join(name)).collect();
        paths.push(folder.path().join("gone.toy"));
        let all = index_files(paths, &toy::registry(), &|_, _| {}, &|| false);
        let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
        all.iter().map(|(path, facts)| (name(path), facts.as_ref().map(|f| f.definitions.len()))).collect()
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

    #[test]
    fn progress_is_told_and_a_cancel_heard() {
        let folder = tempfile::tempdir().unwrap();
        let paths: Vec<_> = (0..200).map(|i| folder.path().join(format!("{i}.toy"))).collect();
        for path in &paths {
            fs::write(path, "=x\n").unwrap();
        }
        let told = Mutex::new(Vec::new());
        let progress = |done, total| told.lock().unwrap().push((done, total));
        let all = index_files(paths.clone(), &toy::registry(), &progress, &|| false);
        assert_eq!(all.len(), 200);
        let mut told = told.into_inner().unwrap();
        told.sort_unstable();
        assert_eq!(told, [(64, 200), (128, 200), (192, 200), (200, 200)]);

        let seen = AtomicUsize::new(0);
        let cancelled = || seen.fetch_add(1, Ordering::Relaxed) >= 50;
        let some = index_files(paths, &toy::registry(), &|_, _| {}, &cancelled);
        assert_eq!(some.len(), 50);
    }
}
