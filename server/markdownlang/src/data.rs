//! What the format keeps of a chunk for its own features, and of a file for other files.

use std::sync::Arc;

use agmark_schema::Parsed;
use agmark_syntax::{Chunk, Document, Name, Span};

use crate::names;
use crate::syntax::ast::Ast;
use crate::types::Shapes;

/// The analysis of a chunk with what the format keeps of it.
pub(crate) type Analysis = agmark_syntax::Analysis<ChunkData, Known>;

/// What is kept of a chunk. Spans count from its start.
#[derive(Debug, PartialEq)]
pub struct ChunkData {
    pub(crate) ast: Ast,
    /// Whether it defines templates.
    pub(crate) defines: bool,
    /// Of the first chunk, if it has front matter that could be read.
    pub(crate) front: Option<FrontMatter>,
}

/// What is kept of front matter.
#[derive(Debug, PartialEq)]
pub(crate) struct FrontMatter {
    /// With both delimiters.
    pub whole: Span,
    /// Between the delimiters.
    pub content: Span,
    pub parsed: Parsed,
    /// The input's schemas; they say nothing if the front matter has errors that hide some of it.
    pub shapes: Arc<Shapes>,
    /// Tells one input schema from another.
    pub key: u64,
}

/// What other files know of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    pub(crate) name: Option<String>,
    pub(crate) is_program: bool,
    /// The keys that it must have to be run, and lacks.
    pub(crate) lacks: Vec<&'static str>,
}

/// What is kept of a chunk.
pub(crate) fn of(chunk: &Chunk) -> Option<&ChunkData> {
    chunk.data()
}

/// The front matter of a document.
pub(crate) fn front(document: &Document) -> Option<&FrontMatter> {
    let (_, chunk) = document.chunks().iter().next()?;
    of(chunk)?.front.as_ref()
}

impl FrontMatter {
    /// Where the properties of the input are named, by their names.
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
