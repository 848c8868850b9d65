//! Files that documents name, looked at while somebody writes.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use agmark_syntax::{Document, FolderEntry, PathKind, Settings, Text};
use dashmap::DashMap;
use rustc_hash::FxHashMap;

use crate::files::{MAX_INDEXED, read_at_most};
use crate::{Formats, files, paths};

/// How long an answer about the disk is good. Nobody tells of files of no format that come and go, and a
/// document may name a thousand of them: they are not asked for again at every keystroke. What a document was told of
/// them ([`Disk::remembered`]) is good once or twice as long again.
const FRESH: Duration = Duration::from_secs(2);

/// Answers and texts that are kept. When there are more, all of them are forgotten.
const KEPT: usize = 1 << 16;
const KEPT_TEXTS: usize = 32;

/// The disk below some folders. Nothing outside of them is looked at, not by `..` and not by a link.
pub struct Disk {
    formats: Formats,
    /// As named, and as they are when links are followed.
    roots: Vec<(PathBuf, PathBuf)>,
    seen: DashMap<PathBuf, (Instant, PathKind)>,
    linked: DashMap<PathBuf, (Instant, bool)>,
    texts: DashMap<PathBuf, Read>,
    near: Mutex<Near>,
}

/// What the document that asked last was told, by its own words for paths: it asks again at its next keystroke, and a
/// large one names thousands.
#[derive(Default)]
struct Near {
    own: PathBuf,
    /// [`Index::opened`](crate::Index::opened) when this was told.
    opened: u64,
    /// Each with the time until which it is good.
    answers: FxHashMap<Box<str>, (Instant, PathKind)>,
}

#[derive(Clone)]
struct Read {
    at: Instant,
    stamp: Option<(SystemTime, u64)>,
    text: Option<Text>,
}

impl Disk {
    pub fn new(formats: Formats, roots: &[PathBuf]) -> Self {
        let roots = roots.iter().map(|root| paths::absolute(root)).map(|root| {
            let real = root.canonicalize().unwrap_or_else(|_| root.clone());
            (root, real)
        });
        Self {
            formats,
            roots: roots.collect(),
            seen: DashMap::new(),
            linked: DashMap::new(),
            texts: DashMap::new(),
            near: Mutex::default(),
        }
    }

    /// Whether somebody who edits the file at `from` may look at `path`, a normal path: it lies below the same
    /// folder, or, for a file that is in none, below its own.
    fn reaches(&self, from: &Path, path: &Path) -> bool {
        let holds = |root: &Path, real: &Path| {
            if !path.starts_with(root) {
                return false;
            }
            // What is not there yet leads nowhere; the folders on the way to it could.
            let there = path.ancestors().find_map(|part| part.canonicalize().ok());
            there.is_none_or(|there| there.starts_with(real) || real.starts_with(&there))
        };
        let own: Vec<_> = self.roots.iter().filter(|(root, _)| from.starts_with(root)).collect();
        if own.is_empty() {
            let Some(folder) = from.parent().filter(|f| f.is_absolute()) else { return false };
            let real = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
            return holds(folder, &real);
        }
        self.roots.iter().any(|(root, real)| holds(root, real))
    }

    /// What `ask` says of `path`, as the document at `own` writes it, unless that was asked lately while the same
    /// documents were open.
    pub(crate) fn remembered(
        &self,
        own: &Path,
        opened: u64,
        path: &str,
        ask: impl FnOnce() -> PathKind,
    ) -> PathKind {
        let now = Instant::now();
        {
            let mut near = self.near.lock().unwrap_or_else(PoisonError::into_inner);
            if near.opened != opened || near.own.as_os_str() != own.as_os_str() {
                *near = Near { own: own.to_owned(), opened, answers: FxHashMap::default() };
            }
            if let Some((until, there)) = near.answers.get(path)
                && *until > now
            {
                return *there;
            }
        }
        let there = ask();
        let mut near = self.near.lock().unwrap_or_else(PoisonError::into_inner);
        if near.opened == opened && near.own.as_os_str() == own.as_os_str() {
            if near.answers.len() >= KEPT {
                near.answers.clear();
            }
            // Those that were asked together are not all asked again together: after one to two times as long.
            let spread = u32::try_from(near.answers.len() % 64).unwrap_or_default();
            near.answers.insert(path.into(), (now + FRESH + FRESH * spread / 64, there));
        }
        there
    }

    /// What is at `path`, seen from the file at `from`.
    pub fn look(&self, from: &Path, path: &Path) -> PathKind {
        if let Some(seen) = self.seen.get(path)
            && seen.0.elapsed() < FRESH
        {
            return seen.1;
        }
        let there = if !self.reaches(from, path) {
            PathKind::Outside
        } else {
            match std::fs::metadata(path) {
                Ok(about) if about.is_dir() => PathKind::Folder,
                Ok(_) => PathKind::File,
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => PathKind::Nothing,
                Err(_) => PathKind::Unknown,
            }
        };
        if self.seen.len() >= KEPT {
            self.seen.clear();
        }
        self.seen.insert(path.to_owned(), (Instant::now(), there));
        there
    }

    /// Whether a link lies on the way to `path` below the workspace's folder, or below the folder of the file at `from`
    /// that is in none.
    pub fn is_linked(&self, from: &Path, path: &Path) -> bool {
        if let Some(seen) = self.linked.get(path)
            && seen.0.elapsed() < FRESH
        {
            return seen.1;
        }
        let roots: Vec<_> = self.roots.iter().filter(|(root, _)| path.starts_with(root)).collect();
        let linked = match (roots.is_empty(), from.parent()) {
            (true, Some(folder)) => has_link(folder, path),
            (true, None) => false,
            // A folder that was opened by itself may lie behind a link in another one.
            (false, _) => roots.iter().all(|(root, _)| has_link(root, path)),
        };
        if self.linked.len() >= KEPT {
            self.linked.clear();
        }
        self.linked.insert(path.to_owned(), (Instant::now(), linked));
        linked
    }

    /// The text of the file at `path`; none if it cannot be read.
    pub fn read(&self, from: &Path, path: &Path) -> Option<Text> {
        let kept = self.texts.get(path).map(|read| read.clone());
        if let Some(read) = &kept
            && read.at.elapsed() < FRESH
        {
            return read.text.clone();
        }
        if !self.reaches(from, path) {
            return None;
        }
        let about = std::fs::metadata(path).ok();
        let stamp = about.and_then(|about| Some((about.modified().ok()?, about.len())));
        let text = match kept {
            Some(read) if read.stamp == stamp && stamp.is_some() => read.text,
            _ => read_at_most(path, MAX_INDEXED).ok().map(|text| Text::new(&text)),
        };
        if self.texts.len() >= KEPT_TEXTS {
            self.texts.clear();
        }
        self.texts.insert(path.to_owned(), Read { at: Instant::now(), stamp, text: text.clone() });
        text
    }

    /// What is set for a file.
    pub fn settings(&self, path: &Path) -> Settings {
        self.formats.settings(path)
    }

    /// The file at `path`, understood, if it is of one of our formats.
    pub fn document(&self, from: &Path, path: &Path, imported: bool) -> Option<Document> {
        let text = self.read(from, path)?.to_string();
        let format = self.formats.detect_file(path, &text, imported)?;
        Some(Document::new(format, &text))
    }

    /// What is in the folder at `path`, sorted, without what is hidden or ignored.
    pub fn entries(&self, from: &Path, path: &Path) -> Vec<FolderEntry> {
        if !self.reaches(from, path) { Vec::new() } else { files::entries(path) }
    }

    /// Forgets what was seen: files changed.
    pub fn forget(&self) {
        self.seen.clear();
        self.linked.clear();
        self.texts.clear();
        self.near.lock().unwrap_or_else(PoisonError::into_inner).answers.clear();
    }
}

/// Whether `path` or a folder on the way to it from `root` is a link.
fn has_link(root: &Path, path: &Path) -> bool {
    let Ok(rest) = path.strip_prefix(root) else { return false };
    let mut at = root.to_owned();
    rest.components().any(|part| {
        at.push(part);
        at.is_symlink()
    })
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
        let look = |path: &str| disk.look(&from, &folder.at(path));
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
        assert!(disk.document(&from, &from, false).is_some());
        let names: Vec<_> = disk.entries(&from, &folder.at("w")).into_iter().map(|e| e.name).collect();
        assert_eq!(names, ["a.toy", "sub"]);
        assert_eq!(disk.entries(&from, &folder.at("")), []);
    }

    #[test]
    fn a_file_in_no_folder_sees_its_own() {
        let folder = Folder::of(&[("w/a.toy", ""), ("lone/b.toy", ""), ("lone/c.toy", "")]);
        let disk = disk(&folder, &["w"]);
        let from = folder.at("lone/b.toy");
        assert_eq!(disk.look(&from, &folder.at("lone/c.toy")), PathKind::File);
        assert_eq!(disk.look(&from, &folder.at("w/a.toy")), PathKind::Outside);
    }

    #[test]
    fn what_changed_is_seen_when_told() {
        let folder = Folder::of(&[("w/a.toy", "=x\n")]);
        let disk = disk(&folder, &["w"]);
        let (from, new) = (folder.at("w/a.toy"), folder.at("w/new.txt"));
        assert_eq!(disk.look(&from, &new), PathKind::Nothing);
        std::fs::write(&new, "now").unwrap();
        disk.forget();
        assert_eq!(disk.look(&from, &new), PathKind::File);
    }

    #[test]
    fn a_document_is_told_the_same_until_something_changes() {
        let folder = Folder::of(&[("w/a.toy", ""), ("w/b.toy", "")]);
        let disk = disk(&folder, &["w"]);
        let asked = std::cell::Cell::new(0);
        let ask = |own: &str, opened: u64| {
            disk.remembered(&folder.at(own), opened, "x.txt", || {
                asked.set(asked.get() + 1);
                PathKind::Nothing
            });
            asked.get()
        };
        assert_eq!([ask("w/a.toy", 0), ask("w/a.toy", 0)], [1, 1]);
        assert_eq!([ask("w/a.toy", 1), ask("w/b.toy", 1), ask("w/b.toy", 1)], [2, 3, 3]);
        disk.forget();
        assert_eq!(ask("w/b.toy", 1), 4);
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
        assert_eq!(disk.look(&from, &folder.at("w/link/c.txt")), PathKind::Outside);
        assert_eq!(disk.look(&from, &folder.at("w/link/none.txt")), PathKind::Outside);
        assert_eq!(disk.read(&from, &folder.at("w/link/c.txt")).map(|t| t.to_string()), None);
        assert_eq!(disk.look(&from, &folder.at("w/inner/b.txt")), PathKind::File);
        symlink(folder.at("out/new.txt"), folder.at("w/in/dangling")).unwrap();
        for path in ["w/link/c.txt", "w/link/none/x", "w/inner/b.txt", "w/inner", "w/in/dangling"] {
            assert!(disk.is_linked(&from, &folder.at(path)), "{path}");
        }
        for path in ["w/in/b.txt", "w/in/none.txt", "w/none/x", "w"] {
            assert!(!disk.is_linked(&from, &folder.at(path)), "{path}");
        }
    }
}
