//! A part of an open page: one chunk or several, with their elements.

use std::borrow::Cow;
use std::sync::Arc;

use agmark_syntax::{Chunk, Document, work};

use super::chunk::{ChunkElements, PageChunk};
use super::seams::{SKIPPED, Seams};
use crate::page::read_options::ReadOptions;
use crate::page::{KeptPage, Page};

/// A part of an open page.
pub struct PagePart<'d> {
    text: Cow<'d, str>,
    chunks: Vec<&'d Chunk>,
    /// Its offsets in the document.
    pub seams: Seams,
}

impl<'d> PagePart<'d> {
    /// The chunk that contains an offset.
    pub fn at(document: &'d Document, offset: usize) -> Self {
        let Some((start, chunk)) = document.chunk_at(offset) else {
            return PagePart { text: Cow::Borrowed(""), chunks: Vec::new(), seams: Seams::one(0) };
        };
        let text = match PageChunk::of(chunk).map(|page| &page.elements) {
            Some(ChunkElements::Kept(long)) => Cow::Borrowed(&*long.text),
            _ => document.chunk_text(start, chunk),
        };
        PagePart { text, chunks: vec![&**chunk], seams: Seams::one(start) }
    }

    /// Some chunks, each with its start, in the order of the document; see [`Seams::of`].
    pub fn of(document: &'d Document, chunks: &[(usize, &'d Arc<Chunk>)], skips: &[bool]) -> Self {
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
        let chunks = chunks.iter().map(|(_, chunk)| &***chunk).collect();
        PagePart { text: Cow::Owned(text), chunks, seams }
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

    /// The elements and annotations of the part. They are read again if the document does not keep them.
    pub fn page(&self, reading: ReadOptions<'_>) -> Page<'_> {
        if let [chunk] = &*self.chunks {
            return chunk_page(chunk, &self.text, reading).unwrap_or_else(|| reading.page(&self.text));
        }
        let pieces = self.chunks.iter().zip(self.seams.inner_starts()).filter_map(|(chunk, at)| {
            let text = self.text.get(at..at + chunk.len())?;
            Some((at, chunk_page(chunk, text, reading)?.keep()))
        });
        Page::of_kept(&self.text, reading.source, &KeptPage::joined(pieces))
    }
}

/// The elements of a chunk, as the analysis read them; `None` if it is not a part of a page. `text` is its text.
fn chunk_page<'t>(chunk: &Chunk, text: &'t str, reading: ReadOptions<'_>) -> Option<Page<'t>> {
    Some(match &PageChunk::of(chunk)?.elements {
        ChunkElements::None => Page::of_kept(text, reading.source, &KeptPage::default()),
        ChunkElements::InText => {
            work::add(text.len());
            reading.piece(text, chunk.state())
        }
        ChunkElements::Kept(long) => Page::of_kept(text, reading.source, &long.page),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{in_order, page_analysis};
    use crate::formats::markup::format_of;
    use crate::syntax::language::Language;

    /// A form with a number, in elements that cross chunks.
    fn form(number: usize) -> String {
        format!(
            "</div><div class=\"part\">\n<form id=\"f{number}\" data-agent-kind=\"action\" data-agent-action=\"a{number}.send\">\n\
             <input name=\"x\" data-agent-kind=\"field\" data-agent-field=\"x\" /><Button>Send</Button>\n</form>\n\
             <ElForm id=\"g{number}\"><ElInput name=\"y\" /></ElForm>\n<button form=\"g{number}\">Delete</button>\n"
        )
    }

    /// Checks that the elements that are read again have the same analysis as each chunk.
    fn check(source: Language, head: &str) {
        let forms: String = (0..60).map(form).collect();
        let long = format!("<form>{}</form>\n", "<input name=\"z\" />\n".repeat(1000));
        let document =
            Document::new(format_of(source), &format!("{head}<div>\n{forms}{long}{forms}</div>\n"));
        let reading = ReadOptions::plain(source);
        let mut long_chunks = 0;
        for (start, chunk) in document.chunks().iter() {
            let part = PagePart::at(&document, start);
            let again = in_order(page_analysis(part.page(reading), chunk.state().is_start()));
            assert!(&again.erase() == chunk.analysis(), "{source:?}: {}", part.text());
            let elements = PageChunk::of(chunk).map(|page| &page.elements);
            long_chunks += usize::from(matches!(elements, Some(ChunkElements::Kept(_))));
        }
        assert!(document.chunks().iter().count() > 10);
        assert_eq!(long_chunks, 1);
    }

    #[test]
    fn a_chunk_is_read_again_as_the_analysis_read_it() {
        check(Language::Html, "<!doctype html>\n");
        let script = "<script setup>\nimport { ElForm } from \"element-plus\";\nimport { Button } from \"other\";\n</script>\n";
        check(Language::Vue, script);
        check(Language::Svelte, script);
    }
}
