//! Formats documents.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::document::cached_parts::CachedPart;
use crate::text::ending::Plain;
use crate::{CheckNeeds, Chunk, Diagnostic, Document, Severity, Span};

/// A formatted piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formatted {
    pub text: String,
    /// Spans of the piece with errors, which are not changed.
    pub skipped: Vec<Span>,
}

/// A whole document in canonical form; `None` if its format has no formatting.
pub fn format_document(document: &Document) -> Option<Formatted> {
    let mut all = Formatted { text: String::with_capacity(document.text().len()), skipped: Vec::new() };
    for (start, one) in format_chunks(document)? {
        all.text.push_str(&one.text);
        all.skipped.extend(one.skipped.iter().map(|s| s.shifted(start)));
    }
    Some(all)
}

/// Each chunk of a document in canonical form, by its start; `None` if the format has no formatting. All lines get the
/// line ending of the document, even lines with errors, because a line ending is not content.
pub fn format_chunks(document: &Document) -> Option<Vec<(usize, Formatted)>> {
    let format = document.format();
    if !format.info().can_format {
        return None;
    }
    let (end, ending) = (document.text().len(), document.text().ending());
    let mut all = Vec::new();
    for (start, chunk) in document.chunks().iter() {
        let text = document.chunk_text(start, chunk);
        let plain = Plain::of(&text);
        let format_piece = || chunk.format(&**format, &text, &plain, start + chunk.len() == end);
        // A panic in one piece leaves that piece unchanged.
        let formatted = catch_unwind(AssertUnwindSafe(format_piece)).unwrap_or_default();
        // A text that cannot be parsed is not changed.
        let one = formatted.unwrap_or_else(|| Formatted {
            text: plain.text.clone().into_owned(),
            skipped: vec![Span::new(0, plain.text.len())],
        });
        let back =
            |span: &Span| Span::new(plain.offset(span.start as usize), plain.offset(span.end as usize));
        let skipped = one.skipped.iter().map(back).collect();
        all.push((start, Formatted { text: ending.write(&one.text).into_owned(), skipped }));
    }
    Some(all)
}

/// Whether more than half of the lines that are not blank have errors. Such a document should not be formatted,
/// because it may have another format than its name says.
pub fn is_mostly_errors(document: &Document) -> bool {
    let has_error = |chunk: &Chunk| chunk.analysis().diagnostics.iter().any(is_error);
    if !document.marked(CheckNeeds::OWN).any(|(_, chunk)| has_error(chunk)) {
        return false;
    }
    let (mut lines, mut wrong) = (0, 0);
    for (start, chunk) in document.chunks().iter() {
        let part = chunk.cached(0, || LinesWithErrors::of(chunk, &document.chunk_text(start, chunk)));
        lines += part.lines;
        wrong += part.wrong;
    }
    wrong * 2 > lines
}

fn is_error(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity == Severity::Error
}

/// The lines of a chunk that are not blank, and those of them with errors.
struct LinesWithErrors {
    lines: usize,
    wrong: usize,
}

impl CachedPart for LinesWithErrors {
    fn size(&self) -> usize {
        size_of::<Self>()
    }
}

impl LinesWithErrors {
    fn of(chunk: &Chunk, text: &str) -> Self {
        let (mut lines, mut wrong) = (0, 0);
        let errors = chunk.analysis().diagnostics.iter().filter(|d| is_error(d));
        let mut errors: Vec<Span> = errors.map(|d| d.span).collect();
        errors.sort_unstable();
        let mut errors = errors.into_iter().peekable();
        // The end of the line, and the largest end of the errors so far.
        let (mut end, mut reach) = (0, 0);
        for line in text.split_inclusive(['\n', '\r']) {
            let from = end;
            end += line.len();
            let mut has_error = reach > from;
            while let Some(error) = errors.next_if(|e| (e.start as usize) < end || end == text.len()) {
                has_error = true;
                reach = reach.max(error.end as usize);
            }
            if !line.trim().is_empty() {
                lines += 1;
                wrong += usize::from(has_error);
            }
        }
        Self { lines, wrong }
    }
}
