//! A workspace in memory, for tests and for the examples of rules.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use arcstr::ArcStr;

use crate::world::NameInFile;
use crate::world::summaries::Summaries;
use crate::{
    AnyFormat, Document, FolderEntry, LinkKind, Location, Name, PathKind, Reference, Span, Target, Text,
    World, paths,
};

/// Files of a workspace in memory, seen from the first file.
pub struct Files {
    own: PathBuf,
    files: BTreeMap<PathBuf, File>,
}

struct File {
    text: String,
    document: Option<Document>,
    summaries: OnceLock<Summaries>,
}

impl Files {
    /// `files` are paths in the workspace's folder with their texts, the own file first. `format` returns the format
    /// of a path.
    pub fn new(files: &[(&str, &str)], format: &dyn Fn(&str) -> Option<Arc<dyn AnyFormat>>) -> Self {
        let root = Path::new("/workspace");
        let all = files.iter().map(|(path, text)| {
            let document = format(path).map(|format| Document::new(format, text));
            (root.join(path), File { text: (*text).to_owned(), document, summaries: OnceLock::new() })
        });
        Self {
            own: files.first().map_or_else(|| root.join("none"), |(p, _)| root.join(p)),
            files: all.collect(),
        }
    }

    /// The files of a rule's example: the text, and after each line `=== NAME` another file. The first file is named
    /// `example` with the ending of `format`. All files with an ending of the format belong to it.
    pub fn example(format: &Arc<dyn AnyFormat>, text: &str) -> Self {
        Self::example_among(std::slice::from_ref(format), text)
    }

    /// Like [`Files::example`], with files of several formats. The example belongs to the first one.
    pub fn example_among(formats: &[Arc<dyn AnyFormat>], text: &str) -> Self {
        fn endings(format: &Arc<dyn AnyFormat>) -> impl Iterator<Item = &'static str> {
            format.info().extensions.iter().chain(format.info().candidate_extensions).copied()
        }
        let first = format!("example.{}", formats.first().and_then(|f| endings(f).next()).unwrap_or("txt"));
        let mut parts = vec![(first, String::new())];
        for line in text.split_inclusive('\n') {
            match line.trim_end().strip_prefix("=== ") {
                Some(name) => parts.push((name.to_owned(), String::new())),
                None => {
                    if let Some((_, text)) = parts.last_mut() {
                        text.push_str(line);
                    }
                }
            }
        }
        let parts: Vec<_> = parts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        Self::new(&parts, &|path| {
            let ours = |format: &&Arc<dyn AnyFormat>| {
                endings(format).any(|ending| path.ends_with(&format!(".{ending}")) || path == ending)
            };
            formats.iter().find(ours).map(Arc::clone)
        })
    }

    /// The own document, if it has a format.
    pub fn own(&self) -> Option<&Document> {
        self.files.get(&self.own)?.document.as_ref()
    }

    fn others(&self) -> impl Iterator<Item = (&PathBuf, &Document)> {
        let title = self.own().map(|d| d.format().info().name);
        self.files
            .iter()
            .filter(|(path, _)| **path != self.own)
            .filter_map(|(path, file)| Some((path, file.document.as_ref()?)))
            .filter(move |(_, document)| title.is_none_or(|t| document.format().info().name == t))
    }

    fn at(&self, path: &str) -> Option<(&PathBuf, &File)> {
        self.files.get_key_value(&paths::beside(&self.own, path))
    }
}

fn places(path: &Path, document: &Document, name: &Name, only_global: bool) -> Vec<Location> {
    let defined = document.definitions(name).into_iter().filter(|d| d.global || !only_global);
    defined.map(|d| Location { path: path.into(), span: d.span, whole: d.whole }).collect()
}

impl World for Files {
    fn definitions(&self, name: &Name, only_global: bool) -> Vec<Location> {
        self.others().flat_map(|(path, document)| places(path, document, name, only_global)).collect()
    }

    fn defines(&self, name: &Name) -> bool {
        !self.definitions(name, true).is_empty()
    }

    fn in_file(&self, path: &str, name: &Name) -> NameInFile {
        let Some((path, Some(document))) = self.at(path).map(|(p, f)| (p, f.document.as_ref())) else {
            return NameInFile::NoFile;
        };
        places(path, document, name, false).pop().map_or(NameInFile::Missing, NameInFile::Found)
    }

    fn names(&self, space: &'static str) -> Vec<ArcStr> {
        let mut all = Vec::new();
        for (_, document) in self.others() {
            for (name, _) in document.names().iter().filter(|(n, _)| n.space == space) {
                if document.definitions(name).iter().any(|d| d.global) {
                    all.push(name.text.clone());
                }
            }
        }
        all.sort();
        all.dedup();
        all
    }

    fn names_in(&self, path: &str, space: &'static str) -> Vec<ArcStr> {
        let document = self.at(path).and_then(|(_, file)| file.document.as_ref());
        let names = document.into_iter().flat_map(|d| d.names().iter());
        let defined = names.filter(|(name, o)| name.space == space && !o.definitions.is_empty());
        let mut all: Vec<_> = defined.map(|(name, _)| name.text.clone()).collect();
        all.sort();
        all
    }

    fn references(&self, name: &Name) -> Vec<Location> {
        let own = self.own().map(|d| d.definitions(name)).unwrap_or_default();
        let global = own.iter().any(|d| d.global);
        let mut all = Vec::new();
        for (path, document) in self.others() {
            let means = |reference: &Reference| {
                reference.name == *name
                    && match &reference.target {
                        Target::File | Target::IfDefined => false,
                        Target::Workspace => global && document.definitions(name).is_empty(),
                        Target::Other(other) => paths::beside(path, other) == self.own,
                    }
            };
            for (start, chunk) in document.chunks().iter() {
                all.extend(chunk.analysis().references.iter().filter(|r| means(r)).map(|r| {
                    let span = r.span.shifted(start);
                    Location { path: path.as_path().into(), span, whole: span }
                }));
            }
        }
        all
    }

    fn path(&self) -> Option<&Path> {
        Some(&self.own)
    }

    fn path_kind(&self, path: &str) -> PathKind {
        let path = paths::beside(&self.own, path);
        if !path.starts_with("/workspace") {
            PathKind::Outside
        } else if self.files.contains_key(&path) {
            PathKind::File
        } else if self.files.keys().any(|file| file.starts_with(&path)) {
            PathKind::Folder
        } else {
            PathKind::Nothing
        }
    }

    fn read(&self, path: &str) -> Option<Text> {
        self.at(path).map(|(_, file)| Text::new(&file.text))
    }

    fn document(&self, path: &str) -> Option<Document> {
        self.at(path).and_then(|(_, file)| file.document.clone())
    }

    fn entries(&self, path: &str) -> Vec<FolderEntry> {
        let folder = paths::beside(&self.own, path);
        let below = self.files.keys().filter_map(|file| file.strip_prefix(&folder).ok());
        let mut all: Vec<_> = below
            .filter_map(|rest| {
                let mut parts = rest.components();
                let name = parts.next()?.as_os_str().to_string_lossy().into_owned();
                Some(FolderEntry { name, is_folder: parts.next().is_some() })
            })
            .collect();
        all.sort();
        all.dedup();
        all
    }

    fn summaries(&self, path: &str) -> Summaries {
        let Some((_, file)) = self.at(path) else { return Summaries::default() };
        let of = |document: &Document| document.summaries();
        file.summaries.get_or_init(|| file.document.as_ref().map(of).unwrap_or_default()).clone()
    }

    fn files_with_summary(&self) -> Vec<Arc<Path>> {
        let shares = |d: &Document| d.chunks().iter().any(|(_, chunk)| chunk.analysis().summary.is_some());
        self.others().filter(|(_, d)| shares(d)).map(|(path, _)| path.as_path().into()).collect()
    }

    fn imports(&self, path: &Path) -> Vec<PathBuf> {
        let Some(document) = self.files.get(path).and_then(|file| file.document.as_ref()) else {
            return Vec::new();
        };
        let links = document.chunks().iter().flat_map(|(_, chunk)| &chunk.analysis().links);
        let imports = links.filter(|link| link.kind == LinkKind::Import);
        let mut all: Vec<_> = imports.map(|link| paths::beside(path, &link.target)).collect();
        all.sort();
        all.dedup();
        all
    }

    fn import_span(&self, path: &Path, target: &Path) -> Option<Span> {
        let document = self.files.get(path)?.document.as_ref()?;
        let links = document.chunks().iter().flat_map(|(start, chunk)| {
            chunk.analysis().links.iter().map(move |link| (link, link.span.shifted(start)))
        });
        let mut imports = links.filter(|(link, _)| link.kind == LinkKind::Import);
        imports.find(|(link, _)| paths::beside(path, link.path()) == target).map(|(_, span)| span)
    }

    fn importers(&self) -> Vec<Arc<Path>> {
        let others = self.others().filter(|(path, _)| self.imports(path).contains(&self.own));
        others.map(|(path, _)| path.as_path().into()).collect()
    }
}
