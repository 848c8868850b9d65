//! The manifest of a site for the pages that are compared with it. It is joined and indexed once and kept with its file,
//! so that an edit of a page does not read it again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use agmark_syntax::nearest::nearest;
use agmark_syntax::{CachedPart, Summaries, work};

use crate::cross_file::index::ManifestIndex;
use crate::cross_file::summary::FileSummary;
use crate::manifest::model::{Entry, Manifest, PageEntry, Part};
use crate::page::wholes;

/// How many suggestions are kept.
const KEPT: usize = 1 << 10;

/// A manifest with its index.
pub struct SiteManifest {
    pub manifest: Manifest,
    index: ManifestIndex,
    /// The known name nearest to an unknown one, by what it names.
    nearest: Mutex<HashMap<(NameKind, String), Option<String>>>,
    /// What the pages of routes lack, each with the number of what it was compared with.
    lacking: Mutex<HashMap<String, KeptLacking>>,
}

/// What a page lacks, with the number of what it was compared with.
type KeptLacking = (u64, Arc<Vec<Lacking>>);

/// What a name in a page names in the manifest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NameKind {
    Action,
    View,
    /// A property of the action or the data view at a position.
    FieldOfAction(usize),
    FieldOfView(usize),
    Route,
}

/// What the manifest lists for a page and the page lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lacking {
    /// The action at a position of the page's list.
    Action(usize),
    /// A property of an action, both by position.
    Field { action: usize, property: usize },
}

impl SiteManifest {
    pub fn new(manifest: Manifest) -> Self {
        let index = ManifestIndex::of(&manifest);
        Self { manifest, index, nearest: Mutex::default(), lacking: Mutex::default() }
    }

    /// The manifest of a file.
    pub fn of(summaries: &Summaries) -> Self {
        work::add(summaries.len());
        let parts = summaries.iter().filter_map(|(start, summary)| {
            Some(Part { start: *start, manifest: summary.get::<FileSummary>()?.manifest()? })
        });
        let parts: Vec<_> = parts.collect();
        match parts.as_slice() {
            [Part { start: 0, manifest }] if summaries.len() == 1 => Self::new(Manifest::clone(manifest)),
            parts => Self::new(Manifest::joined(parts)),
        }
    }

    pub fn action(&self, id: &str) -> Option<&Entry> {
        self.manifest.actions.get(self.index.action(id)?)
    }

    /// The action of a name, with its position.
    pub fn action_with_position(&self, id: &str) -> Option<(usize, &Entry)> {
        let position = self.index.action(id)?;
        Some((position, self.manifest.actions.get(position)?))
    }

    pub fn view(&self, id: &str) -> Option<&Entry> {
        self.manifest.views.get(self.index.view(id)?)
    }

    /// The action of a name on a page: the one with that name, otherwise the one that it is a part of.
    pub fn action_of(&self, name: &str) -> Option<&Entry> {
        self.manifest.actions.get(self.position_of(name)?)
    }

    fn position_of(&self, name: &str) -> Option<usize> {
        self.index.action(name).or_else(|| wholes(name).find_map(|whole| self.index.action(whole)))
    }

    /// The entry to which a field of an action on a page belongs.
    pub fn owner(&self, action: &str) -> Option<(NameKind, &Entry)> {
        if let Some(position) = self.position_of(action) {
            return Some((NameKind::FieldOfAction(position), self.manifest.actions.get(position)?));
        }
        let position = self.index.view(action)?;
        Some((NameKind::FieldOfView(position), self.manifest.views.get(position)?))
    }

    /// Whether an entry has a property.
    pub fn has_field(&self, entry: &str, field: &str) -> bool {
        self.index.has_field(entry, field)
    }

    /// The entry of the page of a route.
    pub fn page(&self, route: &str) -> Option<&PageEntry> {
        self.manifest.pages.get(self.index.page(route)?)
    }

    /// The entry whose property a name names.
    pub fn entry(&self, kind: NameKind) -> Option<&Entry> {
        match kind {
            NameKind::FieldOfAction(position) => self.manifest.actions.get(position),
            NameKind::FieldOfView(position) => self.manifest.views.get(position),
            _ => None,
        }
    }

    /// The known name that is nearest to an unknown one.
    pub fn nearest(&self, kind: NameKind, name: &str) -> Option<String> {
        let known = || self.nearest.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (kind, name.to_owned());
        if let Some(near) = known().get(&key) {
            return near.clone();
        }
        let site = &self.manifest;
        let among: Vec<&str> = match kind {
            NameKind::Action => site.actions.iter().map(|one| one.id.as_str()).collect(),
            NameKind::View => site.views.iter().map(|one| one.id.as_str()).collect(),
            NameKind::Route => site.pages.iter().map(|one| one.route.as_str()).collect(),
            _ => self
                .entry(kind)
                .into_iter()
                .flat_map(|one| &one.fields)
                .map(|one| one.name.as_str())
                .collect(),
        };
        work::add(among.len());
        let near = nearest(name, among).map(str::to_owned);
        let mut known = known();
        if known.len() >= KEPT {
            known.clear();
        }
        known.insert(key, near.clone());
        near
    }

    /// What the page of a route lacks: as last time, if `of` is the same number.
    pub fn lacking(&self, route: &str, of: u64, compare: impl FnOnce() -> Vec<Lacking>) -> Arc<Vec<Lacking>> {
        let known = || self.lacking.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((last, lacking)) = known().get(route)
            && *last == of
        {
            return Arc::clone(lacking);
        }
        let lacking = Arc::new(compare());
        let mut known = known();
        if known.len() >= KEPT {
            known.clear();
        }
        known.insert(route.to_owned(), (of, Arc::clone(&lacking)));
        lacking
    }
}

/// The manifest in a script of a page is kept with its chunk.
impl CachedPart for SiteManifest {
    fn size(&self) -> usize {
        let entries = self.manifest.actions.len() + self.manifest.views.len() + self.manifest.pages.len();
        size_of::<Self>() + 1000 * entries
    }
}
