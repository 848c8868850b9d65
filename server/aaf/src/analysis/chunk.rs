//! The analysis of a chunk, and what a document keeps of it.

use agmark_schema::Parsed;
use agmark_syntax::Chunk;

use crate::cross_file::summary::FileSummary;
use crate::page::KeptPage;

/// What a document keeps of a chunk for features.
#[derive(Debug, PartialEq)]
pub enum ChunkData {
    Page(PageChunk),
    /// The tree of a manifest file.
    Manifest(Parsed),
}

/// What a document keeps of a piece of a page.
#[derive(Debug, PartialEq)]
pub struct PageChunk {
    pub page: KeptPage,
    /// The text of a component, which has one chunk, however long it is.
    pub text: Option<Box<str>>,
    /// Whether other pieces may change its findings. The analysis does not have them then.
    pub is_open: bool,
    /// Whether a template writes parts of the piece under a condition.
    pub has_conditions: bool,
}

impl PageChunk {
    /// What a document keeps of a chunk of a page.
    pub fn of(chunk: &Chunk) -> Option<&Self> {
        match chunk.data()? {
            ChunkData::Page(page) => Some(page),
            ChunkData::Manifest(_) => None,
        }
    }
}

/// The analysis of a page or a manifest.
pub type Analysis = agmark_syntax::Analysis<ChunkData, FileSummary>;
