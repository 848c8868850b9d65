//! Problems of a diff: in its text, and when it is applied to its files.

use agmark_files::{Foreign, PathError};
use agmark_syntax::{Fix, Span};

/// A position where a diff does not follow its format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub kind: ProblemKind,
    pub span: Span,
    pub message: String,
    pub fix: Option<Fix>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// The diff cannot be applied.
    Malformed,
    /// The diff can be read, but not by all tools.
    Untidy,
    /// The markers are swapped, but the diff can be read.
    Reversed,
}

impl Problem {
    pub fn malformed(span: Span, message: impl Into<String>) -> Self {
        Self { kind: ProblemKind::Malformed, span, message: message.into(), fix: None }
    }

    pub fn untidy(span: Span, message: impl Into<String>) -> Self {
        Self { kind: ProblemKind::Untidy, span, message: message.into(), fix: None }
    }

    #[must_use]
    pub fn with(mut self, fix: Fix) -> Self {
        self.fix = Some(fix);
        self
    }
}

/// The reason that a diff is not applied. No file is changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{kind}", place(path.as_deref(), *hunk))]
pub struct Refusal {
    /// The file, as the diff names it.
    pub path: Option<String>,
    /// The number of the hunk in that file, from 1.
    pub hunk: Option<usize>,
    /// The position in the diff.
    pub span: Span,
    pub kind: RefusalKind,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RefusalKind {
    /// The diff is not well formed.
    #[error("{0}")]
    Malformed(String),
    #[error("the diff changes nothing")]
    Empty,
    #[error("no file named: write path= on the .Diff")]
    NoPath,
    /// A diff must not change what the path names.
    #[error("{0}")]
    Path(PathError),
    #[error("path \"{}\" leads through a link: a diff must not change such files", Foreign(path))]
    Link { path: String },
    #[error("the file does not exist")]
    NoFile,
    #[error("the path is a folder: a diff changes files only")]
    Folder,
    #[error("\"{}\" is a file, not a folder", Foreign(file))]
    FileOnTheWay { file: String },
    #[error("the file is not UTF-8 text: a diff changes text only")]
    Unreadable,
    #[error("the file already exists: a diff cannot add it or move a file there")]
    Exists,
    /// The file does not contain the lines in this order. The best match ends at line `line` (from 1), where the file
    /// has `found` instead of `wanted`; `None` at the end of the file.
    #[error("line {line} of the file {}, but the diff expects {wanted:?}", has(found))]
    Differs { line: usize, wanted: String, found: Option<String> },
    /// The file does not contain the first line.
    #[error("the file has no line {wanted:?}")]
    NotFound { wanted: String },
    #[error("the file has no line {anchor:?}{}: the hunk must follow it", after(*from))]
    NoAnchor { anchor: String, from: usize },
    /// The lines occur several times; the first line of each, from 1.
    #[error("its lines occur more than once, at lines {}: add surrounding lines", listed(lines))]
    Ambiguous { lines: Vec<usize> },
    #[error("its lines are not at the end of the file, as the diff says")]
    NotAtEnd,
    #[error("it has no lines to search for, and the file is not empty: add the lines that it follows")]
    NothingToFind,
    #[error("the file has more lines than the diff removes")]
    NotAll,
}

fn place(path: Option<&str>, hunk: Option<usize>) -> String {
    match (path, hunk) {
        (Some(path), Some(hunk)) => format!("hunk {hunk} of {path} does not apply: "),
        (Some(path), None) => format!("{path}: "),
        (None, Some(hunk)) => format!("hunk {hunk} does not apply: "),
        (None, None) => String::new(),
    }
}

fn has(found: &Option<String>) -> String {
    found.as_ref().map_or_else(|| "is after its end".to_owned(), |found| format!("is {found:?}"))
}

fn after(line: usize) -> String {
    if line == 0 { String::new() } else { format!(" after line {line}") }
}

fn listed(lines: &[usize]) -> String {
    const SHOWN: usize = 5;
    let shown: Vec<_> = lines.iter().take(SHOWN).map(ToString::to_string).collect();
    let more = lines.len().saturating_sub(SHOWN);
    if more > 0 { format!("{} and {more} more", shown.join(", ")) } else { shown.join(", ") }
}
