//! The server and its requests to the session. The protocol's methods are in [`methods`].

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use agmark_syntax::Registry;
use dashmap::DashMap;
use lsp_types as lsp;
use tokio::sync::{Notify, oneshot};
use tower_lsp::Client;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};

use crate::cancel::Cancel;
use crate::features::commands::Effect;
use crate::features::{commands, semantic_tokens};
use crate::outgoing::Outgoing;
use crate::protocol::uris;
use crate::runtime;
use crate::server::session_handle::{SessionHandle, Started};
use crate::server::temporary_documents::TemporaryDocuments;
use crate::server::written_answers::WrittenAnswers;
use crate::session::mailbox::{Message, When};
use crate::session::reading_gate::ReadingGate;
use crate::session::session_workspace;
use crate::snapshot::Snapshot;
use crate::task::{Task, TaskContext, Tasks};

pub mod client_process;
mod methods;
pub mod session_handle;
pub mod temporary_documents;
pub mod written_answers;
mod written_methods;

pub struct Server {
    client: Client,
    registry: Arc<Registry>,
    tasks: Tasks,
    temporary_documents: Arc<TemporaryDocuments>,
    /// Whether the client supports refreshing pulled diagnostics, known after its first message.
    refreshes: AtomicBool,
    /// Running tasks by the token of their progress.
    running: Arc<DashMap<lsp::NumberOrString, Cancel>>,
    session: SessionHandle,
    pub gate: ReadingGate,
    sent_tokens: Arc<semantic_tokens::Sent>,
    pub written_answers: Arc<WrittenAnswers>,
    pub shut_down: Arc<AtomicBool>,
    /// Notified when the client's process has ended.
    pub orphaned: Arc<Notify>,
}

impl Server {
    pub fn new(
        client: Client,
        registry: Arc<Registry>,
        tasks: Tasks,
        temporary_documents: Arc<TemporaryDocuments>,
    ) -> Self {
        Self {
            client,
            registry,
            tasks,
            temporary_documents,
            refreshes: AtomicBool::new(false),
            running: Arc::default(),
            session: SessionHandle::default(),
            gate: ReadingGate::default(),
            sent_tokens: Arc::default(),
            written_answers: Arc::default(),
            shut_down: Arc::default(),
            orphaned: Arc::default(),
        }
    }

    /// Reads `workspace.diagnostics.refreshSupport` from the client's first message, because the protocol's types have
    /// another spelling.
    pub fn hello(&self, params: &serde_json::Value) {
        let refreshes = params.pointer("/capabilities/workspace/diagnostics/refreshSupport");
        self.refreshes.store(refreshes == Some(&serde_json::Value::Bool(true)), Ordering::SeqCst);
    }

    /// Where messages for the session are handed in.
    pub fn session(&self) -> SessionHandle {
        self.session.clone()
    }

    fn post(&self, message: Message) {
        self.session.post(message);
    }

    /// Runs `question` with a snapshot of this moment on another thread. A panic becomes an error answer. If the
    /// client cancels the request, this future is dropped and `question` is cancelled.
    pub async fn ask<T, F>(&self, question: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Snapshot, &Cancel) -> std::result::Result<T, String> + Send + 'static,
    {
        self.ask_when(When::Now, question).await
    }

    /// Like [`Self::ask`], after enough files have been read.
    async fn ask_when<T, F>(&self, when: When, question: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Snapshot, &Cancel) -> std::result::Result<T, String> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let cancel = Cancel::default();
        let waiting = cancel.waiting();
        self.session.ask(
            when,
            Box::new(move |snapshot| {
                if cancel.is_cancelled() {
                    return;
                }
                let result = catch_unwind(AssertUnwindSafe(|| question(&snapshot, &cancel)));
                // The receiver is dropped if the request was cancelled.
                let _ = answer.send(match result {
                    Ok(Ok(value)) => Ok(value),
                    Ok(Err(refusal)) => Err(refused(refusal)),
                    Err(_) => Err(fault()),
                });
            }),
        );
        let result = answered.await.unwrap_or_else(|_| Err(given_up()));
        drop(waiting);
        result
    }

    /// Like [`Self::ask`] for questions that cannot fail.
    async fn look<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Snapshot) -> T + Send + 'static,
    ) -> Result<T> {
        self.ask(move |snapshot, _| Ok(question(snapshot))).await
    }

    /// Like [`Self::ask_when`] for questions that cannot fail.
    async fn look_when<T: Send + 'static>(
        &self,
        when: When,
        question: impl FnOnce(&Snapshot) -> T + Send + 'static,
    ) -> Result<T> {
        self.ask_when(when, move |snapshot, _| Ok(question(snapshot))).await
    }

    /// Waits until all files have been read, up to a time limit. After the limit the answer is computed without the
    /// other files.
    async fn look_patiently<T: Send + 'static>(
        &self,
        when: When,
        question: impl Fn(&Snapshot, &Cancel) -> T + Clone + Send + 'static,
    ) -> Result<T> {
        let again = question.clone();
        let complete = self.ask_when(when, move |now, cancel| Ok(question(now, cancel)));
        match runtime::timeout(self.gate.patience(), complete).await {
            Ok(answer) => answer,
            Err(_) => self.ask(move |now, cancel| Ok(again(now, cancel))).await,
        }
    }

    /// Runs a task with a progress bar that can cancel it.
    async fn run_task(
        &self,
        task: Arc<dyn Task>,
        params: lsp::ExecuteCommandParams,
        started: &Started,
    ) -> Result<Option<lsp::LSPAny>> {
        let (outgoing, mailbox) = (started.outgoing.clone(), started.mailbox.clone());
        let running = Arc::clone(&self.running);
        self.ask_when(When::Settled, move |now, cancel| {
            let token = now.client.progress.then(|| outgoing.begin(&title(&*task, &params.command)));
            if let Some(token) = &token {
                running.insert(token.clone(), cancel.clone());
            }
            let context = TaskContext {
                snapshot: now,
                arguments: &params.arguments,
                outgoing: &outgoing,
                mailbox: &mailbox,
                cancel,
                token: token.clone(),
            };
            let outcome = catch_unwind(AssertUnwindSafe(|| task.run(&params.command, &context)));
            if let Some(token) = token {
                running.remove(&token);
                outgoing.end(token);
            }
            let outcome = outcome.unwrap_or_else(|_| Err(FAULT.to_owned()))?;
            let title = title_of(&*task, &params.command).to_owned();
            let effect =
                commands::effect(now, outcome, &|_| Err("a task returned edits without a path".to_owned()))?;
            Ok(Some(perform(now, &outgoing, title, effect)))
        })
        .await
    }

    /// Cancels the task of a progress bar. The library has no method for this notification.
    pub async fn cancel_task(&self, params: lsp::WorkDoneProgressCancelParams) {
        if params.token == session_workspace::token() {
            self.post(Message::GiveUp);
        }
        if let Some(cancel) = self.running.get(&params.token) {
            cancel.cancel();
        }
    }
}

/// The message about an internal error.
const FAULT: &str =
    "internal error in this request. To report it, record the session: `agmark lsp --record FILE`";

/// The client's folders. Old clients have one root.
fn roots(params: &lsp::InitializeParams) -> Vec<PathBuf> {
    let folders = params.workspace_folders.iter().flatten();
    let roots: Vec<_> = folders.filter_map(|f| uris::to_path(&f.uri)).collect();
    #[allow(deprecated)]
    let root = params.root_uri.as_ref().and_then(uris::to_path);
    if roots.is_empty() { root.into_iter().collect() } else { roots }
}

/// Applies the effect of a command and returns its answer. Editors show the title in their undo list.
fn perform(now: &Snapshot, outgoing: &Outgoing, title: String, effect: Effect) -> serde_json::Value {
    if let Some(edit) = effect.edit {
        let done = effect.done.map(|done| format!("{title}: {done}"));
        outgoing.apply(title, edit, done);
    }
    if let Some(written) = effect.written.filter(|_| !now.client.opens_answers) {
        outgoing.open(&now.client, &written);
    }
    if let Some(said) = effect.said {
        outgoing.show(lsp::MessageType::INFO, said);
    }
    effect.answer
}

/// The title of a task's progress bar.
fn title(task: &dyn Task, command: &str) -> String {
    format!("agmark: {}", title_of(task, command))
}

fn title_of<'a>(task: &dyn Task, command: &'a str) -> &'a str {
    task.commands().iter().find(|c| c.id == command).map_or(command, |c| c.title)
}

fn refused(message: String) -> Error {
    // RequestFailed: the request was valid but failed.
    Error { code: ErrorCode::ServerError(-32803), message: message.into(), data: None }
}

/// The error of a request that waited for files, if the wait was cancelled or the server ends.
fn given_up() -> Error {
    let message = "agmark stopped waiting for the files of the workspace: ask again".into();
    Error { code: ErrorCode::RequestCancelled, message, data: None }
}

pub fn fault() -> Error {
    Error { code: ErrorCode::InternalError, message: FAULT.into(), data: None }
}
