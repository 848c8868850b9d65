//! The text and the page of an open document.

use std::borrow::Cow;

use agmark_schema::Parsed;
use agmark_syntax::Document;

use crate::analysis::chunk::ChunkData;
use crate::page::read_options::ReadOptions;
use crate::page::{KeptPage, Page};

/// The page that a document keeps.
fn kept(document: &Document) -> Option<&KeptPage> {
    document.chunks().iter().find_map(|(_, chunk)| match chunk.data()? {
        ChunkData::Page(page) => Some(page),
        ChunkData::Manifest(_) => None,
    })
}

/// The whole text. A page keeps it; pages and manifests have one chunk.
pub fn text(document: &Document) -> Cow<'_, str> {
    match kept(document) {
        Some(kept) => Cow::Borrowed(kept.text()),
        None => document.text().slice(0..document.text().len()),
    }
}

/// The page of a document whose text is `text`. A kept page is not parsed again.
pub fn page<'a>(document: &Document, text: &'a str, reading: ReadOptions<'_>) -> Page<'a> {
    let kept = kept(document);
    kept.map_or_else(|| reading.page(text), |kept| Page::of_kept(text, reading.source, kept))
}

/// A number with a noun: `2 pages`.
pub fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// The tree that a manifest file keeps.
pub fn manifest_tree(document: &Document) -> Option<&Parsed> {
    document.chunks().iter().find_map(|(_, chunk)| match chunk.data()? {
        ChunkData::Manifest(tree) => Some(tree),
        ChunkData::Page(_) => None,
    })
}
