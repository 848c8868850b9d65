//! What an audit finds of one category on one page.

use agmark_syntax::{Severity, Span};

use super::category::Category;

/// How many gaps of a category are told one by one. A page may be made to have a million of them; all count.
pub const MOST: usize = 1000;

/// What is found of one category on one page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assessment {
    pub category: Category,
    /// 0 to 100; none where the page has nothing of the kind.
    pub score: Option<u32>,
    /// What a person is told of it.
    pub lines: Vec<ReportLine>,
    /// Each thing that is missing, at its place.
    pub gaps: Vec<Gap>,
}

/// A sentence, and what belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportLine {
    pub mark: ReportMark,
    pub text: String,
    pub details: Vec<String>,
}

/// How it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportMark {
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
    pub home: GapFile,
    /// What is missing, and what to do.
    pub message: String,
}

/// The text that a place is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GapFile {
    Page,
    Manifest,
}

impl ReportMark {
    /// The mark of `missing` out of `total`.
    pub fn of(missing: usize, total: usize) -> Self {
        match missing {
            0 => ReportMark::Pass,
            _ if missing < total => ReportMark::Some,
            _ => ReportMark::All,
        }
    }

    /// As it is printed between brackets.
    pub fn sign(self) -> char {
        match self {
            ReportMark::Pass => '+',
            ReportMark::Some => '~',
            ReportMark::All => '-',
        }
    }
}

impl ReportLine {
    pub fn new(mark: ReportMark, text: impl Into<String>) -> Self {
        ReportLine { mark, text: text.into(), details: Vec::new() }
    }
}
