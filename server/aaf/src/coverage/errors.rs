//! Errors of a page. An audit counts the errors that `agmark check` reports, so that both agree.

use agmark_syntax::diagnostics::diagnose;
use agmark_syntax::world::NameInFile;
use agmark_syntax::{ArcStr, Diagnostic, Document, Location, Name, Settings, Severity, World};

use std::collections::BTreeSet;

use super::subject::AuditedPage;
use crate::format_of;
use crate::vocabulary::namespaces::{ACTION, KNOWN};

/// The highest score of a page with an error.
pub const MOST_WITH_ERRORS: u32 = 89;

/// The score of a page with this number of errors.
pub fn limited(score: u32, errors: usize) -> u32 {
    if errors == 0 { score } else { score.min(MOST_WITH_ERRORS) }
}

impl AuditedPage<'_> {
    /// The errors of the page with its settings, in the order of the text. `actions` are those of its manifest.
    /// Elements that are left out have no errors, and the errors in a manifest in the page belong to the manifest.
    pub fn errors(&self, actions: &BTreeSet<String>, settings: &Settings) -> Vec<Diagnostic> {
        let document = Document::new(settings.configure(format_of(self.page.source)), self.page.text);
        self.errors_of(&document, &ManifestActions(actions), settings)
    }

    /// The errors of the page, which is also `document`, among other files.
    pub fn errors_of(&self, document: &Document, world: &dyn World, settings: &Settings) -> Vec<Diagnostic> {
        let mut found = diagnose(document, world, settings);
        found.retain(|one| one.severity == Severity::Error && self.counts_at(one.span.range().start));
        found
    }

    /// Whether a byte belongs to the page: not to an element that is left out, and not to a manifest.
    fn counts_at(&self, offset: usize) -> bool {
        let elements = &self.page.dom.elements;
        let last = elements.partition_point(|element| element.span.start <= offset);
        let around = elements.get(..last).unwrap_or_default();
        // The innermost element around the byte is the last one that starts before it, or is around that one.
        let inner = last.checked_sub(1).and_then(|index| {
            let holds = |index: &usize| around.get(*index).is_some_and(|one| offset < one.span.end);
            std::iter::successors(Some(index), |index| around.get(*index)?.parent).find(holds)
        });
        inner.is_none_or(|index| self.is_counting(index) && !self.page.manifests.contains(&index))
    }
}

/// A world that has only the actions of a manifest.
struct ManifestActions<'a>(&'a BTreeSet<String>);

impl World for ManifestActions<'_> {
    fn definitions(&self, _: &Name, _: bool) -> Vec<Location> {
        Vec::new()
    }

    fn defines(&self, name: &Name) -> bool {
        matches!(name.space.word(), ACTION | KNOWN) && self.0.contains(&*name.text)
    }

    fn in_file(&self, _: &str, _: &Name) -> NameInFile {
        NameInFile::NoFile
    }

    fn names(&self, space: &'static str) -> Vec<ArcStr> {
        match space {
            ACTION | KNOWN => self.0.iter().map(|name| name.as_str().into()).collect(),
            _ => Vec::new(),
        }
    }
}
