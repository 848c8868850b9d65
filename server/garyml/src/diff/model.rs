//! A diff: its changes of files.

use agmark_syntax::Span;

use super::hunk::{Hunk, HunkLine};
use super::problem::{Problem, ProblemKind};

/// The format of a diff.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiffFormat {
    V4a,
    SearchReplace,
    Unified,
}

/// A diff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diff {
    pub format: DiffFormat,
    /// The changes of files, in order. A file may occur again.
    pub files: Vec<FileDiff>,
    pub problems: Vec<Problem>,
}

/// The change of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileDiff {
    /// With `/` between folders, without the prefixes of a format (`a/`, `b/`); `None` if the diff does not name it.
    pub path: Option<String>,
    /// The line that names it, or the first line of the change.
    pub span: Span,
    pub action: Action,
    /// Whether it is uncertain that the file is moved: the second path may be another name for the first.
    pub doubtful: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A new file with these lines.
    Add(Vec<HunkLine>),
    Delete(Vec<Hunk>),
    Update {
        /// The new path of the file.
        to: Option<String>,
        hunks: Vec<Hunk>,
    },
}

impl DiffFormat {
    pub const ALL: [Self; 3] = [Self::V4a, Self::SearchReplace, Self::Unified];

    /// The format with this name in `format=`.
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
    pub fn new(format: DiffFormat) -> Self {
        Self { format, files: Vec::new(), problems: Vec::new() }
    }

    /// Reports a part that keeps the diff from being applied.
    pub(super) fn malformed(&mut self, span: Span, message: impl Into<String>) {
        self.problems.push(Problem::malformed(span, message));
    }

    /// Reports a part that other tools refuse.
    pub(super) fn untidy(&mut self, span: Span, message: impl Into<String>) {
        self.problems.push(Problem::untidy(span, message));
    }

    /// Whether it only changes file modes, which are ignored.
    pub fn only_modes(&self) -> bool {
        self.format == DiffFormat::Unified && self.files.is_empty() && self.fault().is_none()
    }

    /// The first problem that keeps it from being applied.
    pub fn fault(&self) -> Option<&Problem> {
        self.problems.iter().find(|p| p.kind == ProblemKind::Malformed)
    }
}

impl FileDiff {
    pub fn new(path: Option<String>, span: Span, action: Action) -> Self {
        Self { path, span, action, doubtful: false }
    }

    /// The hunks of a file that exists.
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

    /// The new path of the file, if it is moved.
    pub fn moved_to(&self) -> Option<&str> {
        match &self.action {
            Action::Update { to, .. } => to.as_deref(),
            _ => None,
        }
    }
}
