//! What an audit looks at, and what it passes over.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use agmark_aaf::coverage::{Category, Subject};
use agmark_syntax::Settings;

use crate::contract::Given;
use crate::devtools;
use crate::selector::Selector;

/// How pages are audited.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Besides those that every audit looks at.
    pub also: Vec<Category>,
    /// Elements that are left out, each with everything in it.
    pub exclude: Vec<Selector>,
    /// Whether the panels of developers' tools count as parts of the page.
    pub devtools: Devtools,
    /// The manifest that holds for all pages, whatever they have themselves.
    pub manifest: Option<Given>,
    /// What is set for the pages.
    pub settings: PageSettings,
}

/// What is set for pages: how bad the rules are, and which components there are. Nothing without [`PageSettings::new`].
#[derive(Clone, Default)]
pub struct PageSettings(Option<Arc<SettingsOf>>);

/// What is set for a file, or, without one, for pages on a server.
type SettingsOf = dyn Fn(Option<&Path>) -> Result<Settings, String> + Send + Sync;

impl PageSettings {
    /// `of` says what is set for a file, or, without one, for pages on a server; or why nobody can know that.
    pub fn new(of: impl Fn(Option<&Path>) -> Result<Settings, String> + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(of)))
    }

    /// What is set for a file, or for a page on a server.
    ///
    /// # Errors
    /// The reason, where what is set is invalid.
    pub fn of(&self, file: Option<&Path>) -> Result<Settings, String> {
        self.0.as_ref().map_or_else(|| Ok(Settings::default()), |of| of(file))
    }
}

impl fmt::Debug for PageSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PageSettings")
    }
}

/// What becomes of the panels that developers' tools put into a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Devtools {
    #[default]
    LeftOut,
    Kept,
}

impl Options {
    /// The categories, in the order in which they are shown.
    pub fn categories(&self) -> Vec<Category> {
        let wanted = |one: &Category| Category::DEFAULT.contains(one) || self.also.contains(one);
        Category::ALL.into_iter().filter(wanted).collect()
    }

    /// Leaves out of a page what is not to count.
    pub(crate) fn trim(&self, subject: &mut Subject<'_>) {
        let text = subject.text();
        if self.devtools == Devtools::LeftOut {
            subject
                .leave_out(|dom, index| devtools::panels().iter().any(|one| one.matches(dom, text, index)));
        }
        if !self.exclude.is_empty() {
            subject.leave_out(|dom, index| self.exclude.iter().any(|one| one.matches(dom, text, index)));
        }
    }
}
