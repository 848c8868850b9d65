//! The analysis of a chunk, and what a document keeps of it.

use agmark_schema::json::OpenAtEnd;
use agmark_syntax::{Chunk, Diagnostic};

use crate::cross_file::summary::FileSummary;
use crate::manifest::check::RootKey;
use crate::page::KeptPage;

/// What a document keeps of a chunk for features.
#[derive(Debug, PartialEq)]
pub enum ChunkData {
    Page(PageChunk),
    Manifest(ManifestPart),
}

/// What the rest of a manifest needs to know of a piece. Spans count from its start.
#[derive(Debug, Default, PartialEq)]
pub struct ManifestPart {
    /// The keys of the manifest itself.
    pub keys: Vec<RootKey>,
    /// Diagnostics that count only if every quote and bracket of the manifest is closed. Otherwise it is unknown where
    /// keys belong.
    pub withheld: Vec<Diagnostic>,
    /// Whether a quote or a bracket is not closed here.
    pub is_unclosed: bool,
    /// Whether all of the piece could be read.
    pub is_whole: bool,
    /// The outer containers that the piece leaves open.
    pub open: Vec<OpenAtEnd>,
    /// Whether it leaves inner containers open too.
    pub leaves_more_open: bool,
    /// Whether the manifest is an object.
    pub is_object: bool,
    /// The start of the manifest, without what precedes it.
    pub start: usize,
    /// The end of the last token.
    pub end: usize,
    /// Where containers that cross pieces start and end, for folds.
    pub edges: Vec<Edge>,
}

/// The start or the end of a container that crosses pieces. An end belongs to the last start without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    Starts(usize),
    Ends(usize),
}

/// What a document keeps of a piece of a page.
#[derive(Debug, PartialEq)]
pub struct PageChunk {
    pub page: KeptPage,
    /// The text of a long piece, so that a question about one place does not copy it.
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
