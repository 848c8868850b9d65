//! Chunks of a document with their blocks, for features.

use agmark_syntax::{Document, Edit};

use crate::parser;
use crate::syntax::block::{Block, BlockKind};
use crate::syntax::{ordinary, read};

/// A chunk, its text and its blocks. Spans of blocks count from the chunk's start.
pub struct ChunkBlocks {
    pub start: usize,
    pub text: String,
    pub blocks: Vec<Block>,
}

impl ChunkBlocks {
    /// The chunk at `offset`; the later one between two chunks.
    pub fn at(document: &Document, offset: usize) -> Option<Self> {
        let (start, chunk) = document.chunk_at(offset)?;
        let text = document.chunk_text(start, chunk).into_owned();
        // Parsing takes longer than the rest of a request.
        let blocks = match ordinary::blocks(&text) {
            Some(blocks) => blocks,
            None => read::blocks(&chunk.tree(&**document.format(), &text)?, &text),
        };
        Some(Self { start, text, blocks })
    }

    /// All chunks, one after another.
    pub fn all(document: &Document) -> impl Iterator<Item = Self> {
        document.chunks().iter().filter_map(|(start, _)| Self::at(document, start))
    }

    /// An offset of the document as an offset of this chunk.
    pub fn inside(&self, offset: usize) -> usize {
        offset.saturating_sub(self.start).min(self.text.len())
    }

    /// The block whose lines contain `offset`, which counts from the start of the chunk.
    pub fn block_at(&self, offset: usize) -> Option<&Block> {
        self.blocks.iter().find(|block| {
            let line = self.line_at(block.span.start as usize).start;
            line <= offset && offset <= self.line_at(block.span.end as usize).end
        })
    }

    /// The line around `offset`, without its line feed.
    pub fn line_at(&self, offset: usize) -> std::ops::Range<usize> {
        let offset = offset.min(self.text.len());
        let start = self.text.get(..offset).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
        let rest = self.text.get(offset..).unwrap_or("");
        start..offset + rest.find('\n').unwrap_or(rest.len())
    }

    /// An edit of this chunk as an edit of the document.
    pub fn edit(&self, edit: Edit) -> Edit {
        Edit { span: edit.span.shifted(self.start), ..edit }
    }
}

/// Whether `offset` is in the body of the block's fence, from the end of the opening line to the closing line.
pub fn in_body(block: &Block, offset: usize) -> bool {
    block.fence.is_some_and(|fence| {
        offset > fence.open.end as usize && fence.close.is_none_or(|close| offset < close.start as usize)
    })
}

/// Whether the strict parser can read the block.
pub fn is_good(block: &Block, text: &str) -> bool {
    block.kind == BlockKind::Comment || reads(block.span.text(text))
}

/// Whether a text is one block without errors.
pub fn reads(text: &str) -> bool {
    matches!(parser::one(text), Ok(Some(_)))
}
