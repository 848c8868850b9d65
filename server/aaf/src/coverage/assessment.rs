//! What an audit finds of one category on one page.

use agmark_syntax::{Severity, Span};

use super::category::Category;

/// How many gaps of a category are listed. All of them count; a hostile page may have a million.
pub const MOST: usize = 1000;

/// The result of one category on one page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assessment {
    pub category: Category,
    /// 0 to 100; `None` if the page has no such elements.
    pub score: Option<u32>,
    /// The sentences of the report.
    pub lines: Vec<ReportLine>,
    /// Everything that is missing, with its span.
    pub gaps: Vec<Gap>,
}

/// A sentence with its details.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportLine {
    pub mark: ReportMark,
    pub text: String,
    pub details: Vec<String>,
}

/// The share of elements that pass.
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

/// The file that a gap is in.
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

    /// The character that reports print in brackets.
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
