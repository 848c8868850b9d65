//! The chunks of a document in order, found by offset. Clones share groups of chunks.

use std::ops::Range;
use std::sync::Arc;

use crate::{Chunk, ChunkId};

/// The largest number of chunks in a group. An edit copies one group and the list of groups.
const GROUP: usize = 96;

#[derive(Clone, Default)]
pub struct Sequence {
    groups: Vec<Group>,
}

#[derive(Clone)]
struct Group {
    bytes: usize,
    entries: Arc<[Entry]>,
}

/// The values that loops over all chunks read, adjacent in memory.
#[derive(Clone)]
struct Entry {
    len: usize,
    id: ChunkId,
    marked: bool,
    chunk: Arc<Chunk>,
}

impl Sequence {
    pub(crate) fn new(chunks: Vec<Arc<Chunk>>) -> Self {
        let mut sequence = Self::default();
        push_groups(&mut sequence.groups, chunks.into_iter().map(entry).collect());
        sequence
    }

    /// The number of chunks.
    pub fn len(&self) -> usize {
        self.groups.iter().map(|g| g.entries.len()).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// All chunks with their starts.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &Arc<Chunk>)> {
        self.entries(0).map(|(start, entry)| (start, &entry.chunk))
    }

    /// The chunks from the one that contains `offset`. An offset between two chunks belongs to the second one.
    pub fn from(&self, offset: usize) -> impl Iterator<Item = (usize, &Arc<Chunk>)> {
        let bytes = self.bytes();
        self.entries(offset)
            .skip_while(move |(start, entry)| start + entry.len <= offset && start + entry.len < bytes)
            .map(|(start, entry)| (start, &entry.chunk))
    }

    /// The chunk that contains `offset` and those before it, nearest first.
    pub fn back_from(&self, offset: usize) -> impl Iterator<Item = (usize, &Arc<Chunk>)> {
        let mut end = 0;
        let mut here = 0;
        for group in &self.groups {
            end += group.bytes;
            here += 1;
            if end > offset {
                break;
            }
        }
        self.groups[..here]
            .iter()
            .rev()
            .flat_map(|g| g.entries.iter().rev())
            .map(move |entry| {
                end -= entry.len;
                (end, &entry.chunk)
            })
            .skip_while(move |(start, _)| *start > offset)
    }

    /// The chunks that are marked or wanted, with their starts.
    pub(crate) fn marked_or(
        &self,
        mut wanted: impl FnMut(ChunkId) -> bool,
    ) -> impl Iterator<Item = (usize, &Arc<Chunk>)> {
        self.entries(0).filter(move |(_, e)| e.marked || wanted(e.id)).map(|(start, e)| (start, &e.chunk))
    }

    /// Length of all chunks together, in bytes.
    pub fn bytes(&self) -> usize {
        self.groups.iter().map(|g| g.bytes).sum()
    }

    /// Replaces the chunks in the bytes `range`, which starts and ends between chunks, and returns the old ones.
    pub(crate) fn replace(&mut self, range: Range<usize>, with: Vec<Arc<Chunk>>) -> Vec<Arc<Chunk>> {
        let (mut first, mut before) = (0, 0);
        while first < self.groups.len() && before + self.groups[first].bytes <= range.start {
            before += self.groups[first].bytes;
            first += 1;
        }
        let (mut last, mut end) = (first, before);
        while last < self.groups.len() && (end < range.end || last == first) {
            end += self.groups[last].bytes;
            last += 1;
        }
        let (mut entries, mut old) = (Vec::new(), Vec::new());
        let mut with = Some(with);
        let mut at = before;
        for entry in self.groups[first..last].iter().flat_map(|g| g.entries.iter()) {
            let inside = at >= range.start && at + entry.len <= range.end;
            if at >= range.start
                && let Some(new) = with.take()
            {
                entries.extend(new.into_iter().map(self::entry));
            }
            if inside {
                old.push(Arc::clone(&entry.chunk));
            } else {
                entries.push(entry.clone());
            }
            at += entry.len;
        }
        if let Some(new) = with {
            entries.extend(new.into_iter().map(self::entry));
        }
        let mut groups = Vec::new();
        push_groups(&mut groups, entries);
        self.groups.splice(first..last, groups);
        old
    }

    fn entries(&self, from: usize) -> impl Iterator<Item = (usize, &Entry)> {
        let mut skipped = 0;
        let mut first = 0;
        while first + 1 < self.groups.len() && skipped + self.groups[first].bytes <= from {
            skipped += self.groups[first].bytes;
            first += 1;
        }
        let mut at = skipped;
        self.groups[first.min(self.groups.len())..].iter().flat_map(|g| g.entries.iter()).map(move |entry| {
            let start = at;
            at += entry.len;
            (start, entry)
        })
    }
}

fn entry(chunk: Arc<Chunk>) -> Entry {
    Entry { len: chunk.len(), id: chunk.id(), marked: chunk.is_marked(), chunk }
}

fn push_groups(groups: &mut Vec<Group>, entries: Vec<Entry>) {
    if entries.is_empty() {
        return;
    }
    // Equal parts, so that an edit does not leave a full group and a nearly empty one.
    let count = entries.len().div_ceil(GROUP);
    let share = entries.len().div_ceil(count);
    for part in entries.chunks(share) {
        groups.push(Group { bytes: part.iter().map(|e| e.len).sum(), entries: part.into() });
    }
}
