//! Other files, as one document can see them.

pub mod memory;
pub mod paths;
pub mod resolution;
pub mod summaries;
pub mod validity;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arcstr::ArcStr;
use rustc_hash::FxHashMap;

use crate::format::Data;
use crate::format::setting::NOTHING_SET;
use crate::world::summaries::Summaries;
use crate::world::validity::Validity;
use crate::{
    AnyFormat, Document, FormatSettings, LensOptions, Name, Rule, Severity, Span, Text, completion_list,
};

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    pub path: Arc<Path>,
    pub span: Span,
    /// The defined element, see [`crate::Definition::whole`].
    pub whole: Span,
}

/// The result of looking up a name in another file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameInFile {
    /// The file does not exist or has no format.
    NoFile,
    /// Unknown: the file is outside of the workspace or has not been read yet.
    Unknown,
    /// The file does not define the name.
    Missing,
    Found(Location),
}

/// What is at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathKind {
    /// Unknown: the document has no path, or reading the disk failed.
    Unknown,
    /// The path is outside of the workspace and is not read.
    Outside,
    Nothing,
    Folder,
    /// A file of any format.
    File,
}

/// An entry of a folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FolderEntry {
    pub name: String,
    pub is_folder: bool,
}

/// The other files, seen from one document. Paths given as text are relative to the document's folder. Nothing outside
/// of the workspace is read.
pub trait World {
    /// The definitions of `name` in other files, all or only the global ones.
    fn definitions(&self, name: &Name, only_global: bool) -> Vec<Location>;
    /// Whether any other file has a global definition of `name`.
    fn defines(&self, name: &Name) -> bool;
    /// Looks up `name` in the file at `path`.
    fn in_file(&self, path: &str, name: &Name) -> NameInFile;
    /// The global names of a namespace in other files.
    fn names(&self, space: &'static str) -> Vec<ArcStr>;

    /// The global names of a namespace that a completion offers for a word, in the files that `sees` accepts, sorted: all of
    /// them if there are few, otherwise the first that begin with the word. See [`crate::names::Names::offered`].
    fn offered(&self, space: &'static str, word: &str, sees: &dyn Fn(&Path) -> bool) -> Vec<ArcStr> {
        let is_seen = |name: &ArcStr| {
            self.definitions(&Name::new(space, name), true).iter().any(|place| sees(&place.path))
        };
        completion_list::offered(self.names(space).into_iter().filter(is_seen).collect(), word)
    }
    /// Whether all other files have been read. Until then, nothing is reported as missing in them.
    fn is_complete(&self) -> bool {
        true
    }
    /// The names of a namespace that the file at `path` defines, sorted.
    fn names_in(&self, _path: &str, _space: &'static str) -> Vec<ArcStr> {
        Vec::new()
    }
    /// The names of a namespace in the file at `path` that a completion offers for a word, as in [`Self::offered`].
    fn offered_in(&self, path: &str, space: &'static str, word: &str) -> Vec<ArcStr> {
        completion_list::offered(self.names_in(path, space), word)
    }
    /// The references in other files to the definition of `name` in this document.
    fn references(&self, _name: &Name) -> Vec<Location> {
        Vec::new()
    }
    /// The settings of the document's own file.
    fn settings(&self) -> Settings {
        Settings::default()
    }
    /// The path of the document's own file.
    fn path(&self) -> Option<&Path> {
        None
    }
    /// The normal path of `path`; `None` for a document without a path.
    fn resolve_path(&self, path: &str) -> Option<PathBuf> {
        self.path().map(|own| paths::beside(own, path))
    }
    /// A path as written in this document: relative to its folder, with `/`. Unchanged if no relative path leads
    /// there.
    fn relative(&self, path: &Path) -> String {
        self.path().map_or_else(|| path.to_string_lossy().into_owned(), |own| paths::from(own, path))
    }
    /// What is at `path`.
    fn path_kind(&self, _path: &str) -> PathKind {
        PathKind::Unknown
    }
    /// How long answers of [`Self::path_kind`] of this moment may be used again; `None` if they may not. Answers with
    /// different numbers expire at different moments.
    fn validity(&self, _number: usize) -> Option<Validity> {
        None
    }
    /// Whether answers with this validity may still be used.
    fn is_valid(&self, _validity: &Validity) -> bool {
        false
    }
    /// Whether `path` or a folder on the way to it from the workspace's folder is a link. Commands do not write there.
    fn is_linked(&self, _path: &str) -> bool {
        false
    }
    /// Whether the text of the file at `path` is that of an editor.
    fn is_open(&self, _path: &str) -> bool {
        false
    }
    /// The text of the file at `path`, from the editor or from disk; `None` if it cannot be read.
    fn read(&self, _path: &str) -> Option<Text> {
        None
    }
    /// The document of the file at `path`; `None` if it has no format. If no editor has it open, it costs as much as
    /// opening it, so use it in requests, not in checks after each keystroke.
    fn document(&self, _path: &str) -> Option<Document> {
        None
    }
    /// The entries of the folder at `path` (`""` is the document's own folder), sorted, without hidden and ignored
    /// files.
    fn entries(&self, _path: &str) -> Vec<FolderEntry> {
        Vec::new()
    }
    /// The summaries of the chunks of the file at `path`. They are the same until the file changes. See [`summary_of`].
    fn summaries(&self, _path: &str) -> Summaries {
        Summaries::default()
    }
    /// All other files of the workspace with this document's format and a summary, sorted by path.
    fn files_with_summary(&self) -> Vec<Arc<Path>> {
        Vec::new()
    }
    /// The files that the file at `path` imports, whether they exist or not.
    fn imports(&self, _path: &Path) -> Vec<PathBuf> {
        Vec::new()
    }
    /// The first import of the file at `target` in the file at `path`.
    fn import_span(&self, _path: &Path, _target: &Path) -> Option<Span> {
        None
    }
    /// The files that import this document.
    fn importers(&self) -> Vec<Arc<Path>> {
        Vec::new()
    }
}

/// The first summary of this type in the file at `path`.
pub fn summary_of<T: Data + Clone>(world: &dyn World, path: &str) -> Option<T> {
    world.summaries(path).iter().find_map(|(_, summary)| summary.get::<T>().cloned())
}

/// A world without other files.
pub struct EmptyWorld;

impl World for EmptyWorld {
    fn validity(&self, _: usize) -> Option<Validity> {
        Some(Validity { state: 0, until: None })
    }
    fn is_valid(&self, validity: &Validity) -> bool {
        validity.state == 0
    }
    fn definitions(&self, _: &Name, _: bool) -> Vec<Location> {
        Vec::new()
    }
    fn defines(&self, _: &Name) -> bool {
        false
    }
    fn in_file(&self, _: &str, _: &Name) -> NameInFile {
        NameInFile::NoFile
    }
    fn names(&self, _: &'static str) -> Vec<ArcStr> {
        Vec::new()
    }
}

/// The settings of one file: the severities of rules and the settings of its format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    levels: FxHashMap<String, Option<Severity>>,
    formats: BTreeMap<&'static str, FormatSettings>,
    /// The optional code lenses and inlay hints.
    pub show: LensOptions,
    /// The pause in typing after which an editor shows new diagnostics on the typed lines.
    pub typing_delay: std::time::Duration,
}

impl Settings {
    /// Sets the severity of a rule by its code; `None` switches it off.
    pub fn set(&mut self, code: &str, severity: Option<Severity>) {
        self.levels.insert(code.to_owned(), severity);
    }

    /// The settings of the formats with a name, to be changed.
    pub fn format_mut(&mut self, name: &'static str) -> &mut FormatSettings {
        self.formats.entry(name).or_default()
    }

    /// The settings of the formats with a name.
    pub fn format(&self, name: &str) -> &FormatSettings {
        self.formats.get(name).unwrap_or(&NOTHING_SET)
    }

    /// The format with its settings applied.
    pub fn configure(&self, format: Arc<dyn AnyFormat>) -> Arc<dyn AnyFormat> {
        format.configured(self.format(format.info().name)).unwrap_or(format)
    }

    /// The severity of a rule; `None` if it is off.
    pub fn severity(&self, rule: &Rule) -> Option<Severity> {
        self.levels.get(rule.code).copied().unwrap_or(Some(rule.severity))
    }

    /// The severity of a diagnostic; `None` if its rule is off. A diagnostic may be milder than its rule: if no
    /// severity is set for the rule, `own` is used.
    pub fn severity_of(&self, rule: &Rule, own: Severity) -> Option<Severity> {
        let severity = self.severity(rule)?;
        Some(if severity == rule.severity { own } else { severity })
    }
}
