//! For what the diagnostics of a document, and some requests, need a chunk, so that the other chunks are not visited.

use crate::{AnyFormat, ChunkAnalysis, Link, LinkKind, Target};

/// What the diagnostics of a document need of a chunk: a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckNeeds(u8);

impl CheckNeeds {
    pub const NONE: Self = Self(0);
    /// Its analysis has diagnostics.
    pub const OWN: Self = Self(1);
    /// It has references into other files.
    pub const OTHER_FILES: Self = Self(2);
    /// It has links that are looked up.
    pub const LINKS: Self = Self(4);
    /// [`crate::Format::check_across_files`] has something to check.
    pub const CROSS_FILE: Self = Self(8);
    /// It has comments that silence rules.
    pub const SUPPRESSIONS: Self = Self(16);
    /// It imports other files. Requests need these chunks, diagnostics do not.
    pub const IMPORTS: Self = Self(32);
    /// All needs of diagnostics.
    pub const DIAGNOSTICS: Self = Self(1 | 2 | 4 | 8 | 16);
    /// Its diagnostics depend on other files by more than their global names.
    pub const ELSEWHERE: Self = Self(2 | 4 | 8);

    /// The needs of a chunk with this analysis.
    pub(crate) fn of(format: &dyn AnyFormat, analysis: &ChunkAnalysis) -> Self {
        let info = format.info();
        let cycles = info.import_cycle.is_some();
        let link = |l: &Link| (cycles && l.kind == LinkKind::Import) || info.missing_target(l).is_some();
        let other_files = analysis.references.iter().any(|r| matches!(r.target, Target::Other(_)));
        let all = [
            (!analysis.diagnostics.is_empty(), Self::OWN),
            (!analysis.suppressions.is_empty(), Self::SUPPRESSIONS),
            (other_files, Self::OTHER_FILES),
            (analysis.links.iter().any(link), Self::LINKS),
            (analysis.links.iter().any(|l| l.kind == LinkKind::Import), Self::IMPORTS),
            (analysis.cross_file, Self::CROSS_FILE),
        ];
        all.into_iter().filter(|(has, _)| *has).fold(Self::NONE, |needs, (_, one)| needs.and(one))
    }

    /// These needs and those.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether one of them is in both sets.
    pub fn meet(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}
