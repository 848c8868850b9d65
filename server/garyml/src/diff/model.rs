//! A diff as it was read: what it does to which files.

use agmark_syntax::Span;

use super::hunk::{Hunk, HunkLine};
use super::problem::{Problem, ProblemKind};

/// How a diff is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiffFormat {
    V4a,
    SearchReplace,
    Unified,
}

/// A diff, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diff {
    pub format: DiffFormat,
    /// What is done to files, in order. A file may occur again.
    pub files: Vec<FileDiff>,
    pub problems: Vec<Problem>,
}

/// What a diff does to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileDiff {
    /// With `/` between folders, without the marks of a format (`a/`, `b/`); `None` if the diff does not name it.
    pub path: Option<String>,
    /// The line that names it, or the first one of the change.
    pub span: Span,
    pub action: Action,
    /// The second of its two paths may be another name for the first: it is not certain that the file is moved.
    pub doubtful: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A new file with these lines.
    Add(Vec<HunkLine>),
    Delete(Vec<Hunk>),
    Update {
        /// The path that the file has afterwards.
        to: Option<String>,
        hunks: Vec<Hunk>,
    },
}

impl DiffFormat {
    pub const ALL: [Self; 3] = [Self::V4a, Self::SearchReplace, Self::Unified];

    /// As `format=` names it.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|f| f.name() == name)
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::V4a => "v4a",
            Self::SearchReplace => "search_replace",
            Self::Unified => "unified",
        }
    }
}

impl Diff {
    /// Whether it only changes modes of files, which are passed over.
    pub fn only_modes(&self) -> bool {
        self.format == DiffFormat::Unified && self.files.is_empty() && self.fault().is_none()
    }

    /// The first problem that keeps it from being applied.
    pub fn fault(&self) -> Option<&Problem> {
        self.problems.iter().find(|p| p.kind == ProblemKind::Malformed)
    }
}

impl FileDiff {
    /// The hunks of a file that is there already.
    pub fn hunks(&self) -> &[Hunk] {
        match &self.action {
            Action::Add(_) => &[],
            Action::Delete(hunks) | Action::Update { hunks, .. } => hunks,
        }
    }

    /// All paths that it names, as written.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.path.as_deref().into_iter().chain(self.moved_to())
    }

    /// The path that the file has afterwards, if it gets another.
    pub fn moved_to(&self) -> Option<&str> {
        match &self.action {
            Action::Update { to, .. } => to.as_deref(),
            _ => None,
        }
    }
}
