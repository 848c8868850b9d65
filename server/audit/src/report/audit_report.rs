//! The result of an audit.

use agmark_aaf::coverage;
use agmark_syntax::Severity;

use crate::http::Secrets;
use crate::llms_txt::Llms;
use crate::page::Audited;

/// The result of an audit.
#[derive(Clone, Debug)]
pub struct Report {
    pub scope: Scope,
    /// In the order of the report.
    pub pages: Vec<Audited>,
    /// Pages that could not be audited. They do not change the score.
    pub failed: Vec<Failed>,
    /// The site's `llms.txt`, if it was checked. It has no score.
    pub llms: Option<Llms>,
}

/// What was audited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    Page,
    Site,
    /// Files that were checked but not scored.
    Check,
}

/// A page that could not be audited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    pub name: String,
    pub reason: String,
    /// Whether the user named it: then it is an error.
    pub named: bool,
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

    /// A report of checked files.
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

    /// The mean score of the pages; none if no page has a score.
    pub fn score(&self) -> Option<u32> {
        coverage::mean(&self.pages.iter().filter_map(Audited::score).collect::<Vec<_>>())
    }

    /// The number of findings with a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.pages.iter().flat_map(|page| &page.findings).filter(|one| one.severity == severity).count()
    }

    /// Masks secrets in all texts of the report. It must be the last step for pages on a server.
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
}
