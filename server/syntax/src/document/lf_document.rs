//! A document with LF for all line endings, as formats get it in requests.
//!
//! Of a document with CRLF, the copy with LF is kept. At the next request only the chunks that changed since then are
//! exchanged in it. Both have the same lines, unless a line ends with several CRs, so offsets are converted by lines.

use std::borrow::Cow;
use std::path::Path;
use std::sync::{Arc, PoisonError};

use crate::document::sequence::Sequence;
use crate::text::ending::Plain;
use crate::{Document, Edit, FileChange, Span, Splice, Text};

/// A document with LF for all line endings. The answers of a format have offsets in this text; [`LfDocument::edit`]
/// converts them back.
pub struct LfDocument<'a> {
    document: Cow<'a, Document>,
    raw: &'a Document,
    /// The positions of the removed CRs, as offsets of the text with LF, if the two documents have other lines.
    removed: Option<Vec<usize>>,
}

/// A copy with LF and the chunks of the document that it was made of.
struct LfCopy {
    chunks: Sequence,
    document: Document,
}

impl<'a> LfDocument<'a> {
    pub fn of(raw: &'a Document) -> Self {
        if raw.text().endings().crlf == 0 {
            return Self { document: Cow::Borrowed(raw), raw, removed: None };
        }
        let mut slot = raw.derived().lock().unwrap_or_else(PoisonError::into_inner);
        let kept = slot.take().and_then(|kept| kept.downcast::<LfCopy>().ok());
        let document = kept.map(|kept| kept.renewed(raw)).filter(|copy| has_same_lines(copy, raw));
        if let Some(document) = document {
            *slot = Some(Box::new(LfCopy { chunks: raw.chunks().clone(), document: document.clone() }));
            return Self { document: Cow::Owned(document), raw, removed: None };
        }
        let text = raw.text().to_string();
        let plain = Plain::of(&text);
        let document = Document::new(Arc::clone(raw.format()), &plain.text);
        let removed = if has_same_lines(&document, raw) {
            *slot = Some(Box::new(LfCopy { chunks: raw.chunks().clone(), document: document.clone() }));
            None
        } else {
            Some(plain.removed)
        };
        Self { document: Cow::Owned(document), raw, removed }
    }

    pub fn document(&self) -> &Document {
        &self.document
    }

    fn is_same(&self) -> bool {
        matches!(self.document, Cow::Borrowed(_))
    }

    /// The offset in the text with LF.
    pub fn offset(&self, raw: usize) -> usize {
        match &self.removed {
            _ if self.is_same() => raw,
            None => offset_in(self.raw.text(), raw, self.document.text()),
            Some(removed) => {
                // In the original text, the CR with index n was n bytes further.
                let (mut low, mut high) = (0, removed.len());
                while low < high {
                    let middle = low + (high - low) / 2;
                    if removed[middle] + middle < raw { low = middle + 1 } else { high = middle }
                }
                raw - low
            }
        }
    }

    pub fn span(&self, raw: Span) -> Span {
        Span::new(self.offset(raw.start as usize), self.offset(raw.end as usize))
    }

    /// Converts an edit of the text with LF into one of the document.
    pub fn edit(&self, edit: Edit) -> Edit {
        let back = |here: u32| {
            let here = here as usize;
            match &self.removed {
                _ if self.is_same() => here,
                None => offset_in(self.document.text(), here, self.raw.text()),
                Some(removed) => here + removed.partition_point(|at| *at < here),
            }
        };
        Edit { span: Span::new(back(edit.span.start), back(edit.span.end)), ..edit }
    }

    pub fn edits(&self, edits: Vec<Edit>) -> Vec<Edit> {
        edits.into_iter().map(|edit| self.edit(edit)).collect()
    }

    /// Converts the changes of this document, which is at `own`.
    pub fn files(&self, own: &Path, changes: Vec<FileChange>) -> Vec<FileChange> {
        if self.is_same() {
            return changes;
        }
        let text = self.document.text().to_string();
        let raw = || self.raw.text().to_string();
        let back = |change| match change {
            FileChange::Edit { path, before, edits } if *path == *own && before == text => {
                FileChange::Edit { path, before: raw(), edits: self.edits(edits) }
            }
            FileChange::Rename { path, to, before, edits } if *path == *own && before == text => {
                FileChange::Rename { path, to, before: raw(), edits: self.edits(edits) }
            }
            FileChange::Delete { path, before } if *path == *own && before == text => {
                FileChange::Delete { path, before: raw() }
            }
            change => change,
        };
        changes.into_iter().map(back).collect()
    }
}

/// An offset of a text in another text with the same lines. Inside CRLF it is the start of the line ending.
fn offset_in(text: &Text, offset: usize, other: &Text) -> usize {
    let line = text.line_of(offset);
    let range = other.line_range(line);
    (range.start + offset - text.line_start(line).min(offset)).min(range.end)
}

/// Whether a copy has the lines of the document. It has fewer if several CRs end a line.
fn has_same_lines(copy: &Document, raw: &Document) -> bool {
    copy.text().line_count() == raw.text().line_count()
}

impl LfCopy {
    /// The copy of a later state of the document.
    fn renewed(self, raw: &Document) -> Document {
        let Self { chunks: old, document: mut copy } = self;
        let new = raw.chunks();
        // Equal chunks at the start and at the end.
        let same = old.iter().zip(new.iter()).take_while(|((_, a), (_, b))| a.id() == b.id());
        let start: usize = same.map(|((_, chunk), _)| chunk.len()).sum();
        if start == old.bytes() && start == new.bytes() {
            return copy;
        }
        let rest = old.bytes().min(new.bytes()) - start;
        let same = old.back_from(old.bytes()).zip(new.back_from(new.bytes()));
        let mut back = 0;
        for ((_, a), (_, b)) in same {
            if a.id() != b.id() || back + a.len() > rest {
                break;
            }
            back += a.len();
        }
        let (text, copied) = (raw.text(), copy.text());
        let first = text.line_of(start);
        let end = text.len() - back;
        let after = if back > 0 { text.line_count() - text.line_of(end) } else { 0 };
        let copied_end = match back {
            0 => copied.len(),
            _ => copied.line_start(copied.line_count().saturating_sub(after)),
        };
        let copied_start = if start == 0 { 0 } else { copied.line_start(first) };
        let inserted = Plain::of(&text.slice(start..end)).text.into_owned();
        copy.edit(&Splice { start: copied_start, end: copied_end.max(copied_start), text: inserted });
        copy
    }
}
