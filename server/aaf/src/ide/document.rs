//! The text and the page of an open document.

use std::borrow::Cow;

use agmark_schema::Parsed;
use agmark_syntax::Document;

use crate::analysis::chunk::ChunkData;
use crate::page::read_options::ReadOptions;
use crate::page::{KeptPage, Page};

/// What a document keeps of the page that it is.
fn kept(document: &Document) -> Option<&KeptPage> {
    document.chunks().iter().find_map(|(_, chunk)| match chunk.data()? {
        ChunkData::Page(page) => Some(page),
        ChunkData::Manifest(_) => None,
    })
}

/// The whole text: pages and manifests are one piece. A page keeps its text.
pub fn text(document: &Document) -> Cow<'_, str> {
    match kept(document) {
        Some(kept) => Cow::Borrowed(kept.text()),
        None => document.text().slice(0..document.text().len()),
    }
}

/// The page that a document is, whose text is `text`. It is not read again: the document keeps what it found.
pub fn page<'a>(document: &Document, text: &'a str, reading: ReadOptions<'_>) -> Page<'a> {
    let kept = kept(document);
    kept.map_or_else(|| reading.page(text), |kept| Page::of_kept(text, reading.source, kept))
}

/// A number of things.
pub fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// The tree of a manifest file, which it keeps.
pub fn manifest_tree(document: &Document) -> Option<&Parsed> {
    document.chunks().iter().find_map(|(_, chunk)| match chunk.data()? {
        ChunkData::Manifest(tree) => Some(tree),
        ChunkData::Page(_) => None,
    })
}
