//! What a group of adjacent pieces of a manifest contains, kept with the group: so an edit does not visit the other
//! pieces.

use std::collections::{BTreeSet, HashSet};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::{Arc, Mutex, PoisonError};

use agmark_syntax::{CachedPart, ChunkGroup, Diagnostic, Document, work};

use crate::analysis::chunk::{ChunkData, ManifestPart};
use crate::cross_file::summary::FileSummary;
use crate::manifest::check::RootKey;
use crate::manifest::model::Manifest;
use crate::page::wholes;

/// A piece of a manifest.
#[derive(Clone, Copy)]
pub struct ManifestPiece<'a> {
    pub start: usize,
    pub part: &'a ManifestPart,
    pub manifest: &'a Manifest,
}

impl<'a> ManifestPiece<'a> {
    fn of((start, chunk): (usize, &'a Arc<agmark_syntax::Chunk>)) -> Option<Self> {
        let (Some(ChunkData::Manifest(part)), Some(FileSummary::Manifest(manifest))) =
            (chunk.data(), chunk.summary())
        else {
            return None;
        };
        Some(Self { start, part, manifest })
    }
}

/// The pieces of a manifest file, in order.
pub fn pieces(document: &Document) -> Vec<ManifestPiece<'_>> {
    document.cross_file_chunks().filter_map(ManifestPiece::of).collect()
}

/// The pieces of a group, in order.
pub fn pieces_of<'d>(group: &ChunkGroup<'d>) -> impl Iterator<Item = ManifestPiece<'d>> + use<'d> {
    group.cross_file_chunks().filter_map(ManifestPiece::of)
}

/// The groups of a manifest file with pieces, in order.
pub fn groups(document: &Document) -> Vec<(ChunkGroup<'_>, Arc<ManifestGroup>)> {
    let of =
        |group: &ChunkGroup<'_>| group.cached(|| ManifestGroup::of(&pieces_of(group).collect::<Vec<_>>()));
    let all = document.chunks().groups().filter(ChunkGroup::has_cross_file_checks);
    all.map(|group| (group, of(&group))).filter(|(_, group)| group.has_pieces).collect()
}

/// Adjacent pieces of a manifest. Offsets count from the start of the group.
#[derive(Default)]
pub struct ManifestGroup {
    has_pieces: bool,
    /// The start of the content of the first piece, and whether it is an object.
    pub start: usize,
    pub is_object: bool,
    /// The end of the last token of the last piece.
    pub end: usize,
    /// For each outer container that the last piece leaves open, whether it is an object.
    pub open: Vec<bool>,
    /// Whether it leaves inner containers open too.
    pub leaves_more_open: bool,
    /// For each depth, where the last container starts that a piece leaves open there.
    pub openers: Vec<Option<usize>>,
    /// The keys of the manifest itself.
    pub keys: Vec<RootKey>,
    /// See [`ManifestPart::withheld`].
    pub withheld: Vec<Diagnostic>,
    /// Whether a quote or a bracket of a piece is not closed there.
    pub is_unclosed: bool,
    /// Whether all of the pieces could be read.
    pub is_whole: bool,
    /// Whether the content of a piece could not be read.
    pub is_broken: bool,
    pub entries: GroupEntries,
}

/// What the rules that compare entries need to know of a group, to find out whether they have anything to compare.
#[derive(Default)]
pub struct GroupEntries {
    /// The actions that the names of its actions say to be parts of.
    pub wholes: BTreeSet<String>,
    /// The terms of `@context`.
    pub terms: Vec<String>,
    /// The properties with an `x-semantic`.
    pub meanings: HashSet<String>,
    /// Whether a page lists its actions.
    pub lists_actions: bool,
    /// A number for the actions that its pages list. The sum over all groups stands for all of them.
    pub listed: u64,
    /// For that sum, whether pages list all actions of this group.
    all_listed: Mutex<Option<(u64, bool)>>,
}

impl CachedPart for ManifestGroup {
    fn size(&self) -> usize {
        let entries = &self.entries;
        let words = entries.wholes.len() + entries.terms.len() + entries.meanings.len();
        size_of::<Self>() + 60 * words + 80 * self.keys.len() + 300 * self.withheld.len()
    }
}

impl ManifestGroup {
    pub fn of(pieces: &[ManifestPiece<'_>]) -> Self {
        let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else { return Self::default() };
        work::add(pieces.len());
        let withheld = pieces
            .iter()
            .flat_map(|piece| piece.part.withheld.iter().map(|finding| finding.clone().shifted(piece.start)));
        Self {
            has_pieces: true,
            start: first.start + first.part.start,
            is_object: first.part.is_object,
            end: last.start + last.part.end,
            open: last.part.open.iter().map(|one| one.is_map).collect(),
            leaves_more_open: last.part.leaves_more_open,
            openers: openers(pieces),
            keys: pieces.iter().flat_map(|piece| keys(piece)).collect(),
            withheld: withheld.collect(),
            is_unclosed: pieces.iter().any(|piece| piece.part.is_unclosed),
            is_whole: pieces.iter().all(|piece| piece.part.is_whole),
            is_broken: pieces.iter().any(|piece| piece.manifest.broken),
            entries: GroupEntries::of(pieces),
        }
    }
}

fn openers(pieces: &[ManifestPiece<'_>]) -> Vec<Option<usize>> {
    let mut openers = Vec::new();
    for piece in pieces {
        for (depth, open) in piece.part.open.iter().enumerate() {
            if openers.len() <= depth {
                openers.resize(depth + 1, None);
            }
            if let (Some(opener), Some(start)) = (openers.get_mut(depth), open.start) {
                *opener = Some(piece.start + start);
            }
        }
    }
    openers
}

impl GroupEntries {
    fn of(pieces: &[ManifestPiece<'_>]) -> Self {
        let hasher = BuildHasherDefault::<DefaultHasher>::new();
        let mut all = Self::default();
        for ManifestPiece { manifest, .. } in pieces {
            for action in &manifest.actions {
                for whole in
                    wholes(&action.id).filter(|whole| !all.wholes.contains(*whole)).collect::<Vec<_>>()
                {
                    all.wholes.insert(whole.to_owned());
                }
            }
            all.terms.extend(manifest.context.iter().map(|term| term.name.clone()));
            let meanings = manifest.actions.iter().chain(&manifest.views).flat_map(|entry| &entry.meanings);
            all.meanings.extend(meanings.map(|meaning| meaning.property.clone()));
            for page in &manifest.pages {
                all.lists_actions |= page.lists_actions;
                let lists = page.actions.iter().map(|action| hasher.hash_one(action.text.as_str()));
                all.listed = lists.fold(all.listed, u64::wrapping_add);
                all.listed = all.listed.wrapping_add(u64::from(page.lists_unknown));
            }
        }
        all
    }

    /// Whether pages list all actions of the group; kept for a sum of [`Self::listed`].
    pub fn all_listed(&self, sum: u64, compare: impl FnOnce() -> bool) -> bool {
        let mut known = self.all_listed.lock().unwrap_or_else(PoisonError::into_inner);
        match *known {
            Some((of, all)) if of == sum => all,
            _ => {
                let all = compare();
                *known = Some((sum, all));
                all
            }
        }
    }
}

/// The keys of the manifest itself in a piece.
fn keys<'a>(piece: &ManifestPiece<'a>) -> impl Iterator<Item = RootKey> + use<'a> {
    let start = piece.start;
    piece.part.keys.iter().map(move |one| one.shifted(start))
}
