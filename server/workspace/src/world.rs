//! The workspace as one document sees it.

use std::path::Path;
use std::sync::Arc;

use agmark_syntax::world::Elsewhere;
use agmark_syntax::{Name, Place, World};

use crate::Index;

/// All files but one, as that one sees them.
#[derive(Clone, Copy)]
pub struct View<'a> {
    index: &'a Index,
    path: Option<&'a Path>,
    format: &'a str,
}

impl<'a> View<'a> {
    /// What the document at `path` (none if it is in no file) of a format sees of `index`.
    pub fn new(index: &'a Index, path: Option<&'a Path>, format: &'a str) -> Self {
        Self { index, path, format }
    }
}

impl World for View<'_> {
    fn definitions(&self, name: &Name, only_global: bool) -> Vec<Place> {
        self.index.definitions(self.format, name, only_global, self.path)
    }

    fn defines(&self, name: &Name) -> bool {
        self.index.defines(self.format, name, true, self.path)
    }

    fn in_file(&self, _path: &str, _name: &Name) -> Elsewhere {
        Elsewhere::NoFile
    }

    fn names(&self, space: &'static str) -> Vec<Arc<str>> {
        self.index.names(self.format, space)
    }
}
