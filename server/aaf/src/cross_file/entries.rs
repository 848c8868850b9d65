//! The entries of a manifest for the rules that compare them with each other. Before a rule visits all entries, it can
//! ask whether there is anything to compare: that takes a step for each group of pieces, not for each entry.

use std::cell::OnceCell;
use std::collections::HashSet;
use std::sync::Arc;

use agmark_syntax::{ChunkGroup, Document, Name};

use crate::cross_file::manifest_group::{self, ManifestGroup, ManifestPiece};
use crate::manifest::model::{Manifest, Part};
use crate::page::wholes;
use crate::vocabulary::namespaces::{ACTION, KNOWN};

/// All entries of a manifest.
pub struct Entries<'a> {
    source: Source<'a>,
    parts: OnceCell<Vec<Part<'a>>>,
}

enum Source<'a> {
    Document {
        document: &'a Document,
        groups: &'a [(ChunkGroup<'a>, Arc<ManifestGroup>)],
    },
    /// A manifest that is small or in a page.
    Parts(Vec<Part<'a>>),
}

impl<'a> Entries<'a> {
    /// The entries of a file.
    pub fn of(document: &'a Document, groups: &'a [(ChunkGroup<'a>, Arc<ManifestGroup>)]) -> Self {
        Self { source: Source::Document { document, groups }, parts: OnceCell::new() }
    }

    /// The entries of a manifest that was read as a whole.
    pub fn alone(start: usize, manifest: &'a Manifest) -> Self {
        Self { source: Source::Parts(vec![Part { start, manifest }]), parts: OnceCell::new() }
    }

    /// All parts of the manifest.
    pub fn parts(&self) -> &[Part<'a>] {
        match &self.source {
            Source::Parts(parts) => parts,
            Source::Document { document, .. } => self.parts.get_or_init(|| {
                let pieces = manifest_group::pieces(document).into_iter();
                pieces.map(|ManifestPiece { start, manifest, .. }| Part { start, manifest }).collect()
            }),
        }
    }

    /// Whether two entries may have the same name.
    pub fn may_repeat_names(&self) -> bool {
        match &self.source {
            Source::Parts(_) => true,
            Source::Document { document, .. } => document.names().repeated().any(|name| name.space == KNOWN),
        }
    }

    /// Whether a term of `@context` may have the name of a property with an `x-semantic`.
    pub fn may_repeat_terms(&self) -> bool {
        let Source::Document { groups, .. } = &self.source else { return true };
        let has_meaning =
            |term: &String| groups.iter().any(|(_, group)| group.entries.meanings.contains(term));
        groups.iter().flat_map(|(_, group)| &group.entries.terms).any(has_meaning)
    }

    /// Whether an action may be a part of another one.
    pub fn may_have_parts(&self) -> bool {
        let Source::Document { document, groups } = &self.source else { return true };
        let mut seen = HashSet::new();
        let wholes = groups.iter().flat_map(|(_, group)| &group.entries.wholes);
        wholes.filter(|whole| seen.insert(*whole)).any(|whole| {
            let known = document.names().get(&Name::new(ACTION, whole));
            known.is_some_and(|known| !known.definitions.is_empty())
        })
    }

    /// Whether pages list their actions and may not list some action.
    pub fn may_lack_actions(&self) -> bool {
        let Source::Document { groups, .. } = &self.source else { return true };
        if !groups.iter().any(|(_, group)| group.entries.lists_actions) {
            return false;
        }
        let sum = groups.iter().fold(0, |sum: u64, (_, group)| sum.wrapping_add(group.entries.listed));
        let listed = OnceCell::new();
        groups.iter().any(|(place, group)| {
            let compare = || lists_all(place, listed.get_or_init(|| listed_actions(groups)));
            !group.entries.all_listed(sum, compare)
        })
    }
}

/// The actions that pages list.
fn listed_actions<'a>(groups: &[(ChunkGroup<'a>, Arc<ManifestGroup>)]) -> HashSet<&'a str> {
    let listing = groups.iter().filter(|(_, group)| group.entries.lists_actions);
    let pages =
        listing.flat_map(|(place, _)| manifest_group::pieces_of(place)).flat_map(|one| &one.manifest.pages);
    pages.flat_map(|page| &page.actions).map(|action| action.text.as_str()).collect()
}

/// Whether all actions of a group are listed, or need no page.
fn lists_all(place: &ChunkGroup<'_>, listed: &HashSet<&str>) -> bool {
    let mut actions = manifest_group::pieces_of(place).flat_map(|piece| &piece.manifest.actions);
    actions.all(|entry| {
        let is_listed = listed.contains(entry.id.as_str());
        entry.has_endpoint || is_listed || wholes(&entry.id).any(|whole| listed.contains(whole))
    })
}
