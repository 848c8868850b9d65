//! The findings of a page that depend on several of its chunks: a control and its form elsewhere, a field and the
//! elements of the action that it names.
//!
//! Chunks that are tied to each other are checked together. What was found is kept with the first of them until one of
//! them changes.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use agmark_syntax::{
    CachedPart, Chunk, ChunkGroup, ChunkId, Diagnostic, Document, Findings, KeptFindings, work,
};

use crate::analysis::chunk::PageChunk;
use crate::analysis::page_part::PagePart;
use crate::analysis::seams::Seams;
use crate::analysis::ties;
use crate::cross_file::page_group::PageGroup;
use crate::page::read_options::ReadOptions;
use crate::rules;

/// A chunk with its start.
type Place<'d> = (usize, &'d Arc<Chunk>);

/// The findings in chunks that were checked together.
#[derive(Default)]
struct Checked(Mutex<Option<Arc<ChunkFindings>>>);

#[derive(PartialEq, Eq)]
struct Checks {
    chunks: Vec<ChunkId>,
    /// Before which of them text with a template mark is left out.
    skips: Vec<bool>,
}

struct ChunkFindings {
    of: Checks,
    /// Offsets count from the start of the chunks together.
    all: Vec<Diagnostic>,
}

/// The findings in the open chunks of a group that were checked alone.
struct CheckedAlone {
    /// The chunk of each of them.
    chunks: Vec<ChunkId>,
    found: Arc<KeptFindings>,
}

impl CachedPart for CheckedAlone {
    fn size(&self) -> usize {
        size_of_val(&*self.chunks) + self.found.size()
    }
}

/// The findings in the chunks of a page that other chunks may change.
pub fn findings(document: &Document, reading: ReadOptions<'_>) -> Findings {
    let groups: Vec<_> = document.chunks().groups().map(|group| (group, PageGroup::of(&group))).collect();
    let is_annotated = groups.iter().any(|(_, page)| page.is_annotated);
    if !is_annotated || !groups.iter().any(|(_, page)| page.has_open) {
        return Findings::default();
    }
    let mut out = Findings::default();
    let connected = connected(document);
    let grouped: HashSet<ChunkId> = connected.iter().flatten().map(|(_, chunk)| chunk.id()).collect();
    for (group, _) in groups.iter().filter(|(_, page)| page.has_open) {
        let alone = checked_alone(document, reading, group);
        work::add(alone.chunks.len());
        let is_alone = |number: usize| alone.chunks.get(number).is_some_and(|chunk| !grouped.contains(chunk));
        out.keep_if(group.start, &alone.found, is_alone);
    }
    if connected.is_empty() {
        return out;
    }
    let conditions: Vec<usize> =
        groups.iter().flat_map(|(group, page)| page.conditions.iter().map(|at| at + group.start)).collect();
    for group in connected {
        out.extend(checked_together(document, reading, &group, skips(&group, &conditions)));
    }
    out
}

/// The findings in the open chunks of a group of adjacent chunks, each chunk without the others.
fn checked_alone(document: &Document, reading: ReadOptions<'_>, group: &ChunkGroup<'_>) -> Arc<CheckedAlone> {
    group.cached(|| {
        let (mut chunks, mut found) = (Vec::new(), Vec::new());
        for (start, chunk) in group.cross_file_chunks().filter(|(_, chunk)| is_open(chunk)) {
            let place = [(group.start + start, chunk)];
            let checked = checked(document, reading, &place, vec![false]);
            let seams = Seams::of(&[(start, chunk)], &[false]);
            chunks.extend(checked.all.iter().map(|_| chunk.id()));
            found.extend(checked.all.iter().map(|finding| seams.finding(finding.clone())));
        }
        CheckedAlone { chunks, found: Arc::new(KeptFindings::new(document.text(), group.start, found)) }
    })
}

/// The findings in the open chunks of a group that is checked together.
fn checked_together(
    document: &Document,
    reading: ReadOptions<'_>,
    group: &[Place<'_>],
    skips: Vec<bool>,
) -> Vec<Diagnostic> {
    let checked = checked(document, reading, group, skips);
    let seams = Seams::of(group, &checked.of.skips);
    // The findings in other chunks do not depend on this group.
    let open: Vec<bool> = group.iter().map(|(_, chunk)| is_open(chunk)).collect();
    let starts: Vec<usize> = seams.inner_starts().collect();
    let is_in_open = |finding: &&Diagnostic| {
        let number = starts.partition_point(|at| *at <= finding.span.range().start);
        number.checked_sub(1).and_then(|number| open.get(number)) == Some(&true)
    };
    checked.all.iter().filter(is_in_open).map(|finding| seams.finding(finding.clone())).collect()
}

fn is_open(chunk: &Chunk) -> bool {
    PageChunk::of(chunk).is_some_and(|one| one.is_open)
}

/// The chunks that must be checked together, each group in the order of the document.
fn connected(document: &Document) -> Vec<Vec<Place<'_>>> {
    let tied = || document.names().connecting().filter_map(|name| Some((name, document.chunks_tied(name)?)));
    let ids: Vec<ChunkId> = tied().flat_map(|(_, tied)| tied.chunks()).collect();
    if ids.is_empty() {
        return Vec::new();
    }
    work::add(ids.len());
    let places: Vec<Place<'_>> = document.chunks_of(&ids).collect();
    let open: HashSet<ChunkId> =
        places.iter().filter(|(_, chunk)| is_open(chunk)).map(|(_, chunk)| chunk.id()).collect();
    let mut leaders = Leaders::default();
    for (name, tied) in tied() {
        // Those that name the same action are compared, even if no element carries it.
        let is_given = !tied.givers.is_empty() || name.space == ties::ACTION;
        if is_given && tied.needers.iter().any(|chunk| open.contains(chunk)) {
            let mut all = tied.chunks();
            let Some(first) = all.next() else { continue };
            all.for_each(|other| leaders.join(first, other));
        }
    }
    let mut groups: HashMap<ChunkId, Vec<Place<'_>>> = HashMap::new();
    for place in places {
        let id = place.1.id();
        if leaders.0.contains_key(&id) {
            groups.entry(leaders.find(id)).or_default().push(place);
        }
    }
    groups.into_values().collect()
}

/// For each chunk that is tied to another one, one nearer to the leader of its group; the leader has itself.
#[derive(Default)]
struct Leaders(HashMap<ChunkId, ChunkId>);

impl Leaders {
    fn find(&mut self, chunk: ChunkId) -> ChunkId {
        let mut leader = chunk;
        while let Some(next) = self.0.get(&leader).filter(|next| **next != leader) {
            leader = *next;
        }
        // The next search is short.
        let mut at = chunk;
        while let Some(next) = self.0.get(&at).copied().filter(|next| *next != leader && *next != at) {
            self.0.insert(at, leader);
            at = next;
        }
        leader
    }

    fn join(&mut self, one: ChunkId, other: ChunkId) {
        if one == other {
            return;
        }
        let (one, other) = (self.find(one), self.find(other));
        self.0.insert(one, one);
        self.0.insert(other, one);
    }
}

/// For each chunk of a group, whether a template writes something under a condition between it and the
/// one before: `conditions` are the starts of such chunks.
fn skips(group: &[Place<'_>], conditions: &[usize]) -> Vec<bool> {
    let mut end = usize::MAX;
    let skips = group.iter().map(|(start, chunk)| {
        let between = conditions.partition_point(|at| *at < end)..conditions.partition_point(|at| at < start);
        end = start + chunk.len();
        !between.is_empty()
    });
    skips.collect()
}

/// The findings of a group, from the last time if nothing changed.
fn checked(
    document: &Document,
    reading: ReadOptions<'_>,
    group: &[Place<'_>],
    skips: Vec<bool>,
) -> Arc<ChunkFindings> {
    let of = Checks { chunks: group.iter().map(|(_, chunk)| chunk.id()).collect(), skips };
    let cache = group.first().and_then(|(_, chunk)| chunk.cache::<Checked>());
    let mut last = cache.map(|cache| cache.0.lock().unwrap_or_else(PoisonError::into_inner));
    if let Some(known) = last.as_deref().and_then(Option::as_ref).filter(|known| known.of == of) {
        return Arc::clone(known);
    }
    let part = PagePart::of(document, group, &of.skips);
    let mut all = Vec::new();
    rules::check_page(&part.page(reading).annotated_elsewhere(), &mut all);
    let found = Arc::new(ChunkFindings { of, all });
    if let Some(last) = last.as_deref_mut() {
        *last = Some(Arc::clone(&found));
    }
    found
}
