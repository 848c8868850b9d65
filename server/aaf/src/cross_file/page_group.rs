//! What a group of adjacent chunks of a page contains, kept with the group: so an edit does not visit the other chunks.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use agmark_syntax::{CachedPart, ChunkGroup, Summaries};

use crate::analysis::chunk::PageChunk;
use crate::cross_file::aligned_group::AlignedGroup;
use crate::cross_file::site_manifest::SiteManifest;
use crate::cross_file::summary::{FileSummary, PageParts};

/// A group of adjacent chunks of a page. Offsets count from its start.
pub struct PageGroup {
    pub is_annotated: bool,
    /// Whether other chunks may change the findings of one of its chunks.
    pub has_open: bool,
    /// Whether one of its scripts has a manifest.
    pub has_manifest: bool,
    /// The starts of the chunks in which a template writes something under a condition.
    pub conditions: Vec<usize>,
    /// The scopes of its actions, in order.
    pub scopes: BTreeSet<Box<str>>,
    aligned: Mutex<Option<KeptAlignment>>,
}

/// What a group is compared with.
#[derive(Clone)]
pub enum ManifestSource {
    /// A file.
    File(Arc<Path>, Summaries),
    /// A script of the page.
    Script(Arc<SiteManifest>),
}

impl ManifestSource {
    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::File(path, one), Self::File(at, other)) => path == at && one.is_same(other),
            (Self::Script(one), Self::Script(other)) => Arc::ptr_eq(one, other),
            (Self::File(..), Self::Script(_)) | (Self::Script(_), Self::File(..)) => false,
        }
    }
}

/// A group that was compared with a manifest.
struct KeptAlignment {
    manifest: ManifestSource,
    group: Arc<AlignedGroup>,
}

impl CachedPart for PageGroup {
    fn size(&self) -> usize {
        let scopes = self.scopes.iter().map(|scope| 32 + scope.len()).sum::<usize>();
        size_of::<Self>() + size_of_val(&*self.conditions) + scopes
    }
}

impl PageGroup {
    pub fn of(group: &ChunkGroup<'_>) -> Arc<Self> {
        group.cached(|| {
            let pages = || group.chunks().filter_map(|(start, chunk)| Some((start, PageChunk::of(chunk)?)));
            let has_manifest =
                |summary: &FileSummary| summary.page().is_some_and(|page| page.embedded.is_some());
            Self {
                is_annotated: pages().any(|(_, one)| one.has_annotations),
                has_open: pages().any(|(_, one)| one.is_open),
                has_manifest: group.chunks().any(|(_, chunk)| chunk.summary().is_some_and(has_manifest)),
                conditions: pages().filter(|(_, one)| one.has_conditions).map(|(start, _)| start).collect(),
                scopes: scopes(group),
                aligned: Mutex::new(None),
            }
        })
    }

    /// The group, compared with a manifest: as last time, if it is the same manifest.
    pub fn aligned(
        &self,
        manifest: &ManifestSource,
        compare: impl FnOnce() -> AlignedGroup,
    ) -> Arc<AlignedGroup> {
        let last = || self.aligned.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = &*last()
            && kept.manifest.is_same(manifest)
        {
            return Arc::clone(&kept.group);
        }
        // Other threads must not wait for this one.
        let group = Arc::new(compare());
        *last() = Some(KeptAlignment { manifest: manifest.clone(), group: Arc::clone(&group) });
        group
    }
}

fn scopes(group: &ChunkGroup<'_>) -> BTreeSet<Box<str>> {
    let parts = PageParts::of_group(group);
    let scopes = parts.actions().filter_map(|(_, one)| Some(one.scope.as_ref()?.text.as_str().into()));
    scopes.collect()
}
