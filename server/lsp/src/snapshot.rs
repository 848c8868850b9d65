//! Everything that a question may be asked about, at one moment. Shared, and never changed.

pub mod addresses;

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use agmark_syntax::diagnostics::diagnose;
use agmark_syntax::{
    AnyFormat, Candidate, Diagnostic, Document, Encoding, Location, Registry, Settings, Surroundings, Text,
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
    /// As the editor wrote it: what it gets back.
    pub uri: Uri,
    pub version: i32,
    pub language: Arc<str>,
    pub text: Text,
    /// None while the text is of no format of ours, or not known.
    pub document: Option<Document>,
    /// A change could not be read, so that the editor has another text: until all of it is sent again, nothing
    /// is said of the document, and nothing in it is changed.
    pub lost: bool,
    pub settings: Arc<Settings>,
    /// Counts changes of text and settings over all documents: equal means nothing changed.
    pub state: u64,
    /// What other files said about this one when its format was told.
    pub surroundings: Surroundings,
    /// What the person is typing; none after a long pause.
    pub typing: Option<Typing>,
    /// A text of no format as the format reads it that helps there, see [`Format::helps`]: read once for each text, and only
    /// when somebody asks.
    pub guest: Arc<OnceLock<Option<Document>>>,
}

impl Open {
    /// What tells the format of the document, which lies at `path`.
    pub fn candidate<'a>(&'a self, path: &'a Path) -> Candidate<'a> {
        Candidate {
            path: Some(path),
            language: Some(&self.language),
            text: &self.text,
            surroundings: self.surroundings,
        }
    }

    /// Takes what is set for it now. Gives whether its format reads it anew because of that.
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
        // What the person types is compared with a document that was read with other settings.
        self.typing = None;
        true
    }

    /// Whether a person types in the document, without a pause since.
    pub fn is_being_typed(&self) -> bool {
        self.typing.as_ref().is_some_and(Typing::is_typing)
    }

    /// The text as the format reads it that helps there.
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
    /// The texts of further addresses of open documents: a client that has a file open under two addresses keeps two
    /// texts. The one that was opened or changed last stands for the file, the others are here, by address.
    pub behind: Arc<HashMap<String, Arc<Open>>>,
    pub addresses: Arc<Addresses>,
    /// The documents as they are when the question is asked, where it waited and they may have changed.
    pub later: Option<Arc<Documents>>,
    /// Whether each folder has been read. Before that, nothing is said of what other files lack.
    pub complete: bool,
    /// Folders of which not all was read, because there is too much.
    pub partly: Arc<Vec<PathBuf>>,
    pub index: Index,
    pub disk: Arc<Disk>,
    pub configs: Arc<Configs>,
    /// The formats of files with what is set for them, by files and by the client.
    pub formats: Formats,
    /// What the client has set, in the form of the configuration file.
    pub client_settings: Arc<serde_json::Value>,
    pub roots: Arc<Vec<PathBuf>>,
    /// Counts what happened outside of open documents: the index, the configuration.
    pub generation: u64,
    /// Counts changes of open documents, as long as there are some that look into others.
    pub elsewhere: u64,
    /// What tasks found, by their source.
    pub extras: Arc<Extras>,
    /// The moment before a person began to type in some document; none after a pause.
    pub before_typing: Option<Arc<BeforeTyping>>,
}

/// What a task found, by file.
pub type Extras = BTreeMap<&'static str, HashMap<Arc<Path>, Vec<Diagnostic>>>;

/// The largest text of no format in which a format helps, in bytes: it is read anew after each change.
const HELPED: usize = 1 << 20;

/// A document in a question.
pub struct Asked<'a> {
    pub path: Arc<Path>,
    pub open: &'a Open,
    pub document: &'a Document,
}

impl Snapshot {
    pub fn encoding(&self) -> Encoding {
        self.client.encoding
    }

    /// The key of the document at an address.
    pub fn key(&self, uri: &Uri) -> Arc<Path> {
        self.addresses.key(uri)
    }

    /// What is open at an address, as the client has it there, of a format of ours or not.
    pub fn opened(&self, uri: &Uri) -> Option<(Arc<Path>, &Open)> {
        let path = self.key(uri);
        let open = self.behind.get(uri.as_str()).or_else(|| self.documents.get(&path))?;
        Some((path, open))
    }

    /// All that is open of the document with a key: a text for each address.
    pub fn texts_of(&self, path: &Path) -> Vec<&Arc<Open>> {
        let behind = self.behind.values().filter(|open| *self.key(&open.uri) == *path);
        self.documents.get(path).into_iter().chain(behind).collect()
    }

    /// This moment with the documents of an earlier one.
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

    /// The open document at an address; none if it is not open or of no format of ours.
    pub fn asked(&self, uri: &Uri) -> Option<Asked<'_>> {
        let (path, open) = self.opened(uri)?;
        Some(Asked { path, open, document: open.document.as_ref()? })
    }

    /// The open document at an address if it is of no format and some format helps there, see [`Format::helps`].
    pub fn guest(&self, uri: &Uri) -> Option<Asked<'_>> {
        let (path, open) = self.opened(uri)?;
        if open.document.is_some() || open.lost || open.text.len() > HELPED {
            return None;
        }
        let document = open.guest.get_or_init(|| open.read_by_helper(&path, &self.registry)).as_ref()?;
        Some(Asked { path, open, document })
    }

    /// An open document whose text is known. Of another one counts what is on disk, as in the index.
    fn known(&self, path: &Path) -> Option<&Arc<Open>> {
        self.documents.get(path).filter(|open| !open.lost)
    }

    /// Whether the text of a document is the one that the editor has.
    ///
    /// # Errors
    /// In a sentence for people, if it is open and may differ.
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

    /// The document at `path`, open or read for this; none if it is of no format of ours.
    pub fn document(&self, path: &Path) -> Option<Document> {
        if let Some(open) = self.known(path) {
            return open.document.clone();
        }
        self.disk.current_document(path, self.index.surroundings(path))
    }

    /// The diagnostics of an open document.
    pub fn findings(&self, asked: &Asked<'_>) -> Vec<Diagnostic> {
        let view = self.view(&asked.path, &**asked.document.format());
        diagnose(asked.document, &view, &asked.open.settings)
    }

    /// A file that is not open, read and understood, with its diagnostics.
    pub fn findings_in_file(&self, path: &Path) -> Option<(Document, Vec<Diagnostic>)> {
        let document = self.document(path)?;
        let view = self.view(path, &**document.format());
        let found = diagnose(&document, &view, &self.settings(path));
        Some((document, found))
    }

    /// What is set for a file.
    pub fn settings(&self, path: &Path) -> Settings {
        self.formats.settings(path)
    }

    /// The text of any file, as the editor has it or as it is on disk.
    pub fn text(&self, path: &Path) -> Option<Text> {
        if let Some(open) = self.known(path) {
            return Some(open.text.clone());
        }
        self.disk.current_text(path).ok()
    }

    /// The address under which the client knows a file.
    pub fn uri(&self, path: &Path) -> Option<Uri> {
        match self.documents.get(path) {
            Some(open) => Some(open.uri.clone()),
            None => uris::to_uri(path),
        }
    }

    /// Texts of many places, each file read once.
    pub fn texts(&self) -> Texts<'_> {
        Texts { snapshot: self, last: None }
    }
}

/// What is said of a document that the editor has in another state than the server.
pub fn out_of_step(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    format!("agmark could not read a change of {name} and does not know its text: close and open it again")
}

/// Turns places into the protocol's locations; places of one file should follow each other.
pub struct Texts<'a> {
    snapshot: &'a Snapshot,
    last: Option<(Arc<Path>, Text, Uri)>,
}

impl Texts<'_> {
    /// The text and address of a place's file; none if the file cannot be read any more.
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
