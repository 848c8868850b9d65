//! The name at a position and its meaning: from the format, otherwise from the index.

use std::path::Path;
use std::sync::Arc;

use agmark_syntax::document::Occurrence;
use agmark_syntax::{Document, Location, Name, Resolution, Span, WantedUses, World};

use crate::resolve::UseCount;
use crate::{Index, resolve};

/// A name at a position of a document, in its workspace.
pub struct NameUse<'a> {
    index: &'a Index,
    path: &'a Arc<Path>,
    document: &'a Document,
    pub name: Name,
    pub span: Span,
    source: Meaning,
}

/// Who says what the name means.
enum Meaning {
    Format(Box<Resolution>),
    Analysis(Occurrence),
}

impl<'a> NameUse<'a> {
    /// The name at `offset` of `document`, the file at `path`; `world` is what this file sees. Without the places of its
    /// uses, [`Self::uses`] and [`Self::locations`] may lack some.
    pub fn at(
        index: &'a Index,
        world: &dyn World,
        path: &'a Arc<Path>,
        document: &'a Document,
        offset: usize,
        wanted: WantedUses,
    ) -> Option<Self> {
        let (name, span, source) = match document.format().resolve(document, world, offset, wanted) {
            Some(resolution) => {
                (resolution.name.clone(), resolution.span, Meaning::Format(Box::new(resolution)))
            }
            None => {
                let found = document.occurrence_at(offset)?;
                (found.name.clone(), found.span, Meaning::Analysis(found))
            }
        };
        Some(Self { index, path, document, name, span, source })
    }

    /// Its definitions, the targets of a jump.
    pub fn definitions(&self) -> Vec<Location> {
        match &self.source {
            Meaning::Format(resolution) => resolution.definitions.clone(),
            Meaning::Analysis(found) => resolve::definitions(self.index, self.path, self.document, found),
        }
    }

    /// Its uses in all files.
    pub fn uses(&self) -> Vec<Location> {
        match &self.source {
            Meaning::Format(resolution) => resolution.uses.clone(),
            Meaning::Analysis(found) => resolve::uses(self.index, self.path, self.document, found, false),
        }
    }

    /// The numbers of its uses and of the files with them.
    pub fn count_uses(&self) -> UseCount {
        match &self.source {
            Meaning::Format(resolution) => {
                let mut count = UseCount::of(&resolution.uses);
                if resolution.more_uses > 0 {
                    count.uses += resolution.more_uses;
                    count.files += usize::from(resolution.uses.iter().all(|place| place.path != *self.path));
                }
                count
            }
            Meaning::Analysis(found) => resolve::count_uses(self.index, self.path, self.document, found),
        }
    }

    /// Its uses and definitions in all files, which a rename replaces.
    pub fn locations(&self) -> Vec<Location> {
        match &self.source {
            Meaning::Format(resolution) => {
                let mut all = [&*resolution.definitions, &*resolution.uses, &*resolution.kin].concat();
                all.sort_unstable_by(|a, b| (&a.path, a.span).cmp(&(&b.path, b.span)));
                all.dedup_by(|a, b| (&a.path, a.span) == (&b.path, b.span));
                all
            }
            Meaning::Analysis(found) => resolve::uses(self.index, self.path, self.document, found, true),
        }
    }

    /// The places where the document defines it.
    pub fn own_definitions(&self) -> Vec<Span> {
        match &self.source {
            Meaning::Format(resolution) => {
                let all = resolution.definitions.iter().chain(&resolution.kin);
                all.filter(|location| location.path == *self.path).map(|location| location.span).collect()
            }
            Meaning::Analysis(found) => {
                self.document.definitions(&found.name).iter().map(|defined| defined.span).collect()
            }
        }
    }

    /// Whether it must be defined.
    pub fn is_needed(&self) -> bool {
        match &self.source {
            Meaning::Format(_) => true,
            Meaning::Analysis(found) => found.reference.as_ref().is_some_and(|r| r.resolved.is_some()),
        }
    }

    /// The existing definition of the name `new`, which prevents a rename of `locations`.
    pub fn taken(&self, new: &str, locations: &[Location]) -> Option<Location> {
        if let Meaning::Format(resolution) = &self.source {
            let taken = resolution.taken.iter().find(|(name, _)| name == new);
            return taken.map(|(_, location)| location.clone());
        }
        let wanted = self.document.format().renamed(&self.name, new);
        if wanted == self.name {
            return None;
        }
        let mut paths: Vec<_> = locations.iter().map(|location| &location.path).collect();
        paths.dedup();
        paths.into_iter().find_map(|path| {
            let span = match self.index.open(path) {
                Some(document) => document.definitions(&wanted).first().map(|d| d.span),
                None => self.index.file(path)?.definitions_of(&wanted).next().map(|d| d.span),
            }?;
            Some(Location { path: path.clone(), span, whole: span })
        })
    }
}
