//! What a document keeps of its text for features.

use agmark_schema::Parsed;

use crate::page::KeptPage;

/// What a document keeps of its text for features.
#[derive(Debug, PartialEq)]
pub enum ChunkData {
    Page(KeptPage),
    /// The tree of a manifest file.
    Manifest(Parsed),
}
