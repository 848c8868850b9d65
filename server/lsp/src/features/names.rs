//! The name at a position of an open document.

use agmark_syntax::WantedUses;
use agmark_workspace::NameUse;

use crate::snapshot::{RequestedDocument, Snapshot};

/// The name at `offset`.
pub fn at<'a>(
    snapshot: &'a Snapshot,
    asked: &'a RequestedDocument<'a>,
    offset: usize,
    wanted: WantedUses,
) -> Option<NameUse<'a>> {
    let view = snapshot.view(&asked.path, &**asked.document.format());
    NameUse::at(&snapshot.index, &view, &asked.path, asked.document, offset, wanted)
}
