//! What a group of adjacent chunks of a page contains, kept with the group: so an edit does not visit the other chunks.

use std::sync::Arc;

use agmark_syntax::{CachedPart, ChunkGroup};

use crate::analysis::chunk::PageChunk;
use crate::cross_file::summary::FileSummary;

/// A group of adjacent chunks of a page. Offsets count from its start.
pub struct PageGroup {
    pub is_annotated: bool,
    /// Whether other chunks may change the findings of one of its chunks.
    pub has_open: bool,
    /// Whether one of its scripts has a manifest.
    pub has_manifest: bool,
    /// The starts of the chunks in which a template writes something under a condition.
    pub conditions: Vec<usize>,
}

impl CachedPart for PageGroup {
    fn size(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.conditions)
    }
}

impl PageGroup {
    pub fn of(group: &ChunkGroup<'_>) -> Arc<Self> {
        group.cached(|| {
            let pages = || group.chunks().filter_map(|(start, chunk)| Some((start, PageChunk::of(chunk)?)));
            let has_manifest =
                |summary: &FileSummary| summary.page().is_some_and(|page| page.embedded.is_some());
            Self {
                is_annotated: pages().any(|(_, one)| one.page.has_annotations()),
                has_open: pages().any(|(_, one)| one.is_open),
                has_manifest: group.chunks().any(|(_, chunk)| chunk.summary().is_some_and(has_manifest)),
                conditions: pages().filter(|(_, one)| one.has_conditions).map(|(start, _)| start).collect(),
            }
        })
    }
}
