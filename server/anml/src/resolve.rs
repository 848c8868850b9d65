//! Resolves refs of diffs and scripts. Their refs are those of a snapshot, so that a jump leads there and a rename
//! changes all of them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use agmark_syntax::world::NameInFile;
use agmark_syntax::{ArcStr, Document, Location, Name, Resolution, Span, World, paths};

use crate::cross_file::summary::Summary;
use crate::cross_file::uses::{RefRole, RefUse, UserKind};
use crate::syntax::refs::{REF, REMOVED_REF};

/// The largest number of diffs of diffs that are followed.
const FOLLOWED: usize = 8;

/// All of a file.
struct File {
    path: PathBuf,
    kind: UserKind,
    about: PathBuf,
    refs: Vec<RefUse>,
}

impl File {
    /// Puts together what the pieces of a file share, each with where its piece starts. None of a snapshot.
    fn of<'a>(path: &Path, pieces: impl Iterator<Item = (usize, &'a Summary)>) -> Option<Self> {
        let mut file: Option<Self> = None;
        for (start, summary) in pieces {
            let uses = summary.uses()?;
            let file = file.get_or_insert_with(|| Self {
                path: path.to_owned(),
                kind: uses.kind,
                about: PathBuf::new(),
                refs: Vec::new(),
            });
            if let Some(about) = &uses.about {
                file.about = paths::beside(path, about);
            }
            let place = |one: &RefUse| RefUse { span: one.span.shifted(start), ..one.clone() };
            file.refs.extend(uses.refs.iter().map(place));
        }
        file.filter(|file| !file.about.as_os_str().is_empty())
    }

    fn of_document(path: &Path, document: &Document) -> Option<Self> {
        Self::of(path, document.chunks().iter().filter_map(|(start, chunk)| Some((start, chunk.summary()?))))
    }

    fn read(path: &Path, world: &dyn World) -> Option<Self> {
        let summaries = world.summaries(&world.relative(path));
        Self::of(path, summaries.iter().filter_map(|(start, summary)| Some((*start, summary.get()?))))
    }

    /// Where the file means the element of the snapshot that has this ref. An element that the file adds is its own.
    fn places(&self, name: &str) -> Vec<Location> {
        let all: Vec<&RefUse> = self.refs.iter().filter(|one| *one.name == *name).collect();
        let has = |role| all.iter().any(|one| one.role == role);
        if has(RefRole::Added) && !has(RefRole::Known) {
            return Vec::new();
        }
        let path: Arc<Path> = self.path.as_path().into();
        all.iter().map(|one| Location { path: Arc::clone(&path), span: one.span, whole: one.span }).collect()
    }

    fn adds(&self, name: &str) -> bool {
        self.refs.iter().any(|one| one.role == RefRole::Added && *one.name == *name)
    }
}

/// All other files that are about snapshots.
fn files(world: &dyn World) -> Vec<File> {
    world.files_with_summary().iter().filter_map(|path| File::read(path, world)).collect()
}

/// The files among `files` that are about the snapshot at `root`, at first or second hand.
fn about<'a>(files: &'a [File], root: &Path) -> Vec<&'a File> {
    let mut roots = vec![root];
    let mut found: Vec<&File> = Vec::new();
    for _ in 0..FOLLOWED {
        let more = files.iter().filter(|file| {
            roots.iter().any(|root| *root == file.about) && found.iter().all(|known| known.path != file.path)
        });
        let more: Vec<&File> = more.collect();
        if more.is_empty() {
            break;
        }
        roots =
            more.iter().filter(|file| file.kind == UserKind::Diff).map(|file| file.path.as_path()).collect();
        found.extend(more);
    }
    found
}

/// The other files that are about a document.
pub struct Users {
    own: PathBuf,
    files: Vec<File>,
}

impl Users {
    pub fn of_document(world: &dyn World) -> Self {
        match world.path() {
            Some(own) => Self { own: own.to_owned(), files: files(world) },
            None => Self { own: PathBuf::new(), files: Vec::new() },
        }
    }

    /// Where they mean the element of the document that has a ref.
    pub fn places(&self, name: &str) -> Vec<Location> {
        about(&self.files, &self.own).iter().flat_map(|file| file.places(name)).collect()
    }

    /// Whether one of them adds an element with a ref.
    pub fn adds(&self, name: &str) -> bool {
        about(&self.files, &self.own).iter().any(|file| file.adds(name))
    }
}

/// The meaning of the ref at `offset`, if a diff is involved. Refs of a snapshot and its scripts are resolved by the
/// analysis.
pub fn resolve(document: &Document, world: &dyn World, offset: usize) -> Option<Resolution> {
    let occurrence = document.occurrence_at(offset)?;
    let text = occurrence.name.text.clone();
    if !matches!(occurrence.name.space.word(), REF | REMOVED_REF) {
        return None;
    }
    let own = world.path()?;
    let mut others = files(world);
    let this = File::of_document(own, document);
    let root = match &this {
        None => own.to_owned(),
        Some(file) if file.kind == UserKind::Diff && file.places(&text).is_empty() => return None,
        Some(file) => root(file, &others, &text)?,
    };
    let is_own = root == own;
    others.extend(this);
    let about = about(&others, &root);
    if !about.iter().any(|file| file.kind == UserKind::Diff) {
        return None;
    }
    let name = Name { space: REF.into(), text };
    let own: Arc<Path> = own.into();
    let (definitions, mut uses) = if is_own {
        let place = |span, whole| Location { path: Arc::clone(&own), span, whole };
        let definitions = document.definitions(&name).iter().map(|d| place(d.span, d.whole)).collect();
        (definitions, document.references(&name).into_iter().map(|span| place(span, span)).collect())
    } else {
        in_root(&root, &name, world)
    };
    if !is_own && definitions.is_empty() {
        return None;
    }
    uses.extend(about.iter().flat_map(|file| file.places(&name.text)));
    uses.sort_unstable_by(|a: &Location, b| (&a.path, a.span).cmp(&(&b.path, b.span)));
    let taken = taken(&root, &about, &name, document, is_own, world);
    Some(Resolution { name, span: occurrence.span, definitions, uses, more_uses: 0, kin: Vec::new(), taken })
}

/// The snapshot that has the element with a ref that `file` names. None if a diff in between adds it.
fn root(file: &File, others: &[File], name: &str) -> Option<PathBuf> {
    let mut at = file.about.clone();
    for _ in 0..FOLLOWED {
        match others.iter().find(|other| other.path == at) {
            None => return Some(at),
            Some(diff) if diff.adds(name) => return None,
            Some(diff) => at.clone_from(&diff.about),
        }
    }
    None
}

/// Where another snapshot defines a ref, and where it refers to it.
fn in_root(root: &Path, name: &Name, world: &dyn World) -> (Vec<Location>, Vec<Location>) {
    let relative = world.relative(root);
    let definitions = match world.in_file(&relative, name) {
        NameInFile::Found(place) => vec![place],
        NameInFile::NoFile | NameInFile::Unknown | NameInFile::Missing => Vec::new(),
    };
    let path: Arc<Path> = root.into();
    let spans = world.document(&relative).map(|document| document.references(name)).unwrap_or_default();
    let uses = spans.into_iter().map(|span| Location { path: Arc::clone(&path), span, whole: span });
    (definitions, uses.collect())
}

/// The refs that others have: those of the snapshot, and those that the diffs add.
fn taken(
    root: &Path,
    about: &[&File],
    name: &Name,
    document: &Document,
    is_own: bool,
    world: &dyn World,
) -> Vec<(String, Location)> {
    let path: Arc<Path> = root.into();
    let start = || Location { path: Arc::clone(&path), span: Span::at(0), whole: Span::at(0) };
    let mut taken: Vec<(String, Location)> = if is_own {
        let names = document.names().iter().map(|(name, _)| name).filter(|name| name.space == REF);
        let defined = names.filter_map(|name| Some((name, document.definitions(name).first()?.span)));
        defined.map(|(name, span)| (name.text.to_string(), Location { span, ..start() })).collect()
    } else {
        let relative = world.relative(root);
        let place =
            |text: &ArcStr| match world.in_file(&relative, &Name { space: REF.into(), text: text.clone() }) {
                NameInFile::Found(place) => place,
                NameInFile::NoFile | NameInFile::Unknown | NameInFile::Missing => start(),
            };
        world.names_in(&relative, REF).iter().map(|text| (text.to_string(), place(text))).collect()
    };
    for file in about {
        let path: Arc<Path> = file.path.as_path().into();
        let added = file.refs.iter().filter(|one| one.role == RefRole::Added);
        taken.extend(added.map(|one| {
            (one.name.to_string(), Location { path: Arc::clone(&path), span: one.span, whole: one.span })
        }));
    }
    taken.retain(|(text, _)| **text != *name.text);
    taken
}
