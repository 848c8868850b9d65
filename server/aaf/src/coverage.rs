//! How much of a page an agent can use: the categories of the audit (6.7), their scores, and the score of a page.
//!
//! The arithmetic is here, beside the format, so that an editor and the audit of a site give the same figure.

mod count;
mod errors;
mod manifest;
mod safety;
mod score;
mod subject;

pub use errors::{MOST_WITH_ERRORS, limited};
pub use manifest::{Contract, Mistake};
pub(crate) use safety::{guard, too_low};
pub use score::{Category, label, mean, overall, percent};
pub use subject::Subject;

use agmark_syntax::{Severity, Span};

/// How many gaps of a category are told one by one. A page may be made to have a million of them; all count.
const MOST: usize = 1000;

/// What is found of one category on one page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assessment {
    pub category: Category,
    /// 0 to 100; none where the page has nothing of the kind.
    pub score: Option<u32>,
    /// What a person is told of it.
    pub lines: Vec<Line>,
    /// Each thing that is missing, at its place.
    pub gaps: Vec<Gap>,
}

/// A sentence, and what belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub mark: Mark,
    pub text: String,
    pub details: Vec<String>,
}

/// How it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Pass,
    /// Something is missing.
    Some,
    /// Everything is missing.
    All,
}

/// Something that is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    pub category: Category,
    pub severity: Severity,
    /// In the text of the page, or of the manifest.
    pub span: Span,
    pub home: Home,
    /// What is missing, and what to do.
    pub message: String,
}

/// The text that a place is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    Page,
    Manifest,
}

impl Mark {
    /// The mark of `missing` out of `total`.
    pub fn of(missing: usize, total: usize) -> Self {
        match missing {
            0 => Mark::Pass,
            _ if missing < total => Mark::Some,
            _ => Mark::All,
        }
    }

    /// As it is printed between brackets.
    pub fn sign(self) -> char {
        match self {
            Mark::Pass => '+',
            Mark::Some => '~',
            Mark::All => '-',
        }
    }
}

impl Line {
    pub(crate) fn new(mark: Mark, text: impl Into<String>) -> Self {
        Line { mark, text: text.into(), details: Vec::new() }
    }
}
