//! The index over all files of a workspace.

use std::path::Path;
use std::sync::Arc;

use agmark_syntax::{Definition, Document, Link, Name, Place, Reference, Span, SymbolKind};

/// What other files need of a file. Spans count from the start of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileFacts {
    /// [`agmark_syntax::Format::name`] of the file's format.
    pub format: &'static str,
    /// By name, then by place.
    pub definitions: Vec<Definition>,
    /// By name, then by place.
    pub references: Vec<Reference>,
    /// Those that a search over the workspace finds, in order.
    pub symbols: Vec<FileSymbol>,
    /// In order.
    pub links: Vec<Link>,
}

/// A symbol of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileSymbol {
    pub name: String,
    pub detail: String,
    pub kind: SymbolKind,
    /// What is selected when somebody goes there.
    pub span: Span,
    /// The name of the symbol around it.
    pub container: Option<String>,
}

/// A symbol that a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub path: Arc<Path>,
    pub name: String,
    pub detail: String,
    pub kind: SymbolKind,
    /// What is selected when somebody goes there.
    pub span: Span,
    /// The name of the symbol around it.
    pub container: Option<String>,
}

impl FileFacts {
    /// Puts the facts of a document's chunks together.
    pub fn of(document: &Document) -> Self {
        Self {
            format: document.format().name(),
            definitions: Vec::new(),
            references: Vec::new(),
            symbols: Vec::new(),
            links: Vec::new(),
        }
    }
}

/// All files of a workspace at one moment. A clone is cheap and keeps the moment.
#[derive(Clone, Default)]
pub struct Index {}

impl Index {
    /// Sets what the file at `path` says on disk; none if it is gone or of no format. Gives the names whose
    /// definitions changed in number or in who sees them: none while an open document covers the file.
    pub fn set_closed(&mut self, _path: Arc<Path>, _file: Option<Arc<FileFacts>>) -> Vec<Name> {
        Vec::new()
    }

    /// Sets the open document of a path, which covers the file on disk; none uncovers it.
    pub fn set_open(&mut self, _path: Arc<Path>, _document: Option<Document>) {}

    /// What the file at `path` says: the open document, else the file on disk.
    pub fn file(&self, _path: &Path) -> Option<&FileFacts> {
        None
    }

    /// The open document at `path`.
    pub fn open(&self, _path: &Path) -> Option<&Document> {
        None
    }

    /// All files, open or not, sorted.
    pub fn paths(&self) -> Vec<Arc<Path>> {
        Vec::new()
    }

    /// How many files there are, open or not.
    pub fn len(&self) -> usize {
        0
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where files of a format define `name`, by path and place; the file `except` is left out.
    pub fn definitions(
        &self,
        _format: &str,
        _name: &Name,
        _only_global: bool,
        _except: Option<&Path>,
    ) -> Vec<Place> {
        Vec::new()
    }

    /// Whether a file of a format defines `name`; the file `except` is left out.
    pub fn defines(&self, _format: &str, _name: &Name, _only_global: bool, _except: Option<&Path>) -> bool {
        false
    }

    /// The names of a namespace that files of a format define for all others, sorted.
    pub fn names(&self, _format: &str, _space: &str) -> Vec<Arc<str>> {
        Vec::new()
    }

    /// The symbols that match `query` best, at most `limit`: its letters occur in the name in this order,
    /// whatever their case.
    pub fn symbols(&self, _query: &str, _limit: usize) -> Vec<Found> {
        Vec::new()
    }

    /// Whether some file imports the one at `path`.
    pub fn imported(&self, _path: &Path) -> bool {
        false
    }
}
