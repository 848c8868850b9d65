//! The runs of inline text.

use std::ops::Range;

use serde::Serialize;

use crate::lexical::line::SPACES;
use crate::lexical::markup::{InlineToken, RunKind, Scanner};

/// A run of inline text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run<'a> {
    pub kind: RunKind,
    /// The text without delimiters; the bare identifier of a reference.
    pub text: &'a str,
    /// Its range in the inline text, with delimiters, in bytes.
    pub span: Range<usize>,
}

/// A run of inline text without borrowed text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OwnedRun {
    pub kind: RunKind,
    pub text: String,
}

/// The runs of inline text in order, read on demand.
#[derive(Clone, Debug)]
pub struct Runs<'a> {
    text: &'a str,
    at: usize,
    scanner: Scanner<'a>,
    /// The markup after the text that comes next.
    found: Option<Run<'a>>,
}

impl<'a> Runs<'a> {
    /// The runs of the text of a paragraph or an item.
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0, scanner: Scanner::new(text), found: None }
    }

    /// One run of plain text.
    pub(crate) fn plain(text: &'a str) -> Self {
        Self { text, at: 0, scanner: Scanner::new(""), found: None }
    }

    /// One reference.
    pub(crate) fn target(id: &'a str) -> Self {
        let run = Run { kind: RunKind::Ref, text: id, span: 0..id.len() };
        Self { text: id, at: id.len(), scanner: Scanner::new(""), found: Some(run) }
    }

    fn take(&mut self) -> Option<Run<'a>> {
        loop {
            if let InlineToken::Markup { kind, span, inner } = self.scanner.next()? {
                return Some(Run { kind, text: self.text.get(inner)?, span });
            }
        }
    }
}

impl<'a> Iterator for Runs<'a> {
    type Item = Run<'a>;

    fn next(&mut self) -> Option<Run<'a>> {
        if let Some(run) = self.found.take().or_else(|| self.take()) {
            if self.at >= run.span.start {
                self.at = run.span.end;
                return Some(run);
            }
            let span = self.at..run.span.start;
            self.at = run.span.start;
            self.found = Some(run);
            return Some(Run { kind: RunKind::Text, text: self.text.get(span.clone())?, span });
        }
        let span = self.at..self.text.len();
        self.at = self.text.len();
        (!span.is_empty()).then(|| Run { kind: RunKind::Text, text: &self.text[span.clone()], span })
    }
}

impl From<Run<'_>> for OwnedRun {
    fn from(run: Run<'_>) -> Self {
        Self { kind: run.kind, text: run.text.to_owned() }
    }
}

impl OwnedRun {
    pub fn new(kind: RunKind, text: impl Into<String>) -> Self {
        Self { kind, text: text.into() }
    }

    /// Writes the run as inline source.
    pub(crate) fn write(&self, out: &mut String) {
        let (before, after) = match self.kind {
            RunKind::Text => ("", ""),
            RunKind::Bold => ("*", "*"),
            RunKind::Italic => ("_", "_"),
            RunKind::Code => ("`", "`"),
            RunKind::Ref => ("@ref #", ""),
        };
        out.push_str(before);
        out.push_str(&self.text);
        out.push_str(after);
    }

    /// Merges adjacent texts and removes white space at both ends.
    pub(crate) fn normalize(runs: &mut Vec<Self>) {
        let mut out: Vec<Self> = Vec::with_capacity(runs.len());
        for run in runs.drain(..) {
            match out.last_mut() {
                Some(last) if last.kind == RunKind::Text && run.kind == RunKind::Text => {
                    last.text.push_str(&run.text);
                }
                _ => out.push(run),
            }
        }
        let trim = |run: Option<&mut Self>, trimmed: fn(&str) -> &str| {
            if let Some(run) = run.filter(|run| run.kind == RunKind::Text) {
                run.text = trimmed(&run.text).to_owned();
            }
        };
        trim(out.first_mut(), |text| text.trim_start_matches(SPACES));
        trim(out.last_mut(), |text| text.trim_end_matches(SPACES));
        out.retain(|run| run.kind != RunKind::Text || !run.text.is_empty());
        *runs = out;
    }
}
