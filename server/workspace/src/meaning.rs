//! What a name means, across files.

use std::path::Path;
use std::sync::Arc;

use agmark_syntax::document::Occurrence;
use agmark_syntax::{Document, Place};

use crate::Index;

/// Where the name at `occurrence` in `document`, the file at `path`, is defined: the own file first, then by
/// path and place.
pub fn definitions(
    _index: &Index,
    _path: &Arc<Path>,
    _document: &Document,
    _occurrence: &Occurrence,
) -> Vec<Place> {
    Vec::new()
}

/// All places that mean the same as `occurrence` in `document`, the file at `path`; by path and place.
pub fn uses(
    _index: &Index,
    _path: &Arc<Path>,
    _document: &Document,
    _occurrence: &Occurrence,
    _include_definitions: bool,
) -> Vec<Place> {
    Vec::new()
}
