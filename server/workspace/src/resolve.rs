//! Resolves names across files.

use std::path::Path;
use std::sync::Arc;

use agmark_syntax::document::{Defined, Occurrence};
use agmark_syntax::{Document, Location, Name, Span, Target};
use rustc_hash::FxHashSet;

use crate::index::{FileRecord, FileTarget};
use crate::{Index, paths};

/// The definitions of the name at `occurrence` in `document`, the file at `path`: first those of the own file, then by
/// path and position. A name that several files define globally has several definitions.
pub fn definitions(
    index: &Index,
    path: &Arc<Path>,
    document: &Document,
    occurrence: &Occurrence,
) -> Vec<Location> {
    let name = &occurrence.name;
    let here = Here { index, path, document };
    let target = occurrence.reference.as_ref().map(|r| &r.target);
    if let Some(Target::Other(other)) = target {
        let other = paths::beside(path, other);
        return here.definitions_in(&other, name).unwrap_or_default();
    }
    let own = document.definitions(name);
    // A local name of this file differs from a global one of the same text.
    let shared = match target {
        Some(Target::File | Target::IfDefined) => false,
        Some(_) => own.is_empty() || own.iter().any(|d| d.global),
        None => own.iter().any(|d| d.global),
    };
    let mut all = here.places(path, own);
    if shared {
        all.extend(here.shared(name));
    }
    all
}

/// All uses of the name at `occurrence` in `document`, the file at `path`, by path and position; with
/// `include_definitions`, everything that a rename replaces. An undefined name is the same wherever it is looked up in
/// the same way.
pub fn uses(
    index: &Index,
    path: &Arc<Path>,
    document: &Document,
    occurrence: &Occurrence,
    include_definitions: bool,
) -> Vec<Location> {
    let here = Here { index, path, document };
    let meant = here.meant(occurrence);
    let mut all =
        here.uses(&meant, &occurrence.name, &here.users(&meant, &occurrence.name), include_definitions);
    sort(&mut all);
    all
}

/// The numbers of uses of a name and of the files with them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UseCount {
    pub uses: usize,
    pub files: usize,
}

impl UseCount {
    /// The numbers for places that are sorted by path.
    pub fn of(places: &[Location]) -> Self {
        let files = places.chunk_by(|a, b| a.path == b.path).count();
        Self { uses: places.len(), files }
    }
}

/// The numbers of the uses that [`uses`] returns. The uses in the document itself are counted without finding their
/// places.
pub fn count_uses(index: &Index, path: &Arc<Path>, document: &Document, occurrence: &Occurrence) -> UseCount {
    let here = Here { index, path, document };
    let name = &occurrence.name;
    let meant = here.meant(occurrence);
    if !meant.files.contains(&**path) {
        return UseCount::of(&uses(index, path, document, occurrence, false));
    }
    let others: Vec<_> =
        here.users(&meant, name).into_iter().filter(|(other, _)| **other != **path).collect();
    let mut all = here.uses(&meant, name, &others, false);
    sort(&mut all);
    let means = |target: &Target| match target {
        Target::Other(other) => meant.files.contains(&*paths::beside(path, other)),
        Target::File | Target::IfDefined | Target::Workspace => true,
    };
    let own = document.count_references(name, means);
    let count = UseCount::of(&all);
    UseCount { uses: count.uses + own, files: count.files + usize::from(own > 0) }
}

fn sort(places: &mut Vec<Location>) {
    places.sort_unstable_by(|a, b| (&a.path, a.span).cmp(&(&b.path, b.span)));
    places.dedup_by(|a, b| (&a.path, a.span) == (&b.path, b.span));
}

/// A document in its workspace. The index entry of the document itself is not used, because it may be older.
struct Here<'a> {
    index: &'a Index,
    path: &'a Arc<Path>,
    document: &'a Document,
}

/// The meaning of a name.
struct Meant {
    /// The files in which it is or should be defined.
    files: FxHashSet<Arc<Path>>,
    /// Whether it is global, so that other files can use it.
    shared: bool,
}

impl<'a> Here<'a> {
    fn meant(&self, occurrence: &Occurrence) -> Meant {
        let name = &occurrence.name;
        let format = self.document.format().info().name;
        let target = occurrence.reference.as_ref().map(|r| &r.target);
        let (start, defined): (Arc<Path>, _) = match target {
            Some(Target::Other(other)) => {
                let other = paths::beside(self.path, other);
                let source = self.source(&other).filter(|s| s.format() == format);
                (other.into(), source.map(|s| s.definitions(name)).unwrap_or_default())
            }
            _ => (Arc::clone(self.path), self.document.definitions(name)),
        };
        let shared = match target {
            Some(Target::Workspace) if defined.is_empty() => true,
            _ => defined.iter().any(|d| d.global),
        };
        // A name that the file only looks up in the workspace is not its own.
        let own = !(defined.is_empty() && shared);
        let mut files: FxHashSet<_> = own.then_some(start).into_iter().collect();
        if shared {
            files.extend(self.shared(name).map(|place| place.path));
            if self.document.definitions(name).iter().any(|d| d.global) {
                files.insert(Arc::clone(self.path));
            }
        }
        Meant { files, shared }
    }

    /// The uses in some files.
    fn uses(
        &self,
        meant: &Meant,
        name: &Name,
        files: &[(Arc<Path>, FileRecord<'a>)],
        include_definitions: bool,
    ) -> Vec<Location> {
        let mut all: Vec<Location> = Vec::new();
        for (at, source) in files {
            let own = source.definitions(name);
            let defines = meant.files.contains(&**at);
            for (span, target) in source.references(name) {
                let same = match target {
                    FileTarget::File | FileTarget::IfDefined => defines,
                    FileTarget::Workspace => {
                        defines || (meant.shared && own.is_empty() && self.reaches(name, at, &meant.files))
                    }
                    FileTarget::Other(other) => meant.files.contains(&*paths::beside(at, other)),
                };
                if same {
                    all.push(place(at, span, span));
                }
            }
            if include_definitions && defines {
                all.extend(self.places(at, own));
            }
        }
        all
    }

    /// The files that may use the name: this one, those that define it and those that look it up.
    fn users(&self, meant: &Meant, name: &Name) -> Vec<(Arc<Path>, FileRecord<'a>)> {
        let format = self.document.format().info().name;
        let mut all = vec![(Arc::clone(self.path), FileRecord::Open(self.document))];
        for path in meant.files.iter().filter(|path| *path != self.path) {
            let source = self.index.source(path).filter(|s| s.format() == format);
            all.extend(source.map(|s| (Arc::clone(path), s)));
        }
        let others = self.index.users(format, name, self.path);
        all.extend(others.filter(|(p, _)| !meant.files.contains(*p)).map(|(p, s)| (Arc::clone(p), s)));
        all
    }

    /// The global definitions of `name` in other files that this one sees.
    fn shared(&self, name: &Name) -> impl Iterator<Item = Location> {
        let all = self.index.definitions(self.document.format().info().name, name, true, Some(self.path));
        all.into_iter().filter(|place| self.is_visible(name, self.path, &place.path))
    }

    /// Whether the file at `from` sees `name` in one of `files`; if there are none, whether it does not see it
    /// anywhere.
    fn reaches(&self, name: &Name, from: &Path, files: &FxHashSet<Arc<Path>>) -> bool {
        if files.is_empty() {
            let all = self.index.definitions(self.document.format().info().name, name, true, Some(from));
            return !all.iter().any(|place| self.is_visible(name, from, &place.path));
        }
        files.iter().any(|file| self.is_visible(name, from, file))
    }

    fn is_visible(&self, name: &Name, from: &Path, to: &Path) -> bool {
        self.document.format().is_visible(name, from, to, &|path| self.index.imports(path))
    }

    fn source(&self, path: &Path) -> Option<FileRecord<'a>> {
        if *path == **self.path { Some(FileRecord::Open(self.document)) } else { self.index.source(path) }
    }

    fn definitions_in(&self, path: &Path, name: &Name) -> Option<Vec<Location>> {
        let source = self.source(path).filter(|s| s.format() == self.document.format().info().name)?;
        Some(self.places(&path.into(), source.definitions(name)))
    }

    fn places(&self, path: &Arc<Path>, defined: Vec<Defined>) -> Vec<Location> {
        defined.into_iter().map(|d| place(path, d.span, d.whole)).collect()
    }
}

fn place(path: &Arc<Path>, span: Span, whole: Span) -> Location {
    Location { path: Arc::clone(path), span, whole }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{IndexedFile, Opened, toy};

    /// Files, one of them with the cursor `|`. That file and all files in `open` are open.
    struct Case {
        index: Index,
        path: Arc<Path>,
        texts: Vec<(String, String)>,
        occurrence: Occurrence,
    }

    impl Case {
        #[track_caller]
        fn new(files: &[(&str, &str)], open: &[&str]) -> Self {
            let mut index = Index::default();
            let mut cursor = None;
            let mut texts = Vec::new();
            for (name, text) in files {
                let path = toy::path(&format!("/w/{name}"));
                let plain = text.replace('|', "");
                let format = toy::format(name.ends_with("doll"));
                let document = Document::new(format, &plain);
                if let Some(at) = text.find('|') {
                    let occurrence = document.occurrence_at(at).expect("a name at the cursor");
                    cursor = Some((Arc::clone(&path), occurrence));
                    index.set_open(Arc::clone(&path), Some(Opened::Document(document)));
                } else if open.contains(name) {
                    index.set_closed(
                        Arc::clone(&path),
                        Some(Arc::new(IndexedFile::of(&toy::document("*z\n")))),
                    );
                    index.set_open(path, Some(Opened::Document(document)));
                } else {
                    index.set_closed(path, Some(Arc::new(IndexedFile::of(&document))));
                }
                texts.push(((*name).to_owned(), plain));
            }
            let (path, occurrence) = cursor.expect("a cursor");
            Self { index, path, texts, occurrence }
        }

        /// Places as `file:line`, in the order given.
        fn show(&self, places: &[Location]) -> String {
            let line = |place: &Location| {
                let name = place.path.strip_prefix("/w").unwrap().to_str().unwrap();
                let (_, text) = self.texts.iter().find(|(n, _)| n == name).unwrap();
                assert_eq!(place.span.text(text), &*self.occurrence.name.text);
                let line = text[..place.span.start as usize].matches('\n').count() + 1;
                format!("{name}:{line}")
            };
            places.iter().map(line).collect::<Vec<_>>().join(" ")
        }
    }

    /// Checks definitions and uses, with every other file closed and with every other file open.
    #[track_caller]
    fn check(files: &[(&str, &str)], defined: &str, used: &str) {
        let all: Vec<_> = files.iter().map(|(name, _)| *name).collect();
        for open in [&[][..], &all] {
            let case = Case::new(files, open);
            let document = case.index.open(&case.path).unwrap();
            let found = definitions(&case.index, &case.path, document, &case.occurrence);
            assert_eq!(case.show(&found), defined, "definitions, open: {open:?}");
            let found = uses(&case.index, &case.path, document, &case.occurrence, true);
            assert_eq!(case.show(&found), used, "uses, open: {open:?}");
            let bare = uses(&case.index, &case.path, document, &case.occurrence, false);
            let count = count_uses(&case.index, &case.path, document, &case.occurrence);
            assert_eq!(count, UseCount::of(&bare));
            assert!(bare.iter().all(|p| found.contains(p)) && bare.len() < found.len() + 1);
        }
    }

    #[test]
    fn a_name_of_the_file() {
        let other = ("b.toy", "=x\n?x\n!x\n");
        check(&[("a.toy", "=|x\n?x\n!x\n"), other], "a.toy:1", "a.toy:1 a.toy:2 a.toy:3");
        check(&[("a.toy", "=x\n?x|\n"), other], "a.toy:1", "a.toy:1 a.toy:2");
        check(&[("a.toy", "=x\n!|x\n"), other], "a.toy:1", "a.toy:1 a.toy:2");
        check(&[("a.toy", "?|x\n?x\n"), other], "", "a.toy:1 a.toy:2");
    }

    #[test]
    fn a_name_defined_twice() {
        check(&[("a.toy", "=x\n?|x\n=x\n")], "a.toy:1 a.toy:3", "a.toy:1 a.toy:2 a.toy:3");
    }

    #[test]
    fn a_name_of_the_workspace() {
        let others = [
            ("b.toy", "*x\n?x\n!x\n"),
            ("c.toy", "!x\n?x\n"),
            ("local.toy", "=x\n!x\n"),
            ("z.doll", "*x\n!x\n"),
        ];
        let used = "b.toy:1 b.toy:2 b.toy:3 c.toy:1";
        check(&[&[("a.toy", "!|x\n")], &others[..]].concat(), "b.toy:1", &format!("a.toy:1 {used}"));
        check(&[&[("a.toy", "*|x\n")], &others[..]].concat(), "a.toy:1 b.toy:1", &format!("a.toy:1 {used}"));
        check(&[&[("d.toy", "=x\n!|x\n")], &others[..]].concat(), "d.toy:1", "d.toy:1 d.toy:2");
        check(&[("a.toy", "!|x\n"), ("b.toy", "!x\n?x\n"), ("c.toy", "=x\n!x\n")], "", "a.toy:1 b.toy:1");
    }

    /// Names that begin with "near" are seen by files that import theirs.
    #[test]
    fn a_name_that_not_all_files_see() {
        let others = [
            ("b.toy", "*near\n!near\n"),
            ("c.toy", "!near\n"),
            ("d.toy", "+b.toy\n!near\n"),
            ("e.toy", "*near\n!near\n"),
        ];
        let used = "b.toy:1 b.toy:2 d.toy:2";
        check(
            &[&[("a.toy", "+b.toy\n!|near\n")], &others[..]].concat(),
            "b.toy:1",
            &format!("a.toy:2 {used}"),
        );
        check(&[&[("a.toy", "*|near\n!near\n")], &others[..]].concat(), "a.toy:1", "a.toy:1 a.toy:2");
        check(&[&[("a.toy", "!|near\n")], &others[..]].concat(), "", "a.toy:1 c.toy:1");
    }

    #[test]
    fn a_name_of_another_file() {
        let others =
            [("b.toy", "=x\n?x\n!x\n"), ("sub/c.toy", "?x@../b.toy\n?x@b.toy\n!x\n"), ("sub/b.toy", "=x\n")];
        let used = "b.toy:1 b.toy:2 b.toy:3 sub/c.toy:1";
        check(
            &[&[("a.toy", "=x\n?|x@b.toy\n")], &others[..]].concat(),
            "b.toy:1",
            &format!("a.toy:2 {used}"),
        );
        check(
            &[("a.toy", "?|x@no.toy\n?x@./no.toy\n"), ("b.toy", "?x@no.toy\n")],
            "",
            "a.toy:1 a.toy:2 b.toy:1",
        );
        check(&[("a.toy", "?|x@b.doll\n"), ("b.doll", "=x\n")], "", "a.toy:1");
    }

    #[test]
    fn a_definition_that_another_file_names() {
        let files = [("a.toy", "=|x\n"), ("b.toy", "?x@a.toy\n=x\n"), ("c.toy", "?x@../w/a.toy\n?x@b.toy\n")];
        check(&files, "a.toy:1", "a.toy:1 b.toy:1 c.toy:1");
    }

    #[test]
    fn a_global_definition_that_another_file_names() {
        let files = [("a.toy", "?|x@b.toy\n!x\n"), ("b.toy", "*x\n"), ("c.toy", "*x\n"), ("d.toy", "!x\n")];
        check(&files, "b.toy:1", "a.toy:1 a.toy:2 b.toy:1 c.toy:1 d.toy:1");
    }

    #[test]
    fn a_reference_into_its_own_file() {
        check(&[("a.toy", "=x\n?|x@a.toy\n?x\n")], "a.toy:1", "a.toy:1 a.toy:2 a.toy:3");
    }

    #[test]
    fn a_document_that_the_index_does_not_have() {
        let document = toy::document("=x\n?x\n");
        let occurrence = document.occurrence_at(4).unwrap();
        let path = toy::path("untitled:1");
        let found = uses(&Index::default(), &path, &document, &occurrence, true);
        assert_eq!(found.len(), 2);
        assert_eq!(definitions(&Index::default(), &path, &document, &occurrence).len(), 1);
    }
}
