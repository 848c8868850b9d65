//! The immutable state of the session at one moment, for requests.

pub mod addresses;

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use agmark_syntax::diagnostics::find;
use agmark_syntax::{
    AnyFormat, Candidate, Diagnostic, Document, Encoding, Findings, Location, Registry, Settings,
    Surroundings, Text,
};
use agmark_workspace::{Configs, Disk, Formats, Index, View};
use lsp_types::Uri;

use crate::protocol::client_capabilities::ClientCapabilities;
use crate::protocol::uris;
use crate::snapshot::addresses::Addresses;
use crate::typing::Typing;
use crate::typing::before_typing::BeforeTyping;

/// A document that an editor has open.
#[derive(Clone)]
pub struct Open {
    /// The URI as the client wrote it.
    pub uri: Uri,
    pub version: i32,
    pub language: Arc<str>,
    pub text: Text,
    /// `None` if the text has no format or is not known.
    pub document: Option<Document>,
    /// Whether an invalid change was received, so that the editor may have another text. Until it sends the whole
    /// text, the document is neither checked nor changed.
    pub lost: bool,
    pub settings: Arc<Settings>,
    /// The number of the last change of text or settings, over all documents.
    pub state: u64,
    /// What other files said about this one when its format was detected.
    pub surroundings: Surroundings,
    /// What the person is typing; `None` after a long pause.
    pub typing: Option<Typing>,
    /// The document of a text without a format, as the format that helps there reads it
    /// ([`agmark_syntax::Claim::Help`]). Computed when first needed.
    pub guest: Arc<OnceLock<Option<Document>>>,
}

impl Open {
    /// The input for detecting the format of the document at `path`.
    pub fn candidate<'a>(&'a self, path: &'a Path) -> Candidate<'a> {
        Candidate {
            path: Some(path),
            language: Some(&self.language),
            text: &self.text,
            surroundings: self.surroundings,
        }
    }

    /// Changes the settings. Returns whether the document was analyzed again because of them.
    pub fn set(&mut self, settings: Arc<Settings>, state: u64) -> bool {
        let before = std::mem::replace(&mut self.settings, settings);
        self.state = state;
        self.guest = Arc::default();
        let Some(document) = &self.document else { return false };
        let name = document.format().info().name;
        if before.format(name) == self.settings.format(name) {
            return false;
        }
        let format = self.settings.configure(Arc::clone(document.format()));
        self.document = Some(Document::new(format, &self.text.to_string()));
        // The typing refers to a document with other settings.
        self.typing = None;
        true
    }

    /// Whether a person types in the document, without a pause.
    pub fn is_being_typed(&self) -> bool {
        self.typing.as_ref().is_some_and(Typing::is_typing)
    }

    /// The document as the format that helps there reads it.
    fn read_by_helper(&self, path: &Path, registry: &Registry) -> Option<Document> {
        let format = self.settings.configure(registry.helper(&self.candidate(path))?);
        Some(Document::new(format, &self.text.to_string()))
    }
}

/// Open documents by their keys.
pub type Documents = HashMap<Arc<Path>, Arc<Open>>;

/// One moment of the session.
#[derive(Clone)]
pub struct Snapshot {
    pub registry: Arc<Registry>,
    pub client: Arc<ClientCapabilities>,
    pub documents: Arc<Documents>,
    /// The texts of further URIs of open documents. A client that has a file open under two URIs has two texts. The
    /// text that was opened or changed last represents the file, the others are here.
    pub behind: Arc<HashMap<String, Arc<Open>>>,
    pub addresses: Arc<Addresses>,
    /// The current documents, if the question waited and they may have changed.
    pub later: Option<Arc<Documents>>,
    /// Whether each folder has been read. Before that, nothing is reported as missing in other files.
    pub complete: bool,
    /// Folders that were not read completely, because they are too large.
    pub partly: Arc<Vec<PathBuf>>,
    pub index: Index,
    pub disk: Arc<Disk>,
    pub configs: Arc<Configs>,
    /// The formats of files with the settings of files and of the client.
    pub formats: Formats,
    /// The client's settings, in the form of the configuration file.
    pub client_settings: Arc<serde_json::Value>,
    pub roots: Arc<Vec<PathBuf>>,
    /// The number of changes of the index and the configuration.
    pub generation: u64,
    /// The number of changes of open documents, counted while some depend on others.
    pub elsewhere: u64,
    /// The diagnostics of tasks, by their source.
    pub extras: Arc<Extras>,
    /// The moment before a person started to type in a document; `None` after a pause.
    pub before_typing: Option<Arc<BeforeTyping>>,
}

/// The diagnostics of tasks, by source and file.
pub type Extras = BTreeMap<&'static str, HashMap<Arc<Path>, Vec<Diagnostic>>>;

/// The largest text without a format in which a format helps, in bytes. It is analyzed again after each change.
const HELPED: usize = 1 << 20;

/// The document of a request.
pub struct RequestedDocument<'a> {
    pub path: Arc<Path>,
    pub open: &'a Open,
    pub document: &'a Document,
}

impl Snapshot {
    pub fn encoding(&self) -> Encoding {
        self.client.encoding
    }

    /// The key of a URI's document.
    pub fn key(&self, uri: &Uri) -> Arc<Path> {
        self.addresses.key(uri)
    }

    /// The open text of a URI, with or without a format.
    pub fn opened(&self, uri: &Uri) -> Option<(Arc<Path>, &Open)> {
        let path = self.key(uri);
        let open = self.behind.get(uri.as_str()).or_else(|| self.documents.get(&path))?;
        Some((path, open))
    }

    /// All open texts of a document, one for each URI.
    pub fn texts_of(&self, path: &Path) -> Vec<&Arc<Open>> {
        let behind = self.behind.values().filter(|open| *self.key(&open.uri) == *path);
        self.documents.get(path).into_iter().chain(behind).collect()
    }

    /// This snapshot with the documents of an earlier one.
    pub fn with_open_of(&self, moment: Self) -> Self {
        Self {
            later: Some(Arc::clone(&self.documents)),
            index: self.index.with_open_of(&moment.index),
            documents: moment.documents,
            behind: moment.behind,
            addresses: moment.addresses,
            ..self.clone()
        }
    }

    /// The open document of a URI; `None` if it is not open or has no format.
    pub fn asked(&self, uri: &Uri) -> Option<RequestedDocument<'_>> {
        let (path, open) = self.opened(uri)?;
        Some(RequestedDocument { path, open, document: open.document.as_ref()? })
    }

    /// The open document of a URI without a format in which some format helps ([`agmark_syntax::Claim::Help`]).
    pub fn guest(&self, uri: &Uri) -> Option<RequestedDocument<'_>> {
        let (path, open) = self.opened(uri)?;
        if open.document.is_some() || open.lost || open.text.len() > HELPED {
            return None;
        }
        let document = open.guest.get_or_init(|| open.read_by_helper(&path, &self.registry)).as_ref()?;
        Some(RequestedDocument { path, open, document })
    }

    /// An open document whose text is known. For others, the file on disk is used, as in the index.
    fn known(&self, path: &Path) -> Option<&Arc<Open>> {
        self.documents.get(path).filter(|open| !open.lost)
    }

    /// Checks that the text of a document is the editor's text.
    ///
    /// # Errors
    /// A message for the person, if the document is open and may differ.
    pub fn in_step(&self, path: &Path) -> Result<(), String> {
        match self.documents.get(path) {
            Some(open) if open.lost => Err(out_of_step(path)),
            _ => Ok(()),
        }
    }

    /// The other files, seen from `path`.
    pub fn view<'a>(&'a self, path: &'a Path, format: &'a dyn AnyFormat) -> View<'a> {
        let view = View::new(&self.index, Some(path), format.info().name).on(&self.disk);
        let partly = path.parent().is_some_and(|folder| self.partly.iter().any(|known| known == folder));
        if self.complete && !partly { view } else { view.incomplete() }
    }

    /// The document at `path`, open or read from disk; `None` if it has no format.
    pub fn document(&self, path: &Path) -> Option<Document> {
        if let Some(open) = self.known(path) {
            return open.document.clone();
        }
        self.disk.current_document(path, self.index.surroundings(path))
    }

    /// The diagnostics of an open document.
    pub fn findings(&self, asked: &RequestedDocument<'_>) -> Findings {
        let view = self.view(&asked.path, &**asked.document.format());
        find(asked.document, &view, &asked.open.settings)
    }

    /// The document of a file that is not open, with its diagnostics.
    pub fn findings_in_file(&self, path: &Path) -> Option<(Document, Findings)> {
        let document = self.document(path)?;
        let view = self.view(path, &**document.format());
        let found = find(&document, &view, &self.settings(path));
        Some((document, found))
    }

    /// What is set for a file.
    pub fn settings(&self, path: &Path) -> Settings {
        self.formats.settings(path)
    }

    /// The text of any file, from the editor or from disk.
    pub fn text(&self, path: &Path) -> Option<Text> {
        if let Some(open) = self.known(path) {
            return Some(open.text.clone());
        }
        self.disk.current_text(path).ok()
    }

    /// The text of another file for the document at `path`, from the editor or at most a few seconds old. Thousands of
    /// diagnostics may name the same file.
    pub fn recent_text(&self, path: &Path, other: &Path) -> Option<Text> {
        match self.known(other) {
            Some(open) => Some(open.text.clone()),
            None => self.disk.read(path, other).or_else(|| self.text(other)),
        }
    }

    /// The URI of a file, as the client wrote it if it is open.
    pub fn uri(&self, path: &Path) -> Option<Uri> {
        match self.documents.get(path) {
            Some(open) => Some(open.uri.clone()),
            None => uris::to_uri(path),
        }
    }

    /// Converts many locations and reads each file once.
    pub fn texts(&self) -> Texts<'_> {
        Texts { snapshot: self, last: None }
    }
}

/// The message about a document whose text in the editor is unknown.
pub fn out_of_step(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    format!("agmark could not read a change of {name} and does not know its text: close and open it again")
}

/// Converts locations to the protocol's type. Locations of one file should follow each other.
pub struct Texts<'a> {
    snapshot: &'a Snapshot,
    last: Option<(Arc<Path>, Text, Uri)>,
}

impl Texts<'_> {
    /// The text and URI of a location's file; `None` if the file cannot be read.
    pub fn of(&mut self, place: &Location) -> Option<(&Text, &Uri)> {
        if self.last.as_ref().is_none_or(|(path, ..)| *path != place.path) {
            let text = self.snapshot.text(&place.path)?;
            self.last = Some((Arc::clone(&place.path), text, self.snapshot.uri(&place.path)?));
        }
        self.last.as_ref().map(|(_, text, uri)| (text, uri))
    }

    pub fn location(&mut self, place: &Location) -> Option<lsp_types::Location> {
        let encoding = self.snapshot.encoding();
        let (text, uri) = self.of(place)?;
        Some(lsp_types::Location {
            uri: uri.clone(),
            range: crate::protocol::to_proto::range(text, place.span, encoding),
        })
    }
}
