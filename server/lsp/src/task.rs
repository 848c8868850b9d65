//! Commands that take long, use the network or start processes. They are no business of a format: the program
//! brings them along, and nothing of them runs unless a person asks.

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

/// How often a task that waits for a person looks whether it was taken back.
const LOOK: Duration = Duration::from_millis(50);

/// How long a person may think about a question.
const THINKING: Duration = Duration::from_secs(3600);

/// Something that a person may ask for by the id of a command.
pub trait Task: Send + Sync + 'static {
    /// The commands that it does.
    fn commands(&self) -> &'static [Command];

    /// Does one of them, on a thread of its own.
    ///
    /// # Errors
    /// When it cannot be done: a sentence for people, saying why and what would help.
    fn run(&self, command: &str, context: &TaskContext<'_>) -> Result<Outcome, String>;

    /// What could be done with a document that is open, as code actions: also with one that is of no format of ours.
    fn offers(&self, _document: &OpenDocument<'_>) -> Vec<CommandOffer> {
        Vec::new()
    }
}

/// A document for which somebody asks what could be done.
pub struct OpenDocument<'a> {
    pub path: &'a Path,
    pub text: &'a Text,
    /// The name of its format; none if it is of none of ours.
    pub format: Option<&'a str>,
    /// Whether [`TaskContext::choose`] can reach a person.
    pub asks: bool,
}

/// A command that is offered for a document, whose `uri` its argument gets.
pub struct CommandOffer {
    pub title: String,
    pub command: &'static str,
    /// Further options of the argument, an object.
    pub options: Value,
}

/// Tasks by their commands.
pub type Tasks = Arc<Vec<Arc<dyn Task>>>;

/// The task that does a command.
pub fn find(tasks: &Tasks, command: &str) -> Option<Arc<dyn Task>> {
    tasks.iter().find(|task| task.commands().iter().any(|c| c.id == command)).cloned()
}

/// What a task may know and say.
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

    /// The document that the command is about, if it is of one of our formats.
    pub fn document(&self) -> Option<Document> {
        self.snapshot.document(&self.path()?)
    }

    /// The text of a file, as the editor has it or as it is on disk.
    pub fn text(&self, path: &Path) -> Option<String> {
        self.snapshot.text(path).map(|text| text.to_string())
    }

    /// Whether the editor has a document open whose changes are not saved, among those that agmark knows.
    pub fn is_open(&self, path: &Path) -> bool {
        self.snapshot.documents.contains_key(path)
    }

    /// All files of the workspace that are of one of our formats.
    pub fn files(&self) -> Vec<Arc<Path>> {
        self.snapshot.index.paths()
    }

    /// The folders of the workspace.
    pub fn roots(&self) -> &[PathBuf] {
        &self.snapshot.roots
    }

    /// The formats of files, with what is set for them by files and by the editor.
    pub fn formats(&self) -> &Formats {
        &self.snapshot.formats
    }

    /// What the person has set in the editor: never from a file of the workspace.
    pub fn settings(&self) -> &Value {
        &self.snapshot.client_settings
    }

    /// Whether nobody waits any more: to be asked often.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// Says how far it is, in hundredths if that is known.
    pub fn progress(&self, message: &str, percent: Option<u32>) {
        let Some(token) = &self.token else { return };
        let report = lsp::WorkDoneProgressReport {
            cancellable: Some(true),
            message: Some(message.to_owned()),
            percentage: percent.map(|p| p.min(100)),
        };
        self.outgoing.progress(token.clone(), lsp::WorkDoneProgress::Report(report));
    }

    /// Asks the person to choose one of `answers`. None where the client cannot ask, the person turned away, or
    /// the task was taken back.
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
            // The task may be gone.
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

    /// Whether [`TaskContext::choose`] can reach a person.
    pub fn asks(&self) -> bool {
        self.snapshot.client.asks
    }

    /// Whether questions are shown whole, however long they are: other editors cut long messages off.
    pub fn asks_at_length(&self) -> bool {
        self.snapshot.client.asks && self.snapshot.client.opens_answers
    }

    /// Shows a sentence.
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

    /// Opens a file that is there, for the person to write in. Where the client cannot, they are told where it lies.
    pub fn open(&self, path: &Path) {
        self.outgoing.open_file(&self.snapshot.client, path);
    }

    /// Tells the editor's part of agmark something: the notification `agmark/status`.
    pub fn status(&self, value: Value) {
        if self.snapshot.client.hears_status {
            self.outgoing.status(value);
        }
    }

    /// Shows findings as diagnostics of `source`, in place of all that it had before.
    pub fn publish(&self, source: &'static str, found: Vec<FileDiagnostics>) {
        self.mailbox.send(Message::Extra { source, found });
    }
}
