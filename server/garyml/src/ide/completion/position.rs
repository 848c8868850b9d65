//! The position of a completion.

use agmark_syntax::{Completion, Document, Edit, Span, SymbolKind, World};

use crate::ide::cursor::CursorContext;
use crate::syntax::structure::Structure;

/// The languages that are offered after a fence and for a format, the most common first.
pub(crate) const LANGUAGES: &[&str] = &[
    "python",
    "go",
    "json",
    "diff",
    "javascript",
    "typescript",
    "rust",
    "java",
    "c",
    "cpp",
    "csharp",
    "ruby",
    "php",
    "sql",
    "html",
    "css",
    "xml",
    "yaml",
    "toml",
    "markdown",
    "bash",
    "text",
];

/// A cursor with the text around it.
pub(crate) struct CompletionPosition<'a> {
    pub document: &'a Document,
    pub world: &'a dyn World,
    pub around: &'a CursorContext,
    pub structure: &'a Structure<'a>,
    pub offset: usize,
    /// The line from the cursor on.
    pub after: &'a str,
    pub indent: u32,
}

impl CompletionPosition<'_> {
    /// The span that a completion replaces: `typed`, before the cursor, and the rest of the word after it.
    pub fn word(&self, typed: &str) -> Span {
        let rest = self.after.len() - self.after.trim_start_matches(in_word).len();
        Span::new(self.offset.saturating_sub(typed.len()), self.offset + rest)
    }

    /// The indent of one level.
    pub fn unit(&self) -> String {
        " ".repeat(self.around.unit(self.structure) as usize)
    }

    /// Whether the cursor's line comes before all headers.
    pub fn is_first_header(&self) -> bool {
        let line = self.document.text().line_start(self.document.text().line_of(self.offset));
        let first = self.document.first_symbol();
        first.is_none_or(|(start, symbol)| symbol.selection.shifted(start).start as usize >= line)
    }

    /// Whether only the rest of the word follows on the line.
    pub fn at_line_end(&self) -> bool {
        self.after.trim_start_matches(in_word).trim().is_empty()
    }
}

pub(crate) fn plain(
    label: &str,
    kind: SymbolKind,
    detail: &str,
    documentation: &str,
    span: Span,
    text: &str,
) -> Completion {
    Completion {
        label: label.to_owned(),
        kind,
        detail: detail.to_owned(),
        documentation: documentation.to_owned(),
        edit: Edit::replace(span, text),
        snippet: false,
    }
}

pub(super) fn is_word(text: &str) -> bool {
    text.chars().all(in_word)
}

pub(super) fn in_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-')
}
