//! What a group of adjacent chunks of a page contains, kept with the group: so an edit does not visit the other chunks.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use agmark_syntax::{CachedPart, ChunkGroup, Summaries};

use crate::analysis::chunk::PageChunk;
use crate::cross_file::aligned_group::AlignedGroup;
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
    aligned: Mutex<Option<KeptAlignment>>,
}

/// A group that was compared with a manifest.
struct KeptAlignment {
    manifest: Summaries,
    path: Arc<Path>,
    group: Arc<AlignedGroup>,
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
                aligned: Mutex::new(None),
            }
        })
    }

    /// The group, compared with the manifest of a file: as last time, if it is the same manifest.
    pub fn aligned(
        &self,
        manifest: &Summaries,
        path: &Arc<Path>,
        compare: impl FnOnce() -> AlignedGroup,
    ) -> Arc<AlignedGroup> {
        let last = || self.aligned.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = &*last()
            && kept.manifest.is_same(manifest)
            && kept.path == *path
        {
            return Arc::clone(&kept.group);
        }
        // Other threads must not wait for this one.
        let group = Arc::new(compare());
        let (manifest, path) = (manifest.clone(), Arc::clone(path));
        *last() = Some(KeptAlignment { manifest, path, group: Arc::clone(&group) });
        group
    }
}
