//! A file of the index, on disk or open.

use agmark_syntax::document::Defined;
use agmark_syntax::{Document, Name, Span, Target};

use super::FileFacts;

/// A file, by what is known of it.
#[derive(Clone, Copy)]
pub(crate) enum Source<'a> {
    Open(&'a Document),
    Closed(&'a FileFacts),
}

impl<'a> Source<'a> {
    pub fn format(self) -> &'static str {
        match self {
            Self::Open(document) => document.format().name(),
            Self::Closed(facts) => facts.format,
        }
    }

    /// The definitions of `name`, in the order of the file.
    pub fn definitions(self, name: &Name) -> Vec<Defined> {
        match self {
            Self::Open(document) => document.definitions(name),
            Self::Closed(facts) => facts.definitions_of(name).collect(),
        }
    }

    /// The references to `name`, in the order of the file.
    pub fn references(self, name: &Name) -> Vec<(Span, &'a Target)> {
        match self {
            Self::Open(document) => {
                // The names of a document do not count references into other files: all chunks are asked.
                let chunks = document.chunks().iter();
                let all = chunks.flat_map(|(start, c)| c.facts().references.iter().map(move |r| (start, r)));
                all.filter(|(_, r)| r.name == *name).map(|(s, r)| (r.span.shifted(s), &r.target)).collect()
            }
            Self::Closed(facts) => facts.references_of(name).collect(),
        }
    }
}
