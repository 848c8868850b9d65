//! What an audit includes and what it skips.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use agmark_aaf::coverage::{AuditedPage, Category};
use agmark_syntax::Settings;

use crate::developer_tools;
use crate::manifest::ManifestFile;
use crate::selector::Selector;

/// How pages are audited.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Categories besides the default ones.
    pub also: Vec<Category>,
    /// Elements that are skipped with their content.
    pub exclude: Vec<Selector>,
    /// Whether panels of developer tools are audited.
    pub devtools: Devtools,
    /// The manifest for all pages; without it, each page has its own.
    pub manifest: Option<ManifestFile>,
    /// The settings of the pages.
    pub settings: PageSettings,
}

/// The settings of pages, such as the severity of rules and the components. The default has no settings.
#[derive(Clone, Default)]
pub struct PageSettings {
    of: Option<Arc<SettingsOf>>,
    excluded: Option<Arc<IsExcluded>>,
}

/// The settings of a file; without one, of pages on a server.
type SettingsOf = dyn Fn(Option<&Path>) -> Result<Settings, String> + Send + Sync;

/// Whether the settings exclude a file.
type IsExcluded = dyn Fn(&Path) -> bool + Send + Sync;

impl PageSettings {
    /// The file name in the working folder whose settings pages on a server have.
    pub const SERVER_PAGE: &str = "page on a server.html";

    /// `of` returns the settings of a file; without one, of pages on a server. Its error is the reason.
    pub fn new(of: impl Fn(Option<&Path>) -> Result<Settings, String> + Send + Sync + 'static) -> Self {
        Self { of: Some(Arc::new(of)), excluded: None }
    }

    /// The same; audits of folders skip the files that are `excluded`.
    #[must_use]
    pub fn without(self, excluded: impl Fn(&Path) -> bool + Send + Sync + 'static) -> Self {
        Self { excluded: Some(Arc::new(excluded)), ..self }
    }

    /// The settings of a file, or of pages on a server.
    ///
    /// # Errors
    /// The reason, if the settings are invalid.
    pub fn of(&self, file: Option<&Path>) -> Result<Settings, String> {
        self.of.as_ref().map_or_else(|| Ok(Settings::default()), |of| of(file))
    }

    /// Whether audits of folders skip a file.
    pub fn is_excluded(&self, file: &Path) -> bool {
        self.excluded.as_ref().is_some_and(|excluded| excluded(file))
    }
}

impl fmt::Debug for PageSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PageSettings")
    }
}

/// What happens with panels of developer tools.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Devtools {
    #[default]
    LeftOut,
    Kept,
}

impl Options {
    /// The categories in the order of the report.
    pub fn categories(&self) -> Vec<Category> {
        let wanted = |one: &Category| Category::DEFAULT.contains(one) || self.also.contains(one);
        Category::ALL.into_iter().filter(wanted).collect()
    }

    /// Removes the elements of a page that are skipped.
    pub(crate) fn trim(&self, subject: &mut AuditedPage<'_>) {
        let text = subject.text();
        if self.devtools == Devtools::LeftOut {
            subject.leave_out(|dom, index| {
                developer_tools::panels().iter().any(|one| one.matches(dom, text, index))
            });
        }
        if !self.exclude.is_empty() {
            subject.leave_out(|dom, index| self.exclude.iter().any(|one| one.matches(dom, text, index)));
        }
    }
}
