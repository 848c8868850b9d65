//! A file of the index, from disk or open.

use agmark_syntax::completion_list::MOST;
use agmark_syntax::document::Defined;
use agmark_syntax::{ArcStr, Document, Name, Span};

use super::file::IndexedFile;
use super::file_lists::FileTarget;

/// A file of the index.
#[derive(Clone, Copy)]
pub(crate) enum FileRecord<'a> {
    Open(&'a Document),
    Closed(&'a IndexedFile),
}

impl<'a> FileRecord<'a> {
    pub fn format(self) -> &'static str {
        match self {
            Self::Open(document) => document.format().info().name,
            Self::Closed(analysis) => analysis.format,
        }
    }

    /// The definitions of `name`, in the order of the file.
    pub fn definitions(self, name: &Name) -> Vec<Defined> {
        match self {
            Self::Open(document) => document.definitions(name),
            Self::Closed(analysis) => analysis.definitions_of(name).collect(),
        }
    }

    /// The references to `name`, in the order of the file.
    pub fn references(self, name: &Name) -> Vec<(Span, FileTarget<'a>)> {
        match self {
            Self::Open(document) => {
                let all = document.all_references(name).into_iter();
                all.map(|(span, target)| (span, target.into())).collect()
            }
            Self::Closed(analysis) => analysis.references_of(name).collect(),
        }
    }

    /// The names of a namespace that a completion offers for a word, as in [`agmark_syntax::World::offered`].
    pub fn offered(self, space: &'static str, word: &str) -> Vec<ArcStr> {
        let analysis = match self {
            Self::Open(document) => {
                let names = document.names().offered(space, word).into_iter();
                return names.map(|name| name.text.clone()).collect();
            }
            Self::Closed(analysis) => analysis,
        };
        let from = |word: &str| {
            let mut names: Vec<ArcStr> = Vec::new();
            for definition in analysis.beginning(space, word) {
                if names.last().is_none_or(|last| *last != *definition.text) {
                    names.push(definition.text.into());
                }
                if names.len() > MOST {
                    break;
                }
            }
            names
        };
        let all = from("");
        if all.len() <= MOST { all } else { from(word) }
    }

    /// The names of a namespace that the file defines, sorted.
    pub fn names(self, space: &str) -> Vec<ArcStr> {
        let mut all: Vec<_> = match self {
            Self::Open(document) => {
                let names = document.names().iter();
                let defined = names.filter(|(n, o)| n.space == space && !o.definitions.is_empty());
                defined.map(|(name, _)| name.text.clone()).collect()
            }
            Self::Closed(analysis) => {
                let mut names: Vec<_> =
                    analysis.definitions().iter().filter(|d| d.space == *space).map(|d| d.text).collect();
                names.dedup();
                names.into_iter().map(ArcStr::from).collect()
            }
        };
        all.sort();
        all.dedup();
        all
    }
}
