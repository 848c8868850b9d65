//! The chunks of a document in order, found by offset. Clones share groups of chunks.

use std::ops::Range;
use std::sync::Arc;

use crate::document::cached_parts::{CachedPart, CachedParts};
use crate::{CheckNeeds, Chunk, ChunkId, work};

/// The largest number of chunks in a group. An edit copies one group and the list of groups.
const GROUP: usize = 96;

#[derive(Clone, Default)]
pub struct Sequence {
    groups: Vec<Group>,
}

/// At most this many chunks are looked up in a group. For more, all its chunks are read once.
const FEW: usize = 32;

#[derive(Clone)]
struct Group {
    bytes: usize,
    /// The smallest depth of a symbol in its chunks; the largest number if there is none.
    depth: u32,
    /// The needs of all its chunks together.
    needs: CheckNeeds,
    entries: Arc<[Entry]>,
    shared: Arc<Shared>,
}

/// What the clones of a group share.
struct Shared {
    /// The ids of the chunks, sorted.
    ids: Box<[ChunkId]>,
    parts: CachedParts,
}

/// Adjacent chunks. An edit replaces few groups, so what is kept with the others does not have to be computed again.
#[derive(Clone, Copy)]
pub struct ChunkGroup<'d> {
    /// Where its first chunk starts.
    pub start: usize,
    group: &'d Group,
}

/// The values that loops over all chunks read, adjacent in memory.
#[derive(Clone)]
struct Entry {
    len: usize,
    id: ChunkId,
    needs: CheckNeeds,
    /// The smallest depth of a symbol in the chunk; the largest number if there is none.
    depth: u32,
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

    /// All chunks with their starts, for answers about one place. Each step is counted.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &Arc<Chunk>)> {
        self.joined().inspect(|_| work::add(1))
    }

    /// All chunks with their starts, to join their parts to an answer about the whole document.
    pub(crate) fn joined(&self) -> impl Iterator<Item = (usize, &Arc<Chunk>)> {
        self.entries(0).map(|(start, entry)| (start, &entry.chunk))
    }

    /// The chunks from the one that contains `offset`. An offset between two chunks belongs to the second one.
    pub fn from(&self, offset: usize) -> impl Iterator<Item = (usize, &Arc<Chunk>)> {
        let bytes = self.bytes();
        self.entries(offset)
            .inspect(|_| work::add(1))
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
                work::add(1);
                end -= entry.len;
                (end, &entry.chunk)
            })
            .skip_while(move |(start, _)| *start > offset)
    }

    /// The last chunk that starts at or before `offset` and has a symbol of a smaller depth than `depth`.
    pub(crate) fn last_above(&self, offset: usize, depth: u32) -> Option<(usize, &Arc<Chunk>)> {
        let (mut end, mut count) = (0, 0);
        for group in self.groups.iter() {
            if end > offset {
                break;
            }
            end += group.bytes;
            count += 1;
        }
        for group in self.groups[..count].iter().rev() {
            end -= group.bytes;
            work::add(1);
            if group.depth < depth {
                let fits = |(start, entry): &(usize, &Entry)| *start <= offset && entry.depth < depth;
                if let Some((start, entry)) = group.starts(end).filter(fits).last() {
                    return Some((start, &entry.chunk));
                }
            }
        }
        None
    }

    /// The first chunk that ends after `offset` and has a symbol of at most the depth `depth`.
    pub(crate) fn first_not_below(&self, offset: usize, depth: u32) -> Option<(usize, &Arc<Chunk>)> {
        let mut start = 0;
        for group in self.groups.iter() {
            work::add(1);
            if start + group.bytes > offset && group.depth <= depth {
                let fits =
                    |(start, entry): &(usize, &Entry)| start + entry.len > offset && entry.depth <= depth;
                if let Some((start, entry)) = group.starts(start).find(fits) {
                    return Some((start, &entry.chunk));
                }
            }
            start += group.bytes;
        }
        None
    }

    /// The chunks with one of these needs or ids, with their starts. The ids are sorted.
    pub(crate) fn marked_or(
        &self,
        needs: CheckNeeds,
        ids: Arc<[ChunkId]>,
    ) -> impl Iterator<Item = (usize, &Arc<Chunk>)> {
        let wanted = Arc::clone(&ids);
        let groups = self.groups().filter(move |one| {
            work::add(1);
            one.group.needs.meet(needs) || one.group.may_have_any(&ids)
        });
        groups
            .flat_map(|one| one.group.starts(one.start).inspect(|_| work::add(1)))
            .filter(move |(_, e)| e.needs.meet(needs) || wanted.binary_search(&e.id).is_ok())
            .map(|(start, e)| (start, &e.chunk))
    }

    /// The groups of chunks, in order.
    pub fn groups(&self) -> impl Iterator<Item = ChunkGroup<'_>> {
        let mut at = 0;
        self.groups.iter().map(move |group| {
            let start = at;
            at += group.bytes;
            ChunkGroup { start, group }
        })
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

impl Group {
    /// Whether one of these chunks is in the group, or many of them may be. The ids are sorted.
    fn may_have_any(&self, wanted: &[ChunkId]) -> bool {
        let own = &self.shared.ids;
        let (Some(first), Some(last)) = (own.first(), own.last()) else { return false };
        let after = &wanted[wanted.partition_point(|id| id < first)..];
        let near = &after[..after.partition_point(|id| id <= last)];
        near.len() > FEW || near.iter().any(|id| own.binary_search(id).is_ok())
    }

    /// The entries with their starts, in a group that starts at `start`.
    fn starts(&self, mut start: usize) -> impl Iterator<Item = (usize, &Entry)> {
        self.entries.iter().map(move |entry| {
            let here = start;
            start += entry.len;
            (here, entry)
        })
    }
}

impl<'d> ChunkGroup<'d> {
    /// All chunks. Their starts count from the start of the group.
    pub fn chunks(&self) -> impl Iterator<Item = (usize, &'d Arc<Chunk>)> + use<'d> {
        self.group.starts(0).map(|(start, entry)| (start, &entry.chunk))
    }

    /// The chunks in which [`crate::Format::check_across_files`] has something to check. Their starts count from the
    /// start of the group.
    pub fn cross_file_chunks(&self) -> impl Iterator<Item = (usize, &'d Arc<Chunk>)> + use<'d> {
        self.chunks_with(CheckNeeds::CROSS_FILE)
    }

    /// Whether there are such chunks.
    pub fn has_cross_file_checks(&self) -> bool {
        self.have(CheckNeeds::CROSS_FILE)
    }

    /// The chunks with one of these needs. Their starts count from the start of the group.
    pub(crate) fn chunks_with(
        &self,
        needs: CheckNeeds,
    ) -> impl Iterator<Item = (usize, &'d Arc<Chunk>)> + use<'d> {
        let all = self.group.starts(0).inspect(|_| work::add(1));
        all.filter(move |(_, entry)| entry.needs.meet(needs)).map(|(start, entry)| (start, &entry.chunk))
    }

    /// Whether there are such chunks.
    pub(crate) fn have(&self, needs: CheckNeeds) -> bool {
        work::add(1);
        self.group.needs.meet(needs)
    }

    /// Length of all its chunks together, in bytes.
    pub fn bytes(&self) -> usize {
        self.group.bytes
    }

    /// What is computed from its chunks alone, computed when first needed. Offsets in it count from the start of the
    /// group.
    pub fn cached<T: CachedPart>(&self, make: impl FnOnce() -> T) -> Arc<T> {
        work::add(1);
        self.group.shared.parts.get_or_make(0, make)
    }
}

fn entry(chunk: Arc<Chunk>) -> Entry {
    let depth = chunk.analysis().symbols.iter().map(|symbol| symbol.depth).min().unwrap_or(u32::MAX);
    Entry { len: chunk.len(), id: chunk.id(), needs: chunk.needs(), depth, chunk }
}

fn push_groups(groups: &mut Vec<Group>, entries: Vec<Entry>) {
    if entries.is_empty() {
        return;
    }
    // Equal parts, so that an edit does not leave a full group and a nearly empty one.
    let count = entries.len().div_ceil(GROUP);
    let share = entries.len().div_ceil(count);
    for part in entries.chunks(share) {
        let mut ids: Box<[_]> = part.iter().map(|e| e.id).collect();
        ids.sort_unstable();
        groups.push(Group {
            bytes: part.iter().map(|e| e.len).sum(),
            depth: part.iter().map(|e| e.depth).min().unwrap_or(u32::MAX),
            needs: part.iter().fold(CheckNeeds::NONE, |all, e| all.and(e.needs)),
            entries: part.into(),
            shared: Arc::new(Shared { ids, parts: CachedParts::default() }),
        });
    }
}
