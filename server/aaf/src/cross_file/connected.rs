//! The findings of a page that depend on several of its chunks: a control and its form elsewhere, a field and the
//! elements of the action that it names.
//!
//! Chunks that are tied to each other are checked together. What was found is kept with the first of them until one of
//! them changes.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use agmark_syntax::{Chunk, ChunkId, Diagnostic, Document, Tie, work};

use crate::analysis::chunk::PageChunk;
use crate::analysis::page_part::PagePart;
use crate::analysis::seams::Seams;
use crate::analysis::ties;
use crate::page::read_options::ReadOptions;
use crate::rules;

/// A chunk with its start.
type Place<'d> = (usize, &'d Arc<Chunk>);

/// The findings in chunks that were checked together.
#[derive(Default)]
struct Checked(Mutex<Option<Arc<Findings>>>);

#[derive(PartialEq, Eq)]
struct Checks {
    chunks: Vec<ChunkId>,
    /// Before which of them text with a template mark is left out.
    skips: Vec<bool>,
}

struct Findings {
    of: Checks,
    /// Offsets count from the start of the chunks together.
    all: Vec<Diagnostic>,
}

/// The findings in the chunks of a page that other chunks may change.
pub fn findings(document: &Document, reading: ReadOptions<'_>) -> Vec<Diagnostic> {
    let open: Vec<Place<'_>> = document.cross_file_chunks().filter(|(_, chunk)| is_open(chunk)).collect();
    let annotated = |chunk: &Chunk| PageChunk::of(chunk).is_some_and(|one| one.page.has_annotations());
    if open.is_empty() || !document.chunks().iter().any(|(_, chunk)| annotated(chunk)) {
        return Vec::new();
    }
    let mut groups = groups(document, &open);
    let conditions = if groups.is_empty() { Vec::new() } else { conditions(document) };
    let grouped: HashSet<ChunkId> = groups.iter().flatten().map(|(_, chunk)| chunk.id()).collect();
    groups.extend(
        open.into_iter().filter(|(_, chunk)| !grouped.contains(&chunk.id())).map(|place| vec![place]),
    );
    let mut out = Vec::new();
    for group in groups {
        let checked = checked(document, reading, &group, skips(&group, &conditions));
        let seams = Seams::of(&group, &checked.of.skips);
        // The findings in other chunks do not depend on this group.
        let open: Vec<bool> = group.iter().map(|(_, chunk)| is_open(chunk)).collect();
        let starts: Vec<usize> = seams.inner_starts().collect();
        for finding in &checked.all {
            let number = starts.partition_point(|at| *at <= finding.span.range().start);
            if number.checked_sub(1).and_then(|number| open.get(number)) == Some(&true) {
                out.push(seams.finding(finding.clone()));
            }
        }
    }
    out
}

fn is_open(chunk: &Chunk) -> bool {
    PageChunk::of(chunk).is_some_and(|one| one.is_open)
}

/// The chunks that must be checked together, each group in the order of the document.
fn groups<'d>(document: &'d Document, open: &[Place<'d>]) -> Vec<Vec<Place<'d>>> {
    let mut leaders = Leaders::default();
    let mut seen = HashSet::new();
    let needs = open.iter().flat_map(|(_, chunk)| &chunk.analysis().ties).filter(|tie| !tie.gives);
    for Tie { name, .. } in needs {
        work::add(1);
        let Some(tied) = document.chunks_tied(name).filter(|_| seen.insert(name)) else { continue };
        // Those that name the same action are compared, even if no element carries it.
        if tied.givers.is_empty() && name.space != ties::ACTION {
            continue;
        }
        let mut all = tied.needers.iter().chain(&tied.givers);
        let Some(first) = all.next() else { continue };
        all.for_each(|other| leaders.join(*first, *other));
    }
    if leaders.0.is_empty() {
        return Vec::new();
    }
    let mut groups: HashMap<ChunkId, Vec<Place<'d>>> = HashMap::new();
    for (start, chunk) in document.chunks().iter() {
        if leaders.0.contains_key(&chunk.id()) {
            groups.entry(leaders.find(chunk.id())).or_default().push((start, chunk));
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

/// The starts of the chunks in which a template writes something under a condition.
fn conditions(document: &Document) -> Vec<usize> {
    let all = document.chunks().iter();
    let has = |chunk: &Chunk| PageChunk::of(chunk).is_some_and(|one| one.has_conditions);
    all.filter(|(_, chunk)| has(chunk)).map(|(start, _)| start).collect()
}

/// For each chunk of a group, whether there is such a chunk between it and the one before.
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
) -> Arc<Findings> {
    let of = Checks { chunks: group.iter().map(|(_, chunk)| chunk.id()).collect(), skips };
    let cache = group.first().and_then(|(_, chunk)| chunk.cache::<Checked>());
    let mut last = cache.map(|cache| cache.0.lock().unwrap_or_else(PoisonError::into_inner));
    if let Some(known) = last.as_deref().and_then(Option::as_ref).filter(|known| known.of == of) {
        return Arc::clone(known);
    }
    let part = PagePart::of(document, group, &of.skips);
    let mut all = Vec::new();
    rules::check_page(&part.page(reading).annotated_elsewhere(), &mut all);
    let found = Arc::new(Findings { of, all });
    if let Some(last) = last.as_deref_mut() {
        *last = Some(Arc::clone(&found));
    }
    found
}
