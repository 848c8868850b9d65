//! A cursor: its line, the state there, and its word.

use agmark_syntax::{Document, Span};

use crate::syntax::context::{Context, Front};
use crate::syntax::cuts;

/// A line with a cursor in it.
pub struct Cursor {
    /// Without its line end.
    pub line: String,
    /// Where the line starts in the document.
    pub start: usize,
    /// Where the cursor is in the line, in bytes.
    pub at: usize,
    /// What the lines before say of this one.
    pub context: Context,
}

impl Cursor {
    pub fn of(document: &Document, offset: usize) -> Option<Self> {
        let text = document.text();
        let number = text.line_of(offset.min(text.len()));
        let range = text.line_range(number);
        let line = text.slice(range.clone()).trim_end_matches(['\n', '\r']).to_owned();
        // A cursor is never inside a line ending.
        let at = offset.checked_sub(range.start).filter(|at| *at <= line.len())?;
        Some(Self { at, start: range.start, context: context(document, range.start), line })
    }

    /// Whether the line belongs to the front matter.
    pub fn in_front_matter(&self) -> bool {
        self.context.front == Front::Open
    }

    pub fn before(&self) -> &str {
        self.line.get(..self.at).unwrap_or("")
    }

    pub fn behind(&self) -> &str {
        self.line.get(self.at..).unwrap_or("")
    }

    /// The part of the line from `from` to the cursor and the following characters that `fit`.
    pub fn word(&self, from: usize, fit: impl Fn(char) -> bool) -> Span {
        let behind = self.behind();
        let more = behind.find(|c| !fit(c)).unwrap_or(behind.len());
        Span::new(self.start + from, self.start + self.at + more)
    }
}

/// What the lines before `start`, where a line begins, say of it.
pub fn context(document: &Document, start: usize) -> Context {
    let text = document.text();
    let Some((from, chunk)) = document.chunk_at(start.min(text.len().saturating_sub(1))) else {
        return Context::default();
    };
    let mut context = if from == 0 { Context::default() } else { cuts::context(chunk.state()) };
    for line in text.slice(from..start.max(from)).split_inclusive('\n') {
        context.pass(line.strip_suffix('\n').unwrap_or(line));
    }
    context
}
