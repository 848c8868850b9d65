//! Offsets in chunks that are read one after the other, and in their document.

use std::sync::Arc;

use agmark_syntax::{Awaits, Chunk, Diagnostic, Span};

/// What stands for the text between two chunks that has a template mark.
pub const SKIPPED: &str = "{%";

/// Where each of several chunks starts: in their joined text, and in the document.
pub struct Seams(Vec<(usize, usize)>);

impl Seams {
    /// One chunk with its start.
    pub fn one(start: usize) -> Self {
        Seams(vec![(0, start)])
    }

    /// Chunks with their starts; `skips` says before which of them [`SKIPPED`] is.
    pub fn of(chunks: &[(usize, &Arc<Chunk>)], skips: &[bool]) -> Self {
        let mut at = 0;
        let starts = chunks.iter().enumerate().map(|(number, (start, chunk))| {
            at += if skips.get(number) == Some(&true) { SKIPPED.len() } else { 0 };
            let here = (at, *start);
            at += chunk.len();
            here
        });
        Seams(starts.collect())
    }

    /// The starts of the chunks in their joined text.
    pub fn inner_starts(&self) -> impl Iterator<Item = usize> {
        self.0.iter().map(|(at, _)| *at)
    }

    /// An offset of the document in the joined text.
    pub fn inner(&self, offset: usize) -> usize {
        let next = self.0.partition_point(|(_, start)| *start <= offset);
        let (at, start) = next.checked_sub(1).and_then(|last| self.0.get(last)).copied().unwrap_or_default();
        offset.saturating_sub(start) + at
    }

    /// An offset of the joined text in the document.
    pub fn outer(&self, offset: usize) -> usize {
        let next = self.0.partition_point(|(at, _)| *at <= offset);
        let (at, start) = next.checked_sub(1).and_then(|last| self.0.get(last)).copied().unwrap_or_default();
        offset.saturating_sub(at) + start
    }

    /// A span of the joined text in the document.
    pub fn span(&self, span: Span) -> Span {
        let start = self.outer(span.range().start);
        Span::new(start, start + span.len())
    }

    /// A finding in the joined text as one of the document.
    pub fn finding(&self, mut finding: Diagnostic) -> Diagnostic {
        finding.span = self.span(finding.span);
        if let Some(Awaits::Within(span)) = &mut finding.awaits {
            *span = self.span(*span);
        }
        for related in finding.related.iter_mut().filter(|related| related.path.is_none()) {
            related.span = self.span(related.span);
        }
        for edit in finding.fixes.iter_mut().flat_map(|fix| &mut fix.edits) {
            edit.span = self.span(edit.span);
        }
        finding
    }
}
