//! The analysis of a chunk, and what a document keeps of it.

use agmark_schema::Parsed;

use crate::cross_file::summary::FileSummary;
use crate::page::KeptPage;

/// What a document keeps of its text for features.
#[derive(Debug, PartialEq)]
pub enum ChunkData {
    Page(KeptPage),
    /// The tree of a manifest file.
    Manifest(Parsed),
}

/// The analysis of a page or a manifest.
pub type Analysis = agmark_syntax::Analysis<ChunkData, FileSummary>;
