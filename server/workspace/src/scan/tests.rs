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
        .map(|(path, analysis)| (name(path), analysis.as_ref().map(|f| f.definitions().len())))
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
    let all =
        index_files(paths.clone(), &Index::default(), &toy::formats(), &|_| false, &progress, &|| false);
    assert_eq!(all.len(), 200);
    let mut told = told.into_inner().unwrap();
    told.sort_unstable();
    assert_eq!(told, [(64, 200), (128, 200), (192, 200), (200, 200)]);

    let seen = AtomicUsize::new(0);
    let cancelled = || seen.fetch_add(1, Ordering::Relaxed) >= 50;
    let some = index_files(paths, &Index::default(), &toy::formats(), &|_| false, &|_, _| {}, &cancelled);
    assert_eq!(some.len(), 50);
}
