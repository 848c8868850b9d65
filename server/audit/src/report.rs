//! What an audit gives, and how it is written: one file for each form.

mod html;
mod text;

use std::io::{self, Write};

use agmark_aaf::coverage;
use agmark_syntax::Severity;

use crate::http::Secrets;
use crate::llms::Llms;
use crate::page::Audited;

/// The pages of an audit.
#[derive(Clone, Debug)]
pub struct Report {
    pub scope: Scope,
    /// In the order in which they are shown.
    pub pages: Vec<Audited>,
    /// Pages that could not be audited; they do not count.
    pub failed: Vec<Failed>,
    /// What the site's `llms.txt` is like, where that was asked. It has no score.
    pub llms: Option<Llms>,
}

/// What was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    Page,
    Site,
    /// Files that were checked, not scored.
    Check,
}

/// A page that could not be audited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    pub name: String,
    pub reason: String,
    /// Whether a person asked for it by name: then its absence is an error.
    pub named: bool,
}

/// How a report is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    #[default]
    Text,
    Html,
}

impl Report {
    /// A report of one page.
    pub fn page() -> Self {
        Self::of(Scope::Page)
    }

    /// A report of many pages.
    pub fn site() -> Self {
        Self::of(Scope::Site)
    }

    /// A report of files that are checked.
    pub fn check() -> Self {
        Self::of(Scope::Check)
    }

    fn of(scope: Scope) -> Self {
        Report { scope, pages: Vec::new(), failed: Vec::new(), llms: None }
    }

    /// Adds a page.
    pub fn take(&mut self, page: Result<Audited, Failed>) {
        match page {
            Ok(page) => self.pages.push(page),
            Err(failed) => self.failed.push(failed),
        }
    }

    /// The score: of a page its own, of a site the mean of its pages. None where there is none.
    pub fn score(&self) -> Option<u32> {
        coverage::mean(&self.pages.iter().filter_map(Audited::score).collect::<Vec<_>>())
    }

    /// How many findings there are of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.pages.iter().flat_map(|page| &page.findings).filter(|one| one.severity == severity).count()
    }

    /// Makes secrets unreadable in everything that a report shows, in every form. Who makes a report of pages on a
    /// server calls this last.
    #[must_use]
    pub fn without(mut self, secrets: &Secrets) -> Self {
        let mask = |text: &mut String| *text = secrets.mask(std::mem::take(text));
        self.pages.iter_mut().for_each(|page| page.mask(secrets));
        for failed in &mut self.failed {
            mask(&mut failed.name);
            mask(&mut failed.reason);
        }
        self.llms.iter_mut().for_each(|llms| mask(&mut llms.address));
        self
    }

    /// Writes the report.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, format: Format, out: &mut dyn Write) -> io::Result<()> {
        match format {
            Format::Text => text::write(self, out),
            Format::Html => html::write(self, out),
        }
    }
}

/// Why the score of a page with errors is not higher.
fn limit_sentence(errors: usize) -> String {
    format!("{errors} error(s) that `agmark check` reports limit the score to {}", coverage::MOST_WITH_ERRORS)
}
