//! Maps URIs to documents. Several URIs can name one file, through links or by different spellings. All of them mean
//! one document, whose key is a path.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_types::Uri;

use crate::protocol::uris;

/// The open URIs and the folders of the workspace.
#[derive(Clone, Default)]
pub struct Addresses {
    /// The key of each open URI, as the client wrote it.
    open: HashMap<String, Arc<Path>>,
    /// The keys of open documents, by the real paths of their files.
    real: HashMap<PathBuf, Arc<Path>>,
    /// The folders of the workspace as named, and their real paths.
    roots: Vec<(PathBuf, PathBuf)>,
}

impl Addresses {
    /// The key of a URI's document: the path of the file or, for a document without a path (`untitled:…`), the URI as
    /// a path.
    pub fn key(&self, uri: &Uri) -> Arc<Path> {
        match self.open.get(uri.as_str()) {
            Some(key) => Arc::clone(key),
            None => self.find(uri).0,
        }
    }

    fn find(&self, uri: &Uri) -> (Arc<Path>, Option<PathBuf>) {
        let Some(path) = uris::to_path(uri) else { return (PathBuf::from(uri.as_str()).into(), None) };
        let real = real(&path);
        let key = self.in_workspace(&real).map(Arc::from).or_else(|| self.real.get(&real).cloned());
        (key.unwrap_or_else(|| path.into()), Some(real))
    }

    /// The path as the workspace names it, in one of its folders.
    pub fn named(&self, path: &Path) -> PathBuf {
        self.in_workspace(&real(path)).unwrap_or_else(|| path.to_owned())
    }

    fn in_workspace(&self, real: &Path) -> Option<PathBuf> {
        self.roots.iter().find_map(|(named, root)| {
            let below = real.strip_prefix(root).ok()?;
            Some(if below.as_os_str().is_empty() { named.clone() } else { named.join(below) })
        })
    }

    /// Adds an open URI and returns its key.
    pub fn open(&mut self, uri: &Uri) -> Arc<Path> {
        if let Some(key) = self.open.get(uri.as_str()) {
            return Arc::clone(key);
        }
        let (key, real) = self.find(uri);
        if let Some(real) = real {
            self.real.insert(real, Arc::clone(&key));
        }
        self.open.insert(uri.as_str().to_owned(), Arc::clone(&key));
        key
    }

    /// Removes an open URI. Returns its key and whether no other URI of the document is open; `None` if it was not
    /// open.
    pub fn close(&mut self, uri: &Uri) -> Option<(Arc<Path>, bool)> {
        let key = self.open.remove(uri.as_str())?;
        let last = !self.open.values().any(|other| *other == key);
        if last {
            self.real.retain(|_, other| *other != key);
        }
        Some((key, last))
    }

    /// Updates the keys of open documents after a change of the folders, because an added folder may name a file
    /// differently. Documents outside of all folders keep their keys. Returns the old and new keys that differ.
    pub fn rename_keys(&mut self) -> Vec<(Arc<Path>, Arc<Path>)> {
        let mut renamed = Vec::new();
        for (real, key) in std::mem::take(&mut self.real) {
            let new = match self.in_workspace(&real) {
                Some(new) if *new != *key => Arc::from(new),
                _ => Arc::clone(&key),
            };
            if new != key {
                self.open.values_mut().filter(|open| **open == key).for_each(|open| *open = Arc::clone(&new));
                renamed.push((key, Arc::clone(&new)));
            }
            self.real.insert(real, new);
        }
        renamed.sort();
        renamed
    }

    /// Sets the folders of the workspace.
    pub fn set_roots(&mut self, roots: &[PathBuf]) {
        self.roots = roots.iter().map(|root| (root.clone(), real(root))).collect();
    }
}

/// The folders that are not inside another of `folders`, compared by real paths.
pub fn outermost(folders: &[PathBuf]) -> Vec<PathBuf> {
    let all: Vec<_> = folders.iter().map(|folder| real(folder)).collect();
    let within = |at: usize, other: usize| {
        let (inner, outer) = (&all[at], &all[other]);
        // Of two names of one folder, the first wins.
        inner.starts_with(outer) && (inner != outer || other < at)
    };
    let is_outermost = |at: &usize| !(0..all.len()).any(|other| other != *at && within(*at, other));
    (0..all.len()).filter(is_outermost).map(|at| folders[at].clone()).collect()
}

/// The real path, as far as it exists.
fn real(path: &Path) -> PathBuf {
    for folder in path.ancestors() {
        if let Ok(there) = folder.canonicalize() {
            let rest = path.strip_prefix(folder).unwrap_or(Path::new(""));
            return if rest.as_os_str().is_empty() { there } else { there.join(rest) };
        }
    }
    path.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uri(path: &Path) -> Uri {
        uris::to_uri(path).expect("an address")
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_to_one_document() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().canonicalize().expect("a path").join(name);
        for name in ["w/sub", "out"] {
            std::fs::create_dir_all(at(name)).expect("a folder");
        }
        for name in ["w/sub/a.agd", "out/b.agd"] {
            std::fs::write(at(name), "").expect("a file");
        }
        symlink(at("w"), at("workspace")).expect("a link");
        symlink("sub", at("w/link")).expect("a link");
        symlink(at("out"), at("w/out")).expect("a link");
        let mut addresses = Addresses::default();
        addresses.set_roots(&[at("workspace")]);
        for name in ["workspace/sub/a.agd", "w/sub/a.agd", "w/link/a.agd", "workspace/link/a.agd"] {
            assert_eq!(*addresses.key(&uri(&at(name))), at("workspace/sub/a.agd"), "{name}");
        }
        assert_eq!(*addresses.key(&uri(&at("w/link/new.agd"))), at("workspace/sub/new.agd"), "not there yet");
        // A link out of the workspace keeps the name under which it was opened.
        let (one, other) = (uri(&at("w/out/b.agd")), uri(&at("out/b.agd")));
        assert_eq!(*addresses.open(&one), at("w/out/b.agd"));
        assert_eq!(addresses.open(&other), addresses.key(&one));
        assert_eq!(addresses.close(&one), Some((at("w/out/b.agd").into(), false)));
        assert_eq!(addresses.close(&other), Some((at("w/out/b.agd").into(), true)));
        assert_eq!(addresses.close(&other), None);
        assert_eq!(*addresses.key(&other), at("out/b.agd"));
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_that_is_added_by_another_name_renames_what_is_open() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().canonicalize().expect("a path").join(name);
        std::fs::create_dir_all(at("w")).expect("a folder");
        std::fs::write(at("w/a.agd"), "").expect("a file");
        std::os::unix::fs::symlink(at("w"), at("link")).expect("a link");
        let mut addresses = Addresses::default();
        let uri = uri(&at("w/a.agd"));
        assert_eq!(*addresses.open(&uri), at("w/a.agd"));
        addresses.set_roots(&[at("link")]);
        let renamed: Vec<(Arc<Path>, Arc<Path>)> = vec![(at("w/a.agd").into(), at("link/a.agd").into())];
        assert_eq!(addresses.rename_keys(), renamed);
        assert_eq!(addresses.rename_keys(), []);
        assert_eq!(*addresses.key(&uri), at("link/a.agd"));
        // Without the folder the document keeps its key.
        addresses.set_roots(&[]);
        assert_eq!(addresses.rename_keys(), []);
        assert_eq!(addresses.close(&uri), Some((at("link/a.agd").into(), true)));
    }

    #[cfg(unix)]
    #[test]
    fn folders_within_each_other_are_read_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir_all(at("w/sub")).expect("a folder");
        std::os::unix::fs::symlink(at("w/sub"), at("link")).expect("a link");
        let all = [at("w/sub"), at("link"), at("w"), at("w"), at("other")];
        assert_eq!(outermost(&all), [at("w"), at("other")]);
    }

    #[test]
    fn documents_that_are_in_no_file_are_each_their_own() {
        let addresses = Addresses::default();
        let key = |text: &str| addresses.key(&text.parse().expect("an address"));
        let all = ["untitled:Untitled-1", "untitled:Untitled-2", "git:/w/a.agd", "file:///w/a.agd"];
        let keys: std::collections::BTreeSet<_> = all.iter().map(|uri| key(uri)).collect();
        assert_eq!(keys.len(), all.len());
    }
}
