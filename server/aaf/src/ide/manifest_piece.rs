//! The piece of an open manifest at an offset.

use agmark_schema::{Parsed, json};
use agmark_syntax::{Chunk, Document, Name};

use crate::cross_file::summary::FileSummary;
use crate::manifest::model::{Entry, Manifest};
use crate::syntax::manifest::PieceStart;
use crate::vocabulary::namespaces::{ACTION, VIEW};

/// A piece of an open manifest, parsed. Spans count from its start.
pub struct OpenPiece<'a> {
    pub start: usize,
    pub text: String,
    pub parsed: Parsed,
    chunk: &'a Chunk,
}

impl<'a> OpenPiece<'a> {
    /// The piece that contains an offset.
    pub fn at(document: &'a Document, offset: usize) -> Option<Self> {
        let (start, chunk) = document.chunk_at(offset)?;
        let text = document.chunk_text(start, chunk).into_owned();
        agmark_syntax::work::add(text.len());
        let parsed = json::read_piece(&text, PieceStart::of(chunk.state()).keys()).parsed;
        Some(OpenPiece { start, text, parsed, chunk })
    }

    /// The entries in the piece.
    pub fn manifest(&self) -> Option<&'a Manifest> {
        manifest_of(self.chunk)
    }
}

/// A registry of entries with schemas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Registry {
    Actions,
    Views,
}

/// The entry with this id, in any piece.
pub fn entry<'a>(document: &'a Document, registry: Registry, id: &str) -> Option<&'a Entry> {
    let space = if registry == Registry::Actions { ACTION } else { VIEW };
    let place = document.definitions(&Name::new(space, id)).into_iter().next()?;
    let (_, chunk) = document.chunk_at(place.span.range().start)?;
    let manifest = manifest_of(chunk)?;
    let entries = if registry == Registry::Actions { &manifest.actions } else { &manifest.views };
    entries.iter().find(|entry| entry.id == id)
}

/// The entries of all pieces, in order.
pub fn manifests(document: &Document) -> impl Iterator<Item = (usize, &Manifest)> {
    document.chunks().iter().filter_map(|(start, chunk)| Some((start, manifest_of(chunk)?)))
}

fn manifest_of(chunk: &Chunk) -> Option<&Manifest> {
    chunk.summary::<FileSummary>()?.manifest()
}
