//! The data of a chunk for the features of the format, and of a file for other files.

use std::sync::Arc;

use agmark_schema::Parsed;
use agmark_syntax::{Chunk, Document, Name, Span};

use crate::names;
use crate::syntax::ast::Ast;
use crate::types::Shapes;

/// The analysis of a chunk with the data of the format.
pub(crate) type Analysis = agmark_syntax::Analysis<ChunkData, FileSummary>;

/// The data of a chunk. Spans count from its start.
#[derive(Debug, PartialEq)]
pub struct ChunkData {
    pub(crate) ast: Ast,
    /// Whether it defines templates.
    pub(crate) defines: bool,
    /// The front matter, in the first chunk.
    pub(crate) front: Option<FrontMatter>,
}

/// The data of the front matter.
#[derive(Debug, PartialEq)]
pub(crate) struct FrontMatter {
    /// With both delimiters.
    pub whole: Span,
    /// Between the delimiters.
    pub content: Span,
    pub parsed: Parsed,
    /// The schemas of the input. If a part of the front matter cannot be read, they accept any input.
    pub shapes: Arc<Shapes>,
    /// A hash of the input schema.
    pub key: u64,
}

/// What other files need to know of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct FileSummary {
    pub(crate) name: Option<String>,
    pub(crate) is_program: bool,
    /// The required keys that it does not have.
    pub(crate) missing_keys: Vec<&'static str>,
}

/// The data of a chunk.
pub(crate) fn of(chunk: &Chunk) -> Option<&ChunkData> {
    chunk.data()
}

/// The front matter of a document.
pub(crate) fn front(document: &Document) -> Option<&FrontMatter> {
    let (_, chunk) = document.chunks().iter().next()?;
    of(chunk)?.front.as_ref()
}

impl FrontMatter {
    /// The properties of the input, each with the place of its name.
    pub(crate) fn properties<'a>(
        &self,
        document: &'a Document,
    ) -> impl Iterator<Item = (&'a Name, Span)> + use<'a> {
        let first = document.chunks().iter().next();
        first
            .into_iter()
            .flat_map(|(_, chunk)| &chunk.analysis().definitions)
            .filter(|d| d.name.space == names::INPUT.root)
            .map(|d| (&d.name, d.span))
    }
}
