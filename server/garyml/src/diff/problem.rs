//! What can be wrong with a diff: in how it is written, and when it meets its files.

use agmark_files::{Foreign, PathError};
use agmark_syntax::{Fix, Span};

/// Something that is not as the diff's format wants it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub kind: ProblemKind,
    pub span: Span,
    pub message: String,
    pub fix: Option<Fix>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// It cannot be applied like this.
    Malformed,
    /// It can be read all the same.
    Untidy,
    /// Its markers are the wrong way round, which can be read all the same.
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

/// Why a diff is not applied. Nothing has been changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{kind}", place(path.as_deref(), *hunk))]
pub struct Refusal {
    /// The file that it is about, as the diff names it.
    pub path: Option<String>,
    /// The number of the hunk in that file, from 1.
    pub hunk: Option<usize>,
    /// The place in the diff.
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
    #[error("the diff does not say which file it changes: name it with path= on the .Diff")]
    NoPath,
    /// A diff must not change what the path names.
    #[error("{0}")]
    Path(PathError),
    #[error("a link lies on the way to \"{}\": a diff changes files that no link leads to", Foreign(path))]
    Link { path: String },
    #[error("there is no such file")]
    NoFile,
    #[error("this is a folder: a diff changes files")]
    Folder,
    #[error("\"{}\" is a file, so no file can be in it", Foreign(file))]
    FileOnTheWay { file: String },
    #[error("the file is not text in UTF-8: a diff changes text")]
    Unreadable,
    #[error("the file is there already: a diff that adds it, or moves one there, cannot be applied")]
    Exists,
    /// None of the lines stand in the file in this order. What fits best ends at line `line` (from 1), where
    /// `found` stands instead of `wanted`; none at the end of the file.
    #[error("line {line} of the file {}, where the diff has {wanted:?}", has(found))]
    Differs { line: usize, wanted: String, found: Option<String> },
    /// Not even the first line stands anywhere in the file.
    #[error("no line of the file is {wanted:?}")]
    NotFound { wanted: String },
    #[error("no line of the file{} is {anchor:?}, which the hunk stands after", after(*from))]
    NoAnchor { anchor: String, from: usize },
    /// The lines stand in several places, each by its first line, from 1.
    #[error("its lines stand in the file more than once, at lines {}: add lines around them", listed(lines))]
    Ambiguous { lines: Vec<usize> },
    #[error("it says what the file has at its end, which the file has not")]
    NotAtEnd,
    #[error("it replaces nothing, and the file is not empty: say after which lines it belongs")]
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
