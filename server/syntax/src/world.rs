//! What a document may ask about everything around it.

use std::path::Path;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::{Name, Rule, Severity, Span};

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub path: Arc<Path>,
    pub span: Span,
    /// What the name at the place stands for, see [`crate::Definition::whole`].
    pub whole: Span,
}

/// What another file says of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Elsewhere {
    /// There is no such file, or it is none of ours.
    NoFile,
    /// The file is there and does not define the name.
    Missing,
    Found(Place),
}

/// The other files, seen from one document.
pub trait World {
    /// All definitions of `name` in other files, global or not; `global` is for the caller to choose.
    fn definitions(&self, name: &Name, only_global: bool) -> Vec<Place>;
    /// Whether any other file has a global definition of `name`.
    fn defines(&self, name: &Name) -> bool;
    /// Looks `name` up in the file at `path`, written relative to the document's folder.
    fn in_file(&self, path: &str, name: &Name) -> Elsewhere;
    /// Global names of a namespace in other files: what could have been meant.
    fn names(&self, space: &'static str) -> Vec<Arc<str>>;
}

/// A document on its own.
pub struct Nowhere;

impl World for Nowhere {
    fn definitions(&self, _: &Name, _: bool) -> Vec<Place> {
        Vec::new()
    }
    fn defines(&self, _: &Name) -> bool {
        false
    }
    fn in_file(&self, _: &str, _: &Name) -> Elsewhere {
        Elsewhere::NoFile
    }
    fn names(&self, _: &'static str) -> Vec<Arc<str>> {
        Vec::new()
    }
}

/// How bad a person takes the rules to be in one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    levels: FxHashMap<String, Option<Severity>>,
}

impl Settings {
    /// Sets a rule's severity by its code; none switches it off.
    pub fn set(&mut self, code: &str, severity: Option<Severity>) {
        self.levels.insert(code.to_owned(), severity);
    }

    /// A rule's severity here; none if it is off.
    pub fn severity(&self, rule: &Rule) -> Option<Severity> {
        self.levels.get(rule.code).copied().unwrap_or(Some(rule.severity))
    }
}
