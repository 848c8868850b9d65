//! The text and the page of an open document.
//!
//! A page is kept in pieces. What a person asks for in one place needs only the piece around it, and for an action the
//! pieces with its elements.

use std::borrow::Cow;
use std::collections::HashSet;

use agmark_syntax::{ChunkId, Document, Name};

use crate::analysis::page_part::PagePart;
use crate::analysis::ties::ACTION;
use crate::vocabulary::namespaces;

/// How many chunks before a place are searched for a heading.
const BEFORE: usize = 4;

/// The whole text.
pub fn text(document: &Document) -> Cow<'_, str> {
    document.text().slice(0..document.text().len())
}

/// The piece of the page around an offset.
pub fn page_at(document: &Document, offset: usize) -> PagePart<'_> {
    PagePart::at(document, offset)
}

/// The piece of the page around an offset, with the pieces before it and those that it is tied to: the forms of its
/// controls, the labels of its fields.
pub fn page_near<'d>(document: &'d Document, offset: usize) -> PagePart<'d> {
    let before = document.chunks().back_from(offset).take(BEFORE);
    let mut ids: HashSet<ChunkId> = before.map(|(_, chunk)| chunk.id()).collect();
    if let Some((_, chunk)) = document.chunk_at(offset) {
        let tied = chunk.analysis().ties.iter().filter_map(|tie| {
            let tied = document.chunks_tied(&tie.name)?;
            Some(if tie.gives { tied.needers.iter() } else { tied.givers.iter() })
        });
        ids.extend(tied.flatten());
    }
    part(document, &ids)
}

/// The pieces of the page with elements of an action, and with those that name it; without any, the piece around
/// `offset`.
pub fn page_of_action<'d>(document: &'d Document, offset: usize, action: &str) -> PagePart<'d> {
    match document.chunks_tied(&Name::new(ACTION, action)) {
        Some(tied) => part(document, &tied.givers.iter().chain(&tied.needers).copied().collect()),
        None => PagePart::at(document, offset),
    }
}

fn part<'d>(document: &'d Document, ids: &HashSet<ChunkId>) -> PagePart<'d> {
    let ids: Vec<_> = ids.iter().copied().collect();
    let chunks: Vec<_> = document.chunks_of(&ids).collect();
    PagePart::of(document, &chunks, &[])
}

/// Whether an element of the page carries an action.
pub fn has_action(document: &Document, name: &str) -> bool {
    pieces_with_action(document, name) > 0
}

/// The number of pieces of the page with an element that carries an action.
pub fn pieces_with_action(document: &Document, name: &str) -> usize {
    document.chunks_tied(&Name::new(ACTION, name)).map_or(0, |tied| tied.givers.len())
}

/// The names of the actions of the page that a completion offers for a word, in order: all of them if there are few.
pub fn actions<'d>(document: &'d Document, word: &str) -> Vec<&'d str> {
    let names = document.names().offered(namespaces::ACTION, word).into_iter();
    names.map(|name| &*name.text).filter(|name| has_action(document, name)).collect()
}

/// A number with a noun: `2 pages`.
pub fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}
