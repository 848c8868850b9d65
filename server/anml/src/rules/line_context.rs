//! The line that a rule checks, and edits that rules share.

use agmark_syntax::{Diagnostic, Edit, Span};

use crate::syntax::chars::{is_blank, trim_end};
use crate::syntax::context::{Body, Context};
use crate::syntax::depths::STEP;
use crate::syntax::refs::LastRef;

/// The line that a rule checks, and the list of its diagnostics.
pub struct LineContext<'a> {
    /// The text of the chunk. Spans count from its start.
    pub text: &'a str,
    /// Where the line starts.
    pub start: usize,
    pub body: &'a Body,
    /// The state after the line.
    pub state: &'a Context,
    pub found: &'a mut Vec<Diagnostic>,
    /// The last ref before the element: of a previous line or of a previous cell.
    pub last_ref: Option<LastRef>,
}

impl LineContext<'_> {
    /// The span before the content of the line.
    pub fn head(&self) -> Span {
        Span::new(self.start, self.start + self.body.head.content)
    }

    /// The edit that sets the indent of the line to its depth.
    pub fn indented(&self) -> Edit {
        Edit::replace(self.head(), head(self.body))
    }

    pub fn report(&mut self, finding: Diagnostic) {
        self.found.push(finding);
    }
}

/// The indent and sign of a line in canonical form.
pub fn head(body: &Body) -> String {
    let mut head = " ".repeat((body.depth * STEP) as usize);
    if let Some(sign) = body.head.sign {
        head.push_str(sign.text());
        head.push(' ');
    }
    head
}

/// The edit that removes `span` with the blanks before it.
pub fn remove(text: &str, span: Span) -> Edit {
    let before = text.get(..span.start as usize).unwrap_or("");
    let start = trim_end(before).len();
    // At the start of a line, the blanks are the indent and stay.
    let start = if before[..start].ends_with('\n') || start == 0 { before.len() } else { start };
    Edit::delete(Span::new(start, span.end as usize))
}

/// The line with `at`, with its line feed.
pub fn whole_line(text: &str, at: usize) -> Span {
    let start = text.get(..at).and_then(|t| t.rfind('\n')).map_or(0, |i| i + 1);
    let end = text.get(at..).and_then(|t| t.find('\n')).map_or(text.len(), |i| at + i + 1);
    Span::new(start, end)
}

/// Whether `text` is blank.
pub fn is_empty(text: &str) -> bool {
    text.bytes().all(is_blank)
}
