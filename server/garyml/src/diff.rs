//! Diffs in `.Diff`: three ways to write a change of files, read into one, checked and applied in memory.
//!
//! Reading never fails: what is malformed is a [`Problem`] with its place. Applying gives the whole new text of
//! each file or one [`Refusal`], never a part.

mod apply;
pub mod base;
pub mod document;
mod find;
mod hunk;
mod lines;
mod name;
pub mod plan;
mod problem;
mod search_replace;
mod steps;
mod unified;
mod v4a;

use agmark_syntax::{Span, without_ending};

pub use apply::apply;
pub use hunk::{Hunk, HunkLine, Place, Sign};
pub use plan::{At, Change, plan};
pub use problem::{Problem, ProblemKind, Refusal, RefusalKind};
pub use steps::{Step, steps};

use crate::content::ContentLine;

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
    /// With `/` between folders, without the marks of a format (`a/`, `b/`); none where the diff does not say.
    pub path: Option<String>,
    /// The line that names it, or the first one of the change.
    pub span: Span,
    pub action: Action,
    /// The second of its two paths may as well be another name for the first: nothing says that the file is moved.
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

    /// The format that a text looks like.
    pub fn guess<'a>(lines: impl Iterator<Item = &'a str> + Clone) -> Option<Self> {
        let any = |test: &dyn Fn(&str) -> bool| lines.clone().any(test);
        if any(&|l| l.starts_with("*** ")) {
            Some(Self::V4a)
        } else if any(&|l| search_replace::Marker::of(l).is_some_and(|m| m.names_a_part())) {
            Some(Self::SearchReplace)
        } else if any(&|l| l.starts_with("@@ -") || l.starts_with("--- ")) {
            Some(Self::Unified)
        } else {
            None
        }
    }
}

impl Diff {
    /// Reads the lines of a diff. `path` is the file that it changes where it names none.
    pub fn read(format: DiffFormat, lines: &[ContentLine<'_>], path: Option<&str>) -> Self {
        let mut diff = match format {
            DiffFormat::V4a => v4a::read(lines),
            DiffFormat::SearchReplace => search_replace::read(lines),
            DiffFormat::Unified => unified::read(lines),
        };
        for file in diff.files.iter_mut().filter(|f| f.path.is_none()) {
            file.path = path.map(name::plain);
        }
        diff
    }

    /// Reads a text that stands alone, with spans that count from its start.
    pub fn parse(format: DiffFormat, text: &str, path: Option<&str>) -> Self {
        let mut at = 0;
        let mut lines = Vec::new();
        for line in text.split('\n') {
            lines.push(ContentLine { at, text: without_ending(line), margin: 0 });
            at += line.len() + 1;
        }
        Self::read(format, &lines, path)
    }

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
