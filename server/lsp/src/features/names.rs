//! The name at a position and its meaning: from the format, otherwise from the index.

use agmark_syntax::document::Occurrence;
use agmark_syntax::{Location, Name, Resolution, Span};
use agmark_workspace::resolve;

use crate::snapshot::{RequestedDocument, Snapshot};

/// A name in a document.
pub struct Named<'a> {
    snapshot: &'a Snapshot,
    asked: &'a RequestedDocument<'a>,
    pub name: Name,
    pub span: Span,
    told: Told,
}

enum Told {
    Format(Box<Resolution>),
    Analysis(Occurrence),
}

/// The name at `offset`.
pub fn at<'a>(snapshot: &'a Snapshot, asked: &'a RequestedDocument<'a>, offset: usize) -> Option<Named<'a>> {
    let format = &**asked.document.format();
    let told = format.resolve(asked.document, &snapshot.view(&asked.path, format), offset);
    let (name, span, told) = match told {
        Some(meaning) => (meaning.name.clone(), meaning.span, Told::Format(Box::new(meaning))),
        None => {
            let found = asked.document.occurrence_at(offset)?;
            (found.name.clone(), found.span, Told::Analysis(found))
        }
    };
    Some(Named { snapshot, asked, name, span, told })
}

impl Named<'_> {
    /// Its definitions, the targets of a jump.
    pub fn definitions(&self) -> Vec<Location> {
        match &self.told {
            Told::Format(meaning) => meaning.definitions.clone(),
            Told::Analysis(found) => {
                resolve::definitions(&self.snapshot.index, &self.asked.path, self.asked.document, found)
            }
        }
    }

    /// Its uses in all files.
    pub fn uses(&self) -> Vec<Location> {
        match &self.told {
            Told::Format(meaning) => meaning.uses.clone(),
            Told::Analysis(found) => self.meant(found, false),
        }
    }

    /// Its uses and definitions in all files, which a rename replaces.
    pub fn places(&self) -> Vec<Location> {
        match &self.told {
            Told::Format(meaning) => {
                let mut all = [&*meaning.definitions, &*meaning.uses, &*meaning.kin].concat();
                all.sort_unstable_by(|a, b| (&a.path, a.span).cmp(&(&b.path, b.span)));
                all.dedup_by(|a, b| (&a.path, a.span) == (&b.path, b.span));
                all
            }
            Told::Analysis(found) => self.meant(found, true),
        }
    }

    fn meant(&self, found: &Occurrence, with_definitions: bool) -> Vec<Location> {
        let (index, asked) = (&self.snapshot.index, self.asked);
        resolve::uses(index, &asked.path, asked.document, found, with_definitions)
    }

    /// Whether the document defines it at `span`.
    pub fn is_definition(&self, span: Span) -> bool {
        match &self.told {
            Told::Format(meaning) => {
                let mut all = meaning.definitions.iter().chain(&meaning.kin);
                all.any(|place| place.path == self.asked.path && place.span == span)
            }
            Told::Analysis(found) => {
                self.asked.document.definitions(&found.name).iter().any(|d| d.span == span)
            }
        }
    }

    /// Whether it must be defined.
    pub fn is_needed(&self) -> bool {
        match &self.told {
            Told::Format(_) => true,
            Told::Analysis(found) => found.reference.as_ref().is_some_and(|r| r.resolved.is_some()),
        }
    }

    /// The existing definition of the name `new`, which prevents a rename of `places`.
    pub fn taken(&self, new: &str, places: &[Location]) -> Option<Location> {
        if let Told::Format(meaning) = &self.told {
            return meaning.taken.iter().find(|(name, _)| name == new).map(|(_, place)| place.clone());
        }
        let wanted = self.asked.document.format().renamed(&self.name, new);
        if wanted == self.name {
            return None;
        }
        let mut paths: Vec<_> = places.iter().map(|p| &p.path).collect();
        paths.dedup();
        paths.into_iter().find_map(|path| {
            let index = &self.snapshot.index;
            let span = match index.open(path) {
                Some(document) => document.definitions(&wanted).first().map(|d| d.span),
                None => index.file(path)?.definitions.iter().find(|d| d.name == wanted).map(|d| d.span),
            }?;
            Some(Location { path: path.clone(), span, whole: span })
        })
    }
}
