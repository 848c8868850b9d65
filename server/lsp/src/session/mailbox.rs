//! The messages to the session and its mailbox.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use agmark_syntax::Diagnostic;
use agmark_workspace::IndexedFile;

use lsp_types as lsp;
use tokio::sync::mpsc;

use crate::snapshot::Snapshot;
use crate::typing::Pause;

/// A question. It runs on another thread with the snapshot of its moment.
pub type Question = Box<dyn FnOnce(Snapshot) + Send>;

/// The condition for running a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum When {
    /// Without a condition.
    Now,
    /// Each folder has been read.
    Complete,
    /// Each folder has been read, if the diagnostics of this document depend on other files.
    CompleteFor(lsp::Uri),
    /// Each folder has been read, and the person has stopped typing in this document or has typed more.
    Paused(lsp::Uri),
    /// Each folder has been read, and all readings that were requested before the question are done.
    Settled,
}

/// The files of a workspace for the index; `None` for a file that was deleted or has no format.
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

/// A message to the session.
pub enum Message {
    /// The client accepts requests.
    Start,
    Open(lsp::TextDocumentItem),
    Change(lsp::DidChangeTextDocumentParams),
    Close(lsp::Uri),
    /// A person has stopped typing in a document or saved it. `number` is that of the last change before the pause;
    /// `None` for any.
    Paused {
        uri: lsp::Uri,
        number: Option<u64>,
        pause: Pause,
    },
    /// An invalid message may have changed this document, or any document.
    Lost(Option<lsp::Uri>),
    /// The client's settings, if the notification carried them.
    SettingsChanged(serde_json::Value),
    Settings(serde_json::Value),
    Folders {
        added: Vec<PathBuf>,
        removed: Vec<PathBuf>,
    },
    FilesChanged(Vec<PathBuf>),
    /// Files of a reading that has not ended. The reading sends the next ones after `taken`.
    ReadPart {
        files: IndexedFiles,
        taken: std::sync::mpsc::Sender<()>,
    },
    /// A reading has ended; `None` after a panic.
    Read(Option<ReadFiles>),
    /// Files are watched from now on.
    Watched,
    /// The folder of a document outside of the workspace is watched from now on.
    OutsideFolderWatched(PathBuf),
    /// The client has not confirmed in time that it watches files.
    NotWatched,
    /// Drops the questions that wait for files.
    GiveUp,
    /// Much was read some time ago.
    Quiet,
    /// The diagnostics of a task, which replace all earlier ones of its source.
    Extra {
        source: &'static str,
        found: Vec<FileDiagnostics>,
    },
    Ask(When, Question),
}

/// The sender of messages. Sending never waits.
#[derive(Clone)]
pub struct Mailbox {
    sender: mpsc::UnboundedSender<Message>,
    idle: Arc<Idle>,
}

/// The state of a session that has no messages to take, for questions that do not have to wait for its thread.
#[derive(Default)]
struct Idle {
    sent: AtomicU64,
    last: Mutex<Last>,
}

#[derive(Default)]
struct Last {
    taken: u64,
    /// `None` while a message is taken.
    moment: Option<Moment>,
}

/// The state of a session after a message.
#[derive(Clone)]
pub struct Moment {
    pub snapshot: Snapshot,
    /// Whether each folder has been read.
    pub is_complete: bool,
}

impl Mailbox {
    pub fn new() -> (Self, mpsc::UnboundedReceiver<Message>) {
        let (sender, receiver) = mpsc::unbounded_channel();
        (Self { sender, idle: Arc::default() }, receiver)
    }

    pub fn send(&self, message: Message) {
        // Counted before it can be taken.
        self.idle.sent.fetch_add(1, Ordering::SeqCst);
        // The receiver is dropped only when the process ends.
        let _ = self.sender.send(message);
    }

    /// The state of the session if it has taken all messages that were sent before.
    pub fn moment(&self) -> Option<Moment> {
        let last = self.last();
        last.moment.as_ref().filter(|_| last.taken == self.idle.sent.load(Ordering::SeqCst)).cloned()
    }

    /// Notes that the session takes a message. Its state is not kept meanwhile, so that it can be changed without a copy.
    pub(super) fn begin(&self) {
        let mut last = self.last();
        last.taken += 1;
        let before = last.moment.take();
        drop(last);
        // Other threads must not wait for this.
        drop(before);
    }

    /// Notes the state of the session after a message.
    pub(super) fn end(&self, moment: Moment) {
        self.last().moment = Some(moment);
    }

    fn last(&self) -> MutexGuard<'_, Last> {
        self.idle.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
