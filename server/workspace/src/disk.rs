//! Access to the files that documents name.

use std::ffi::OsString;
use std::hash::BuildHasher;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use agmark_syntax::world::validity::Validity;
use agmark_syntax::{Document, FolderEntry, PathKind, Settings, Surroundings, Text};
use dashmap::DashMap;
use rustc_hash::FxHashMap;

use crate::files::{MAX_INDEXED, ReadError, read_text};
use crate::{Boundary, Formats, files};

/// How long an answer about the disk is valid. No event reports that a file without a format was created or deleted,
/// and a document may name a thousand of them, so they are not looked up at each keystroke.
const FRESH: Duration = Duration::from_secs(2);

/// The limits of cached answers, texts and documents. Above a limit, all are forgotten.
const KEPT: usize = 1 << 16;
const KEPT_TEXTS: usize = 32;
const KEPT_DOCUMENTS: usize = 64;

/// The files that documents may read, see [`Boundary`]. All reading for the language server goes through it.
pub struct Disk {
    /// Unlike that of any other access to files, and changed when all answers are forgotten.
    number: AtomicU64,
    formats: Formats,
    boundary: Boundary,
    kinds: Mutex<FxHashMap<OsString, PathKinds>>,
    linked: DashMap<PathBuf, (Instant, bool)>,
    texts: DashMap<PathBuf, Read>,
}

/// The kinds of the paths that a document names, by the path as written. A large document names thousands and looks up
/// all of them at each keystroke.
#[derive(Default)]
struct PathKinds {
    /// [`Index::opened`](crate::Index::opened) at the time of the answers.
    opened: u64,
    /// Each with the time until which it is valid.
    answers: FxHashMap<Box<str>, (Instant, PathKind)>,
    /// The folders of these paths, see [`Disk::folder_exists`].
    folders: FxHashMap<Box<Path>, (Instant, Option<bool>)>,
}

#[derive(Clone)]
struct Read {
    at: Instant,
    stamp: Option<(SystemTime, u64)>,
    text: Option<Text>,
}

impl Disk {
    pub fn new(formats: Formats, roots: &[PathBuf]) -> Self {
        Self {
            number: AtomicU64::new(next_number()),
            formats,
            boundary: Boundary::new(roots),
            kinds: Mutex::default(),
            linked: DashMap::new(),
            texts: DashMap::new(),
        }
    }

    /// The kind of `path`, as the document at `own` writes it. Calls `look_up` unless the document looked it up
    /// recently, with the same open documents.
    pub(crate) fn cached_kind(
        &self,
        own: &Path,
        opened: u64,
        path: &str,
        look_up: impl FnOnce() -> PathKind,
    ) -> PathKind {
        let now = Instant::now();
        if let Some(kinds) = self.kinds().get(own.as_os_str())
            && kinds.opened == opened
            && let Some((until, kind)) = kinds.answers.get(path)
            && *until > now
        {
            return *kind;
        }
        let kind = look_up();
        let mut all = self.kinds();
        if all.len() >= KEPT_DOCUMENTS && !all.contains_key(own.as_os_str()) {
            all.clear();
        }
        let kinds = all.entry(own.as_os_str().to_owned()).or_default();
        if kinds.opened != opened || kinds.answers.len() >= KEPT {
            *kinds = PathKinds { opened, ..PathKinds::default() };
        }
        // Answers of the same moment expire at different moments, after one to two times as long.
        let spread = u32::try_from(kinds.answers.len() % 64).unwrap_or_default();
        kinds.answers.insert(path.into(), (now + FRESH + FRESH * spread / 64, kind));
        kind
    }

    /// How long what the document at `own` computes from the kinds of its paths may be used again.
    pub(crate) fn validity(&self, own: &Path, opened: u64, number: usize) -> Validity {
        let spread = u32::try_from(number % 64).unwrap_or_default();
        let until = Instant::now() + FRESH / 2 + FRESH / 2 * spread / 64;
        Validity { state: self.state(own, opened), until: Some(until) }
    }

    /// Whether it may be used now.
    pub(crate) fn is_valid(&self, own: &Path, opened: u64, validity: &Validity) -> bool {
        validity.until.is_some_and(|until| until > Instant::now())
            && validity.state == self.state(own, opened)
    }

    fn state(&self, own: &Path, opened: u64) -> u64 {
        rustc_hash::FxBuildHasher.hash_one((self.number.load(Ordering::SeqCst), own, opened)) | 1
    }

    fn kinds(&self) -> MutexGuard<'_, FxHashMap<OsString, PathKinds>> {
        self.kinds.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The kind of `path` for the document at `from`.
    pub fn path_kind(&self, from: &Path, path: &Path) -> PathKind {
        // To follow the links of a path takes many calls of the system, so it is done once for each folder.
        match path.parent().and_then(|folder| self.folder_exists(from, folder)) {
            Some(true) => match std::fs::symlink_metadata(path) {
                Ok(about) if about.is_symlink() => self.kind_behind_links(from, path),
                about => kind(about),
            },
            Some(false) => PathKind::Nothing,
            None => self.kind_behind_links(from, path),
        }
    }

    /// Whether a folder exists, if the document at `from` may read it; at most a few seconds old.
    fn folder_exists(&self, from: &Path, folder: &Path) -> Option<bool> {
        let now = Instant::now();
        if let Some(kinds) = self.kinds().get(from.as_os_str())
            && let Some((until, exists)) = kinds.folders.get(folder)
            && *until > now
        {
            return *exists;
        }
        let exists = folder.try_exists().ok().filter(|_| self.boundary.allows(from, folder));
        if let Some(kinds) = self.kinds().get_mut(from.as_os_str()).filter(|k| k.folders.len() < KEPT) {
            kinds.folders.insert(folder.into(), (now + FRESH, exists));
        }
        exists
    }

    fn kind_behind_links(&self, from: &Path, path: &Path) -> PathKind {
        if !self.boundary.allows(from, path) {
            return PathKind::Outside;
        }
        kind(std::fs::metadata(path))
    }

    /// Whether `path` or a folder on the way to it is a link, see [`Boundary::is_behind_link`].
    pub fn is_linked(&self, from: &Path, path: &Path) -> bool {
        if let Some(seen) = self.linked.get(path)
            && seen.0.elapsed() < FRESH
        {
            return seen.1;
        }
        let linked = self.boundary.is_behind_link(from, path);
        if self.linked.len() >= KEPT {
            self.linked.clear();
        }
        self.linked.insert(path.to_owned(), (Instant::now(), linked));
        linked
    }

    /// The text of the file at `path`, at most a few seconds old; `None` if the document at `from` cannot read it.
    pub fn read(&self, from: &Path, path: &Path) -> Option<Text> {
        let kept = self.texts.get(path).map(|read| read.clone());
        if let Some(read) = &kept
            && read.at.elapsed() < FRESH
        {
            return read.text.clone();
        }
        if !self.boundary.allows(from, path) {
            return None;
        }
        let about = std::fs::metadata(path).ok();
        let stamp = about.and_then(|about| Some((about.modified().ok()?, about.len())));
        let text = match kept {
            Some(read) if read.stamp == stamp && stamp.is_some() => read.text,
            _ => read_text(path, MAX_INDEXED).ok().map(|text| Text::new(&text)),
        };
        if self.texts.len() >= KEPT_TEXTS {
            self.texts.clear();
        }
        self.texts.insert(path.to_owned(), Read { at: Instant::now(), stamp, text: text.clone() });
        text
    }

    /// The current text of a file that a person or the index names.
    ///
    /// # Errors
    /// As [`files::read`].
    pub fn current_text(&self, path: &Path) -> Result<Text, ReadError> {
        files::read(path).map(|text| Text::new(&text))
    }

    /// The current document of a file that a person or the index names; `None` if it cannot be read or has no format.
    pub fn current_document(&self, path: &Path, surroundings: Surroundings) -> Option<Document> {
        self.parse(path, &files::read(path).ok()?, surroundings)
    }

    fn parse(&self, path: &Path, text: &str, surroundings: Surroundings) -> Option<Document> {
        let format = self.formats.detect_file(path, text, surroundings)?;
        Some(Document::new(format, text))
    }

    /// The settings of a file.
    pub fn settings(&self, path: &Path) -> Settings {
        self.formats.settings(path)
    }

    /// The document of the file at `path`, if it has a format and the document at `from` can read it.
    pub fn document(&self, from: &Path, path: &Path, surroundings: Surroundings) -> Option<Document> {
        self.parse(path, &self.read(from, path)?.to_string(), surroundings)
    }

    /// The entries of the folder at `path`, sorted, without hidden and ignored ones.
    pub fn entries(&self, from: &Path, path: &Path) -> Vec<FolderEntry> {
        if !self.boundary.allows(from, path) { Vec::new() } else { files::entries(path) }
    }

    /// Forgets all answers, because files have changed.
    pub fn forget(&self) {
        self.number.store(next_number(), Ordering::SeqCst);
        self.linked.clear();
        self.texts.clear();
        self.kinds().clear();
    }
}

fn next_number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

fn kind(about: std::io::Result<std::fs::Metadata>) -> PathKind {
    match about {
        Ok(about) if about.is_dir() => PathKind::Folder,
        Ok(_) => PathKind::File,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => PathKind::Nothing,
        Err(_) => PathKind::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{self, Folder};

    fn disk(folder: &Folder, roots: &[&str]) -> Disk {
        let roots: Vec<_> = roots.iter().map(|root| folder.at(root)).collect();
        Disk::new(toy::formats(), &roots)
    }

    #[test]
    fn files_of_the_workspace_are_seen() {
        let folder = Folder::of(&[("w/a.toy", "=x\n"), ("w/sub/b.txt", "plain\n"), ("out.txt", "secret\n")]);
        let disk = disk(&folder, &["w"]);
        let from = folder.at("w/a.toy");
        let look = |path: &str| disk.path_kind(&from, &folder.at(path));
        assert_eq!(look("w/sub/b.txt"), PathKind::File);
        assert_eq!(look("w/sub"), PathKind::Folder);
        assert_eq!(look("w/none.txt"), PathKind::Nothing);
        assert_eq!(look("w/none/none.txt"), PathKind::Nothing);
        assert_eq!(look("out.txt"), PathKind::Outside);
        assert_eq!(disk.read(&from, &folder.at("out.txt")).map(|t| t.to_string()), None);
        assert_eq!(
            disk.read(&from, &folder.at("w/sub/b.txt")).map(|t| t.to_string()).as_deref(),
            Some("plain\n")
        );
        assert!(disk.document(&from, &from, Surroundings::NONE).is_some());
        let names: Vec<_> = disk.entries(&from, &folder.at("w")).into_iter().map(|e| e.name).collect();
        assert_eq!(names, ["a.toy", "sub"]);
        assert_eq!(disk.entries(&from, &folder.at("")), []);
    }

    #[test]
    fn a_file_in_no_folder_sees_its_own() {
        let folder = Folder::of(&[("w/a.toy", ""), ("lone/b.toy", ""), ("lone/c.toy", "")]);
        let disk = disk(&folder, &["w"]);
        let from = folder.at("lone/b.toy");
        assert_eq!(disk.path_kind(&from, &folder.at("lone/c.toy")), PathKind::File);
        assert_eq!(disk.path_kind(&from, &folder.at("w/a.toy")), PathKind::Outside);
    }

    #[test]
    fn what_changed_is_seen_when_told() {
        let folder = Folder::of(&[("w/a.toy", "=x\n")]);
        let disk = disk(&folder, &["w"]);
        let (from, new) = (folder.at("w/a.toy"), folder.at("w/new.txt"));
        assert_eq!(disk.path_kind(&from, &new), PathKind::Nothing);
        std::fs::write(&new, "now").unwrap();
        disk.forget();
        assert_eq!(disk.path_kind(&from, &new), PathKind::File);
    }

    #[test]
    fn a_document_is_told_the_same_until_something_changes() {
        let folder = Folder::of(&[("w/a.toy", ""), ("w/b.toy", "")]);
        let disk = disk(&folder, &["w"]);
        let asked = std::cell::Cell::new(0);
        let ask = |own: &str, opened: u64| {
            disk.cached_kind(&folder.at(own), opened, "x.txt", || {
                asked.set(asked.get() + 1);
                PathKind::Nothing
            });
            asked.get()
        };
        assert_eq!([ask("w/a.toy", 0), ask("w/a.toy", 0)], [1, 1]);
        assert_eq!(
            [ask("w/a.toy", 1), ask("w/b.toy", 1), ask("w/a.toy", 1), ask("w/b.toy", 1)],
            [2, 3, 3, 3]
        );
        disk.forget();
        assert_eq!(ask("w/b.toy", 1), 4);
    }

    #[test]
    fn links_are_followed_once_for_each_folder() {
        let folder = Folder::of(&[("w/a.toy", ""), ("w/sub/b.txt", "")]);
        let disk = disk(&folder, &["w"]);
        let own = folder.at("w/a.toy");
        let ask = |count: usize| {
            agmark_syntax::work::count(|| {
                disk.forget();
                for number in 0..count {
                    for name in ["sub", "none"] {
                        let path = format!("{name}/{number}.txt");
                        let look = || disk.path_kind(&own, &folder.at("w").join(&path));
                        assert_eq!(disk.cached_kind(&own, 0, &path, look), PathKind::Nothing);
                    }
                }
            })
        };
        assert!(ask(1) > 0);
        assert_eq!(ask(500), ask(50));
        let look = |path: &str| disk.path_kind(&own, &folder.at(path));
        assert_eq!((look("w/sub/b.txt"), look("w/sub")), (PathKind::File, PathKind::Folder));
    }

    #[cfg(unix)]
    #[test]
    fn no_link_leads_out() {
        use std::os::unix::fs::symlink;
        let folder = Folder::of(&[("w/a.toy", ""), ("w/in/b.txt", ""), ("out/c.txt", "secret")]);
        symlink(folder.at("out"), folder.at("w/link")).unwrap();
        symlink(folder.at("w/in"), folder.at("w/inner")).unwrap();
        let disk = disk(&folder, &["w"]);
        let from = folder.at("w/a.toy");
        assert_eq!(disk.path_kind(&from, &folder.at("w/link/c.txt")), PathKind::Outside);
        assert_eq!(disk.path_kind(&from, &folder.at("w/link/none.txt")), PathKind::Outside);
        assert_eq!(disk.read(&from, &folder.at("w/link/c.txt")).map(|t| t.to_string()), None);
        assert_eq!(disk.path_kind(&from, &folder.at("w/inner/b.txt")), PathKind::File);
        symlink(folder.at("out/new.txt"), folder.at("w/in/dangling")).unwrap();
        for path in ["w/link/c.txt", "w/link/none/x", "w/inner/b.txt", "w/inner", "w/in/dangling"] {
            assert!(disk.is_linked(&from, &folder.at(path)), "{path}");
        }
        for path in ["w/in/b.txt", "w/in/none.txt", "w/none/x", "w"] {
            assert!(!disk.is_linked(&from, &folder.at(path)), "{path}");
        }
    }
}
