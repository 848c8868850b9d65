//! What a document may ask about everything around it.

pub mod memory;
pub mod paths;
pub mod resolution;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::format::setting::NOTHING_SET;
use crate::format::{Data, ErasedData};
use crate::{AnyFormat, Document, FormatSettings, LensOptions, Name, Rule, Severity, Span, Text};

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    pub path: Arc<Path>,
    pub span: Span,
    /// What the name at the place stands for, see [`crate::Definition::whole`].
    pub whole: Span,
}

/// What another file says of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameInFile {
    /// The file does not exist, or is of no format of ours.
    NoFile,
    /// Nobody can say: the file lies outside of the workspace, or has not been read yet.
    Unknown,
    /// The file is there and does not define the name.
    Missing,
    Found(Location),
}

/// What is at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathKind {
    /// Nobody can say: the document is in no file, or the disk gives an error.
    Unknown,
    /// The path leads out of the workspace: nothing is looked at there.
    Outside,
    Nothing,
    Folder,
    /// A file, of one of our formats or of none.
    File,
}

/// Something in a folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FolderEntry {
    pub name: String,
    pub is_folder: bool,
}

/// The other files, seen from one document. Paths that are given as text are written relative to the
/// document's folder. Nothing outside of the workspace is looked at.
pub trait World {
    /// All definitions of `name` in other files, global or not; `global` is for the caller to choose.
    fn definitions(&self, name: &Name, only_global: bool) -> Vec<Location>;
    /// Whether any other file has a global definition of `name`.
    fn defines(&self, name: &Name) -> bool;
    /// Looks `name` up in the file at `path`.
    fn in_file(&self, path: &str, name: &Name) -> NameInFile;
    /// Global names of a namespace in other files: what could have been meant.
    fn names(&self, space: &'static str) -> Vec<Arc<str>>;

    /// Whether all other files have been read. As long as they have not, nothing is said of what is missing in
    /// them.
    fn is_complete(&self) -> bool {
        true
    }
    /// Names of a namespace that the file at `path` defines, global or not, sorted.
    fn names_in(&self, _path: &str, _space: &'static str) -> Vec<Arc<str>> {
        Vec::new()
    }
    /// Where other files mean what this document defines as `name`.
    fn references(&self, _name: &Name) -> Vec<Location> {
        Vec::new()
    }
    /// What is set for the document's own file.
    fn settings(&self) -> Settings {
        Settings::default()
    }
    /// The document's own file.
    fn path(&self) -> Option<&Path> {
        None
    }
    /// Where `path` leads, as a normal path; none for a document that is in no file.
    fn resolve_path(&self, path: &str) -> Option<PathBuf> {
        self.path().map(|own| paths::beside(own, path))
    }
    /// How a file would be named in this document: relative to its folder, with `/`. The path as it is where
    /// there is no such way.
    fn relative(&self, path: &Path) -> String {
        self.path().map_or_else(|| path.to_string_lossy().into_owned(), |own| paths::from(own, path))
    }
    /// What is at `path`.
    fn path_kind(&self, _path: &str) -> PathKind {
        PathKind::Unknown
    }
    /// Whether a link lies on the way to `path` from the workspace's folder, or is at `path` itself: what a document
    /// wants written there is not written.
    fn is_linked(&self, _path: &str) -> bool {
        false
    }
    /// The text of the file at `path`, as an editor has it or as it is on disk; none if it cannot be read.
    fn read(&self, _path: &str) -> Option<Text> {
        None
    }
    /// The file at `path`, read and understood, if it is of a format of ours. Costs as much as opening it where
    /// no editor has it open: for what a person asks for, not for what is found after each keystroke.
    fn document(&self, _path: &str) -> Option<Document> {
        None
    }
    /// What is in the folder at `path` (`""` is the document's own), sorted; hidden and ignored files are left
    /// out.
    fn entries(&self, _path: &str) -> Vec<FolderEntry> {
        Vec::new()
    }
    /// The summaries of the chunks of the file at `path` ([`crate::Format::Summary`]), each with the start of its chunk.
    /// See [`summary_of`].
    fn summaries(&self, _path: &str) -> Vec<(usize, ErasedData)> {
        Vec::new()
    }
    /// All other files of the workspace that have a summary and this document's format, by path.
    fn files_with_summary(&self) -> Vec<Arc<Path>> {
        Vec::new()
    }
    /// The files that the file at `path` imports, there or not.
    fn imports(&self, _path: &Path) -> Vec<PathBuf> {
        Vec::new()
    }
    /// Where the file at `path` first imports the file at `target`.
    fn import_span(&self, _path: &Path, _target: &Path) -> Option<Span> {
        None
    }
    /// The files that import this document's.
    fn importers(&self) -> Vec<Arc<Path>> {
        Vec::new()
    }
}

/// The first summary of this type in the file at `path`.
pub fn summary_of<T: Data + Clone>(world: &dyn World, path: &str) -> Option<T> {
    world.summaries(path).iter().find_map(|(_, summary)| summary.get::<T>().cloned())
}

/// A document on its own.
pub struct EmptyWorld;

impl World for EmptyWorld {
    fn definitions(&self, _: &Name, _: bool) -> Vec<Location> {
        Vec::new()
    }
    fn defines(&self, _: &Name) -> bool {
        false
    }
    fn in_file(&self, _: &str, _: &Name) -> NameInFile {
        NameInFile::NoFile
    }
    fn names(&self, _: &'static str) -> Vec<Arc<str>> {
        Vec::new()
    }
}

/// What is set for one file: how bad the rules are there, and the settings of its format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    levels: FxHashMap<String, Option<Severity>>,
    formats: BTreeMap<&'static str, FormatSettings>,
    /// What is shown besides the text.
    pub show: LensOptions,
    /// How long a person must not type before an editor shows new findings on the typed lines.
    pub typing_delay: std::time::Duration,
}

impl Settings {
    /// Sets a rule's severity by its code; none switches it off.
    pub fn set(&mut self, code: &str, severity: Option<Severity>) {
        self.levels.insert(code.to_owned(), severity);
    }

    /// What is set for the formats of a name, to be changed.
    pub fn format_mut(&mut self, name: &'static str) -> &mut FormatSettings {
        self.formats.entry(name).or_default()
    }

    /// What is set for the formats of a name.
    pub fn format(&self, name: &str) -> &FormatSettings {
        self.formats.get(name).unwrap_or(&NOTHING_SET)
    }

    /// A format with what is set for it here.
    pub fn configure(&self, format: Arc<dyn AnyFormat>) -> Arc<dyn AnyFormat> {
        format.configured(self.format(format.info().name)).unwrap_or(format)
    }

    /// A rule's severity here; none if it is off.
    pub fn severity(&self, rule: &Rule) -> Option<Severity> {
        self.levels.get(rule.code).copied().unwrap_or(Some(rule.severity))
    }

    /// The severity of a finding of a rule here; none if the rule is off. A finding may be milder than its rule (a note
    /// where the rule is an error), never by accident worse: where nobody has set anything else, `own` counts.
    pub fn severity_of(&self, rule: &Rule, own: Severity) -> Option<Severity> {
        let severity = self.severity(rule)?;
        Some(if severity == rule.severity { own } else { severity })
    }
}
