//! The kinds of checks of rules.

use agmark_syntax::Diagnostic;

use crate::analysis::chunk_data::EmbeddedDiff;
use crate::syntax::line_item::LineItem;
use crate::syntax::structure::{Header, Structure};

pub(crate) type ItemCheck = fn(&Structure<'_>, &LineItem<'_>, &mut Vec<Diagnostic>);
pub(crate) type HeaderCheck = fn(&Structure<'_>, &Header<'_>, &mut Vec<Diagnostic>);
pub(crate) type DiffCheck = fn(&Structure<'_>, &EmbeddedDiff, &mut Vec<Diagnostic>);

/// The check of a rule.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Check {
    /// Called for each line or block.
    Item(ItemCheck),
    /// Called for each header, with what is under it.
    Header(HeaderCheck),
    ItemAndHeader(ItemCheck, HeaderCheck),
    /// Called for the diff of each `.Diff` that has content.
    Diff(DiffCheck),
    /// Features report it from definitions, references and links.
    Names,
    /// [`crate::cross_file`] reports it.
    CrossFile,
}

impl Check {
    pub(crate) fn of_item(self) -> Option<ItemCheck> {
        match self {
            Self::Item(check) | Self::ItemAndHeader(check, _) => Some(check),
            _ => None,
        }
    }

    pub(crate) fn of_header(self) -> Option<HeaderCheck> {
        match self {
            Self::Header(check) | Self::ItemAndHeader(_, check) => Some(check),
            _ => None,
        }
    }

    pub(crate) fn of_diff(self) -> Option<DiffCheck> {
        match self {
            Self::Diff(check) => Some(check),
            _ => None,
        }
    }
}
