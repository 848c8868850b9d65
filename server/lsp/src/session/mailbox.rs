//! What the session is told and asked, and where that goes.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use agmark_syntax::Diagnostic;
use agmark_workspace::IndexedFile;

use lsp_types as lsp;
use tokio::sync::mpsc;

use crate::snapshot::Snapshot;
use crate::typing::Pause;

/// A question: it gets the snapshot of its moment, on a thread of its own.
pub type Question = Box<dyn FnOnce(Snapshot) + Send>;

/// What must be known before a question is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum When {
    /// Nothing more.
    Now,
    /// Each folder has been read.
    Complete,
    /// The same, if what is found in this document depends on other files.
    CompleteFor(lsp::Uri),
    /// Each folder has been read, and the person has stopped to type in this document, or has typed more.
    Paused(lsp::Uri),
    /// Each folder has been read, and all that was to be read again when the question came.
    Settled,
}

/// The files of a workspace for the index; `None` for a file that does not exist any more or has no format.
pub type IndexedFiles = Vec<(Arc<Path>, Option<Arc<IndexedFile>>)>;

/// The result of a reading.
#[derive(Default)]
pub struct ReadFiles {
    pub files: IndexedFiles,
    /// Folders that were not read completely, because they are too large.
    pub partly: Vec<PathBuf>,
}

/// The diagnostics of a task in one file.
pub struct FileDiagnostics {
    pub path: PathBuf,
    pub diagnostics: Vec<Diagnostic>,
}

/// What the session is told and asked.
pub enum Message {
    /// The client is ready to be asked in turn.
    Start,
    Open(lsp::TextDocumentItem),
    Change(lsp::DidChangeTextDocumentParams),
    Close(lsp::Uri),
    /// A person has stopped to type in a document, or saved it. The number is that of the last change before the pause;
    /// none where it does not matter.
    Paused {
        uri: lsp::Uri,
        number: Option<u64>,
        pause: Pause,
    },
    /// A message that could not be read may have changed this document, or any.
    Lost(Option<lsp::Uri>),
    /// The client's settings, if the notification carried them.
    SettingsChanged(serde_json::Value),
    Settings(serde_json::Value),
    Folders {
        added: Vec<PathBuf>,
        removed: Vec<PathBuf>,
    },
    FilesChanged(Vec<PathBuf>),
    /// A reading is over; none after a fault.
    Read(Option<ReadFiles>),
    /// Changes of files are told from now on.
    Watched,
    /// Changes in the folder of a document that is in no workspace are told from now on.
    OutsideFolderWatched(PathBuf),
    /// The client has not said in time that it tells of changes.
    NotWatched,
    /// Whoever waits for files to be read waits no more.
    GiveUp,
    /// What a task found: in place of all that its source had.
    Extra {
        source: &'static str,
        found: Vec<FileDiagnostics>,
    },
    Ask(When, Question),
}

/// Where messages go. Sending never waits.
#[derive(Clone)]
pub struct Mailbox(mpsc::UnboundedSender<Message>);

impl Mailbox {
    pub fn new() -> (Self, mpsc::UnboundedReceiver<Message>) {
        let (sender, receiver) = mpsc::unbounded_channel();
        (Self(sender), receiver)
    }

    pub fn send(&self, message: Message) {
        // The session ends with the process: nobody is left to care for the message.
        let _ = self.0.send(message);
    }
}
