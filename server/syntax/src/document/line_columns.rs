//! The columns of the line ends of a document. What depends on one chunk alone is kept with it.

use std::sync::Arc;

use crate::document::cached_parts::CachedPart;
use crate::text::piece_positions::PiecePositions;
use crate::{Document, Encoding};

/// The columns of the line ends of a document.
pub struct LineColumns {
    /// The chunks, each with the number of its first line.
    parts: Vec<(u32, Arc<LineEnds>)>,
}

/// The columns of the line ends of a chunk.
struct LineEnds(Box<[u32]>);

impl CachedPart for LineEnds {
    fn size(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.0)
    }
}

impl LineColumns {
    pub fn of(document: &Document, encoding: Encoding) -> Self {
        let parts = document.map_chunks(|start, chunk| {
            let of_text = || PiecePositions::new(&document.chunk_text(start, chunk), encoding).line_ends();
            chunk.cached(encoding as u8, || LineEnds(of_text()))
        });
        let mut line = 0;
        let numbered = parts.into_iter().map(|part| {
            let first = line;
            line += u32::try_from(part.0.len()).unwrap_or(u32::MAX).saturating_sub(1);
            (first, part)
        });
        Self { parts: numbered.collect() }
    }

    /// The column of the end of a line, without its line ending; 0 after the text.
    pub fn end(&self, line: u32) -> u32 {
        let next = self.parts.partition_point(|(first, _)| *first <= line);
        let Some((first, part)) = next.checked_sub(1).and_then(|at| self.parts.get(at)) else { return 0 };
        part.0.get((line - first) as usize).copied().unwrap_or(0)
    }
}
