//! The analysis of a chunk, and what a document keeps of it.

use agmark_schema::json::OpenAtEnd;
use agmark_syntax::{Chunk, Diagnostic};

use crate::cross_file::summary::FileSummary;
use crate::manifest::check::RootKey;
use crate::page::{KeptPage, Page, conditions};

/// The elements of pieces up to this length, in bytes, are read again from their text when they are needed. Reading a
/// piece takes microseconds, and its elements need several times the memory of its text.
const LONG: usize = 16 << 10;

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
#[derive(Debug, Default, PartialEq)]
pub struct PageChunk {
    pub elements: ChunkElements,
    pub has_annotations: bool,
    /// The end of the doctype, if the piece has one.
    pub doctype: Option<usize>,
    /// Whether it has a start tag without an end tag, or an end tag without a start tag. The other tag may be in another
    /// piece.
    pub has_open_tags: bool,
    /// Whether other pieces may change its findings. The analysis does not have them then.
    pub is_open: bool,
    /// Whether a template writes parts of the piece under a condition.
    pub has_conditions: bool,
}

/// Where the elements of a piece of a page are.
#[derive(Debug, Default, PartialEq)]
pub enum ChunkElements {
    /// The piece has no elements.
    #[default]
    None,
    /// They are read again from the text of the piece.
    InText,
    /// They are kept, because the piece is long.
    Kept(Box<LongPiece>),
}

/// The elements and the text of a long piece, so that a question about one place neither reads nor copies them.
#[derive(Debug, PartialEq)]
pub struct LongPiece {
    pub page: KeptPage,
    pub text: Box<str>,
}

impl PageChunk {
    /// What a document keeps of a piece with elements.
    pub fn new(page: &Page<'_>, is_open: bool) -> Self {
        let elements = if page.text.len() > LONG {
            ChunkElements::Kept(Box::new(LongPiece { page: page.keep(), text: page.text.into() }))
        } else {
            ChunkElements::InText
        };
        Self {
            elements,
            has_annotations: page.has_annotations(),
            doctype: page.dom.doctype,
            has_open_tags: !page.dom.unended.is_empty() || !page.dom.stray.is_empty(),
            is_open,
            has_conditions: conditions::are_in(page.text),
        }
    }

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
