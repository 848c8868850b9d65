//! What is offered to a person at an editor: one file a feature.

pub mod actions;
pub mod commands;
pub mod completion;
mod contract;
pub mod hints;
pub mod hover;
pub mod lens;
mod manifest_completion;
mod terms;
mod value;

use std::borrow::Cow;

use agmark_syntax::Document;

use crate::data::ChunkData;
use crate::page::{KeptPage, Page};
use crate::reading::Reading;

/// What a document keeps of the page that it is.
fn kept(document: &Document) -> Option<&KeptPage> {
    document.chunks().iter().find_map(|(_, chunk)| match chunk.data()? {
        ChunkData::Page(page) => Some(page),
        ChunkData::Manifest(_) => None,
    })
}

/// The whole text: pages and manifests are one piece. A page keeps its text.
fn text(document: &Document) -> Cow<'_, str> {
    match kept(document) {
        Some(kept) => Cow::Borrowed(kept.text()),
        None => document.text().slice(0..document.text().len()),
    }
}

/// The page that a document is, whose text is `text`. It is not read again: the document keeps what it found.
fn page<'a>(document: &Document, text: &'a str, reading: Reading<'_>) -> Page<'a> {
    let kept = kept(document);
    kept.map_or_else(|| reading.page(text), |kept| Page::of_kept(text, reading.source, kept))
}

/// A number of things.
fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}
