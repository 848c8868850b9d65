//! Commands that take long, use the network or start processes. They belong to the program, not to a format, and run
//! only if a person asks.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc;
use std::time::Duration;

use agmark_syntax::{Command, Document, NewDocument, Outcome, Text};
use agmark_workspace::Formats;
use lsp_types as lsp;
use serde_json::Value;

use crate::cancel::Cancel;
use crate::outgoing::Outgoing;
use crate::session::mailbox::{FileDiagnostics, Mailbox, Message};
use crate::snapshot::Snapshot;

/// The interval in which a task that waits for a person checks whether it was cancelled.
const LOOK: Duration = Duration::from_millis(50);

/// The time limit for a person's answer.
const THINKING: Duration = Duration::from_secs(3600);

/// A task that runs one or more commands.
pub trait Task: Send + Sync + 'static {
    /// The commands of the task.
    fn commands(&self) -> &'static [Command];

    /// Runs a command on another thread.
    ///
    /// # Errors
    /// A message for the person: why it failed, and what helps.
    fn run(&self, command: &str, context: &TaskContext<'_>) -> Result<Outcome, String>;

    /// The code actions of the task for an open document, with or without a format.
    fn offers(&self, _document: &OpenDocument<'_>) -> Vec<CommandOffer> {
        Vec::new()
    }
}

/// An open document for which code actions are requested.
pub struct OpenDocument<'a> {
    pub path: &'a Path,
    pub text: &'a Text,
    /// The name of its format.
    pub format: Option<&'a str>,
    /// Whether [`TaskContext::choose`] can ask a person.
    pub asks: bool,
}

/// A command that is offered for a document. Its argument gets the `uri` of the document.
pub struct CommandOffer {
    pub title: String,
    pub command: &'static str,
    /// Further options of the argument, an object.
    pub options: Value,
}

/// Tasks by their commands.
pub type Tasks = Arc<Vec<Arc<dyn Task>>>;

/// The task of a command.
pub fn find(tasks: &Tasks, command: &str) -> Option<Arc<dyn Task>> {
    tasks.iter().find(|task| task.commands().iter().any(|c| c.id == command)).cloned()
}

/// The interface of a task to the session and the client.
pub struct TaskContext<'a> {
    pub(crate) snapshot: &'a Snapshot,
    pub(crate) arguments: &'a [Value],
    pub(crate) outgoing: &'a Outgoing,
    pub(crate) mailbox: &'a Mailbox,
    pub(crate) cancel: &'a Cancel,
    pub(crate) token: Option<lsp::ProgressToken>,
}

impl TaskContext<'_> {
    /// An option of the command's argument.
    pub fn option(&self, name: &str) -> Option<&Value> {
        self.arguments.first()?.get(name)
    }

    /// The file that the command is about: the argument's `uri`.
    pub fn path(&self) -> Option<Arc<Path>> {
        let uri = self.option("uri").or_else(|| self.arguments.first()).and_then(Value::as_str)?;
        Some(self.snapshot.key(&uri.parse().ok()?))
    }

    /// The document that the command is about, if it has a format.
    pub fn document(&self) -> Option<Document> {
        self.snapshot.document(&self.path()?)
    }

    /// The text of a file, from the editor or from disk.
    pub fn text(&self, path: &Path) -> Option<String> {
        self.snapshot.text(path).map(|text| text.to_string())
    }

    /// Whether the editor has the document open.
    pub fn is_open(&self, path: &Path) -> bool {
        self.snapshot.documents.contains_key(path)
    }

    /// All files of the workspace that have a format.
    pub fn files(&self) -> Vec<Arc<Path>> {
        self.snapshot.index.paths()
    }

    /// The folders of the workspace.
    pub fn roots(&self) -> &[PathBuf] {
        &self.snapshot.roots
    }

    /// The formats of files with the settings of files and of the editor.
    pub fn formats(&self) -> &Formats {
        &self.snapshot.formats
    }

    /// The settings of the editor, without those of files in the workspace.
    pub fn settings(&self) -> &Value {
        &self.snapshot.client_settings
    }

    /// Whether the task was cancelled. Check it often.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// Reports the progress, in percent if known.
    pub fn progress(&self, message: &str, percent: Option<u32>) {
        let Some(token) = &self.token else { return };
        let report = lsp::WorkDoneProgressReport {
            cancellable: Some(true),
            message: Some(message.to_owned()),
            percentage: percent.map(|p| p.min(100)),
        };
        self.outgoing.progress(token.clone(), lsp::WorkDoneProgress::Report(report));
    }

    /// Asks the person to choose one of `answers`; `None` if the client cannot ask, the person does not answer, or the
    /// task is cancelled.
    pub fn choose(&self, question: &str, answers: &[&str]) -> Option<String> {
        if !self.snapshot.client.asks {
            return None;
        }
        let (send, receive) = mpsc::channel();
        let actions = answers.iter().map(|title| lsp::MessageActionItem {
            title: (*title).to_owned(),
            properties: Default::default(),
        });
        let params = lsp::ShowMessageRequestParams {
            typ: lsp::MessageType::INFO,
            message: question.to_owned(),
            actions: Some(actions.collect()),
        };
        self.outgoing.ask_within::<lsp::request::ShowMessageRequest>(THINKING, params, move |answer| {
            // The task may have ended.
            let _ = send.send(answer.flatten().map(|item| item.title));
        });
        loop {
            match receive.recv_timeout(LOOK) {
                Ok(answer) => return answer,
                Err(mpsc::RecvTimeoutError::Timeout) if !self.is_cancelled() => {}
                Err(_) => return None,
            }
        }
    }

    /// Whether [`TaskContext::choose`] can ask a person.
    pub fn asks(&self) -> bool {
        self.snapshot.client.asks
    }

    /// Whether long questions are shown in full. Some editors truncate them.
    pub fn asks_at_length(&self) -> bool {
        self.snapshot.client.asks && self.snapshot.client.opens_answers
    }

    /// Shows a message.
    pub fn say(&self, text: &str) {
        self.outgoing.show(lsp::MessageType::INFO, text.to_owned());
    }

    /// Writes a line into the editor's log.
    pub fn log(&self, text: &str) {
        self.outgoing.log(lsp::MessageType::INFO, text.to_owned());
    }

    /// Opens a document beside the outcome.
    pub fn show(&self, written: &NewDocument) {
        self.outgoing.open(&self.snapshot.client, written);
    }

    /// Opens an existing file in the editor, or shows its path if the client cannot open it.
    pub fn open(&self, path: &Path) {
        self.outgoing.open_file(&self.snapshot.client, path);
    }

    /// Sends a status to the editor's extension, with the notification `agmark/status`.
    pub fn status(&self, value: Value) {
        if self.snapshot.client.hears_status {
            self.outgoing.status(value);
        }
    }

    /// Shows diagnostics of `source`, which replace all its earlier ones.
    pub fn publish(&self, source: &'static str, found: Vec<FileDiagnostics>) {
        self.mailbox.send(Message::Extra { source, found });
    }
}
