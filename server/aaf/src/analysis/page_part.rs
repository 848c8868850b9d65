//! A part of an open page: one chunk or several, with the elements that the document keeps of them.

use std::borrow::Cow;
use std::sync::Arc;

use agmark_syntax::{Chunk, Document, work};

use super::chunk::PageChunk;
use super::seams::{SKIPPED, Seams};
use crate::page::read_options::ReadOptions;
use crate::page::{KeptPage, Page};

/// A part of an open page. Its text is not parsed again.
pub struct PagePart<'d> {
    text: Cow<'d, str>,
    kept: Option<Cow<'d, KeptPage>>,
    /// Its offsets in the document.
    pub seams: Seams,
}

impl<'d> PagePart<'d> {
    /// The chunk that contains an offset.
    pub fn at(document: &'d Document, offset: usize) -> Self {
        let Some((start, chunk)) = document.chunk_at(offset) else {
            return PagePart { text: Cow::Borrowed(""), kept: None, seams: Seams::one(0) };
        };
        let page = PageChunk::of(chunk);
        let text = page.and_then(|page| page.text.as_deref()).map(Cow::Borrowed);
        PagePart {
            text: text.unwrap_or_else(|| document.chunk_text(start, chunk)),
            kept: page.map(|page| Cow::Borrowed(&page.page)),
            seams: Seams::one(start),
        }
    }

    /// Some chunks, each with its start, in the order of the document; see [`Seams::of`].
    pub fn of(document: &'d Document, chunks: &[(usize, &Arc<Chunk>)], skips: &[bool]) -> Self {
        if let [(start, _)] = chunks {
            return Self::at(document, *start);
        }
        let seams = Seams::of(chunks, skips);
        let mut text = String::new();
        for ((start, chunk), at) in chunks.iter().zip(seams.inner_starts()) {
            if at > text.len() {
                text.push_str(SKIPPED);
            }
            text.push_str(&document.chunk_text(*start, chunk));
        }
        work::add(text.len());
        let kept = chunks.iter().zip(seams.inner_starts());
        let kept = kept.filter_map(|((_, chunk), at)| Some((at, &PageChunk::of(chunk)?.page)));
        let kept = Some(Cow::Owned(KeptPage::joined(kept)));
        PagePart { text: Cow::Owned(text), kept, seams }
    }

    /// The whole document.
    pub fn whole(document: &'d Document) -> Self {
        let chunks: Vec<_> = document.chunks().iter().collect();
        Self::of(document, &chunks, &[])
    }

    /// The text of the part.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The elements and annotations of the part.
    pub fn page(&self, reading: ReadOptions<'_>) -> Page<'_> {
        match &self.kept {
            Some(kept) => Page::of_kept(&self.text, reading.source, kept),
            None => reading.page(&self.text),
        }
    }
}
