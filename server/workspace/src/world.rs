//! The workspace from the view of one document.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use agmark_syntax::document::Occurrence;
use agmark_syntax::world::NameInFile;
use agmark_syntax::world::validity::Validity;
use agmark_syntax::{
    ArcStr, Document, FolderEntry, Location, Name, PathKind, Settings, Span, Summaries, Text, World,
};

use crate::{Disk, Index, paths, resolve};

/// All other files, as one document can see them. Names are looked up in the index, so files outside of the workspace
/// and files without a format have no names.
#[derive(Clone, Copy)]
pub struct View<'a> {
    index: &'a Index,
    disk: Option<&'a Disk>,
    path: Option<&'a Path>,
    format: &'a str,
    complete: bool,
}

impl<'a> View<'a> {
    /// The view of the document at `path` (`None` without a path) of a format on `index`.
    pub fn new(index: &'a Index, path: Option<&'a Path>, format: &'a str) -> Self {
        Self { index, disk: None, path, format, complete: true }
    }

    /// Adds access to the disk.
    #[must_use]
    pub fn on(self, disk: &'a Disk) -> Self {
        Self { disk: Some(disk), ..self }
    }

    /// Marks the index as incomplete, because files are still being read.
    #[must_use]
    pub fn incomplete(self) -> Self {
        Self { complete: false, ..self }
    }

    /// A name in a file that is not in the index: ignored, excluded, or not read yet. `written` is the path as the
    /// document writes it.
    fn on_disk(&self, written: &str, path: PathBuf, name: &Name) -> NameInFile {
        // A document without a path has no folder for relative paths.
        let in_file = self.path.is_some_and(Path::is_absolute);
        let Some((disk, own)) = self.disk.zip(self.path).filter(|_| in_file) else {
            return if self.complete && in_file { NameInFile::NoFile } else { NameInFile::Unknown };
        };
        match self.path_kind(written) {
            PathKind::Unknown | PathKind::Outside => return NameInFile::Unknown,
            PathKind::Nothing | PathKind::Folder => return NameInFile::NoFile,
            PathKind::File => {}
        }
        let Some(document) = disk.document(own, &path, self.index.surroundings(&path)) else {
            // A file that has a format only because another one imports it is known after all files are read.
            return if self.complete { NameInFile::Missing } else { NameInFile::Unknown };
        };
        let own_format = document.format().info().name == self.format;
        let found = if own_format { document.definitions(name).first().copied() } else { None };
        found.map_or(NameInFile::Missing, |d| {
            NameInFile::Found(Location { path: path.into(), span: d.span, whole: d.whole })
        })
    }

    /// The disk, the own path, and the resolved `path`.
    fn way(&self, path: &str) -> Option<(&'a Disk, &'a Path, PathBuf)> {
        let own = self.path.filter(|own| own.is_absolute())?;
        Some((self.disk?, own, paths::beside(own, path)))
    }
}

impl World for View<'_> {
    fn settings(&self) -> Settings {
        let way = self.disk.zip(self.path);
        way.map_or_else(Settings::default, |(disk, own)| disk.settings(own))
    }

    fn definitions(&self, name: &Name, only_global: bool) -> Vec<Location> {
        self.index.definitions(self.format, name, only_global, self.path)
    }

    fn defines(&self, name: &Name) -> bool {
        self.index.defines(self.format, name, true, self.path)
    }

    fn in_file(&self, path: &str, name: &Name) -> NameInFile {
        let Some(own) = self.path else { return NameInFile::NoFile };
        let written = path;
        let path = paths::beside(own, written);
        let Some(source) = self.index.source(&path) else {
            // An open text without a format has no names.
            let hidden = self.index.open_text(&path).is_some();
            return if hidden { NameInFile::Missing } else { self.on_disk(written, path, name) };
        };
        // The names of a file of another format are different names.
        let found =
            if source.format() == self.format { source.definitions(name).first().copied() } else { None };
        found.map_or(NameInFile::Missing, |d| {
            NameInFile::Found(Location { path: path.into(), span: d.span, whole: d.whole })
        })
    }

    fn is_complete(&self) -> bool {
        self.complete
    }

    fn names(&self, space: &'static str) -> Vec<ArcStr> {
        self.index.names_but(self.format, space, self.path)
    }

    fn offered(&self, space: &'static str, word: &str, sees: &dyn Fn(&Path) -> bool) -> Vec<ArcStr> {
        self.index.offered(self.format, space, word, self.path, sees)
    }

    fn offered_in(&self, path: &str, space: &'static str, word: &str) -> Vec<ArcStr> {
        let source = self.path.and_then(|own| self.index.source(&paths::beside(own, path)));
        source.filter(|s| s.format() == self.format).map(|s| s.offered(space, word)).unwrap_or_default()
    }

    fn names_in(&self, path: &str, space: &'static str) -> Vec<ArcStr> {
        let source = self.path.and_then(|own| self.index.source(&paths::beside(own, path)));
        source.filter(|s| s.format() == self.format).map(|s| s.names(space)).unwrap_or_default()
    }

    fn references(&self, name: &Name) -> Vec<Location> {
        let Some((own, document)) = self.path.and_then(|own| Some((own, self.index.open(own)?))) else {
            return Vec::new();
        };
        let own: Arc<Path> = own.into();
        let here = Occurrence { name: name.clone(), span: Span::default(), reference: None };
        let mut all = resolve::uses(self.index, &own, document, &here, false);
        all.retain(|place| place.path != own);
        all
    }

    fn path(&self) -> Option<&Path> {
        self.path
    }

    fn path_kind(&self, path: &str) -> PathKind {
        let Some((disk, own)) = self.disk.zip(self.path.filter(|own| own.is_absolute())) else {
            return PathKind::Unknown;
        };
        disk.cached_kind(own, self.index.opened(), path, || {
            let path = paths::beside(own, path);
            // An open document exists even if it is not saved.
            if self.index.open_text(&path).is_some() { PathKind::File } else { disk.path_kind(own, &path) }
        })
    }

    fn validity(&self, number: usize) -> Option<Validity> {
        let own = self.path.filter(|own| own.is_absolute())?;
        Some(self.disk?.validity(own, self.index.opened(), number))
    }

    fn is_valid(&self, validity: &Validity) -> bool {
        let place = self.disk.zip(self.path);
        place.is_some_and(|(disk, own)| disk.is_valid(own, self.index.opened(), validity))
    }

    fn is_linked(&self, path: &str) -> bool {
        self.way(path).is_some_and(|(disk, own, path)| disk.is_linked(own, &path))
    }

    fn is_open(&self, path: &str) -> bool {
        self.way(path).is_some_and(|(_, _, path)| self.index.open_text(&path).is_some())
    }

    fn read(&self, path: &str) -> Option<Text> {
        let (disk, own, path) = self.way(path)?;
        match self.index.open_text(&path) {
            Some(text) => Some(text.clone()),
            None => disk.read(own, &path),
        }
    }

    fn document(&self, path: &str) -> Option<Document> {
        let (disk, own, path) = self.way(path)?;
        match self.index.open(&path) {
            Some(document) => Some(document.clone()),
            // An open text without a format.
            None if self.index.open_text(&path).is_some() => None,
            None => disk.document(own, &path, self.index.surroundings(&path)),
        }
    }

    fn entries(&self, path: &str) -> Vec<FolderEntry> {
        self.way(path).map(|(disk, own, path)| disk.entries(own, &path)).unwrap_or_default()
    }

    fn summaries(&self, path: &str) -> Summaries {
        let found = self.path.and_then(|own| self.index.summaries(self.format, &paths::beside(own, path)));
        found.unwrap_or_default()
    }

    fn files_with_summary(&self) -> Vec<Arc<Path>> {
        self.index.files_with_summary(self.format, self.path)
    }

    fn imports(&self, path: &Path) -> Vec<PathBuf> {
        self.index.imports(path)
    }

    fn import_span(&self, path: &Path, target: &Path) -> Option<Span> {
        self.index.import_span(path, target)
    }

    fn importers(&self) -> Vec<Arc<Path>> {
        self.path.map(|own| self.index.importers(own)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use agmark_syntax::{Document, Settings, diagnostics::diagnose};

    use super::*;
    use crate::{IndexedFile, Opened, toy};

    fn index(files: &[(&str, &str)]) -> Index {
        let mut index = Index::default();
        for (path, text) in files {
            let format = toy::format(path.ends_with("doll"));
            let document = Document::new(format, text);
            index.set_closed(toy::path(path), Some(Arc::new(IndexedFile::of(&document))));
        }
        index
    }

    fn messages(index: &Index, path: Option<&str>, text: &str) -> Vec<String> {
        let view = View::new(index, path.map(Path::new), "toy");
        let found = diagnose(&toy::document(text), &view, &Settings::default());
        found.into_iter().map(|d| d.message).collect()
    }

    #[test]
    fn names_of_the_workspace_are_found() {
        let index = index(&[("/w/a.toy", "*shared\n=own\n"), ("/w/b.doll", "*foreign\n")]);
        let found = messages(&index, Some("/w/x.toy"), "!shared\nwords\n!own\n!foreign\n!sharde\n?own\n");
        assert_eq!(
            found,
            [
                r#"id "own" is not defined"#,
                r#"id "foreign" is not defined"#,
                r#"id "sharde" is not defined: did you mean "shared"?"#,
                r#"id "own" is not defined"#,
            ]
        );
    }

    #[test]
    fn a_document_is_not_its_own_world() {
        let index = index(&[("/w/a.toy", "*x\n")]);
        assert_eq!(messages(&index, Some("/w/a.toy"), "!x\n"), [r#"id "x" is not defined"#]);
        assert_eq!(messages(&index, Some("/w/../w/a.toy"), "!x\n"), [r#"id "x" is not defined"#]);
        assert_eq!(messages(&index, Some("/w/b.toy"), "!x\n"), [""; 0]);
    }

    #[test]
    fn names_of_another_file_are_found() {
        let index = index(&[("/w/a.toy", "=x\n"), ("/w/sub/b.doll", "=x\n")]);
        let text = "?x@../a.toy\n?y@../a.toy\n?x@b.doll\n?x@no.toy\n?x@../../../../etc/passwd\n";
        assert_eq!(
            messages(&index, Some("/w/sub/x.toy"), text),
            [
                r#""../a.toy" has no id "y""#,
                r#""b.doll" has no id "x""#,
                r#""no.toy" does not exist: cannot look up "x""#,
                r#""../../../../etc/passwd" does not exist: cannot look up "x""#,
            ]
        );
        assert_eq!(messages(&index, None, "?x@/w/a.toy\n").len(), 1);
    }

    #[test]
    fn open_documents_are_asked_as_they_are() {
        let mut index = index(&[("/w/a.toy", "*old\n")]);
        index.set_open(toy::path("/w/a.toy"), Some(Opened::Document(toy::document("*new\n"))));
        let found = messages(&index, Some("/w/x.toy"), "!old\n!new\n?new@a.toy\n?old@a.toy\n");
        assert_eq!(found, [r#"id "old" is not defined"#, r#""a.toy" has no id "old""#]);
    }

    #[test]
    fn the_place_of_an_import_is_known_on_disk_and_in_an_editor() {
        let mut index = index(&[("/w/a.toy", "=x\n+sub/../b.toy\n+b.toy\n")]);
        let text_at = |index: &Index, text: &str, target: &str| {
            let view = View::new(index, Some(Path::new("/w/x.toy")), "toy");
            let span = view.import_span(Path::new("/w/a.toy"), Path::new(target))?;
            Some(text[span.range()].to_owned())
        };
        let text = "=x\n+sub/../b.toy\n+b.toy\n";
        assert_eq!(text_at(&index, text, "/w/b.toy").as_deref(), Some("sub/../b.toy"));
        assert_eq!(text_at(&index, text, "/w/c.toy"), None);
        let text = "+c.toy\n";
        index.set_open(toy::path("/w/a.toy"), Some(Opened::Document(toy::document(text))));
        assert_eq!(text_at(&index, text, "/w/c.toy").as_deref(), Some("c.toy"));
        assert_eq!(text_at(&index, text, "/w/b.toy"), None);
    }
}
