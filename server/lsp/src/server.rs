//! The protocol's methods. Each one only puts its message into the session's mailbox, before anything is
//! awaited: so the session sees messages in the order in which they came.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use agmark_syntax::Registry;
use dashmap::DashMap;
use lsp_types as lsp;
use tokio::sync::{Notify, oneshot};
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::{Client, LanguageServer};

use crate::cancel::Cancel;
use crate::capabilities::{self, ClientCan};
use crate::desk::{Desk, Started};
use crate::features::commands::Effect;
use crate::features::{
    actions, calls, commands, completion, definition, diagnostics, edits, folding, formatting, highlight,
    hints, hover, lens, links, references, rename, selection, signature, symbols, tokens, typing,
    workspace_symbols,
};
use crate::gate::Gate;
use crate::mailbox::{Mailbox, Message, When};
use crate::outgoing::Outgoing;
use crate::scratch::Scratch;
use crate::session::{self, Session};
use crate::snapshot::Snapshot;
use crate::task::{self, Context, Task, Tasks};
use crate::{parent, paths, workspace_state};

pub struct Server {
    client: Client,
    registry: Arc<Registry>,
    tasks: Tasks,
    scratch: Arc<Scratch>,
    /// Whether the client can be told to pull diagnostics again, known with its first message.
    refreshes: AtomicBool,
    /// Tasks on their way, by the token of their progress.
    running: Arc<DashMap<lsp::NumberOrString, Cancel>>,
    desk: Desk,
    pub gate: Gate,
    sent_tokens: Arc<tokens::Sent>,
    pub shut_down: Arc<AtomicBool>,
    /// Told when the client's process is gone.
    pub orphaned: Arc<Notify>,
}

impl Server {
    pub fn new(client: Client, registry: Arc<Registry>, tasks: Tasks, scratch: Arc<Scratch>) -> Self {
        Self {
            client,
            registry,
            tasks,
            scratch,
            refreshes: AtomicBool::new(false),
            running: Arc::default(),
            desk: Desk::default(),
            gate: Gate::default(),
            sent_tokens: Arc::default(),
            shut_down: Arc::default(),
            orphaned: Arc::default(),
        }
    }

    /// Reads from the client's first message what the protocol's types miss: they spell `workspace.diagnostics`,
    /// by which a client says that it can be told to pull again, in another way.
    pub fn hello(&self, params: &serde_json::Value) {
        let refreshes = params.pointer("/capabilities/workspace/diagnostics/refreshSupport");
        self.refreshes.store(refreshes == Some(&serde_json::Value::Bool(true)), Ordering::SeqCst);
    }

    /// Where messages for the session are handed in.
    pub fn desk(&self) -> Desk {
        self.desk.clone()
    }

    fn post(&self, message: Message) {
        self.desk.post(message);
    }

    /// Asks a snapshot of this moment. `question` runs on a thread of its own; a fault in it is answered
    /// with an error and goes no further. When the client takes the request back, this future is dropped
    /// and `question` is told.
    pub async fn ask<T, F>(&self, question: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Snapshot, &Cancel) -> std::result::Result<T, String> + Send + 'static,
    {
        self.ask_when(When::Now, question).await
    }

    /// The same, once enough files have been read.
    async fn ask_when<T, F>(&self, when: When, question: F) -> Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Snapshot, &Cancel) -> std::result::Result<T, String> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let cancel = Cancel::default();
        let waiting = cancel.waiting();
        self.post(Message::Ask(
            when,
            Box::new(move |snapshot| {
                if cancel.is_cancelled() {
                    return;
                }
                let result = catch_unwind(AssertUnwindSafe(|| question(&snapshot, &cancel)));
                // Nobody waits any more if the request was cancelled meanwhile.
                let _ = answer.send(match result {
                    Ok(Ok(value)) => Ok(value),
                    Ok(Err(refusal)) => Err(refused(refusal)),
                    Err(_) => Err(fault()),
                });
            }),
        ));
        let result = answered.await.unwrap_or_else(|_| Err(given_up()));
        drop(waiting);
        result
    }

    /// For questions that cannot be refused.
    async fn look<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Snapshot) -> T + Send + 'static,
    ) -> Result<T> {
        self.ask(move |snapshot, _| Ok(question(snapshot))).await
    }

    /// For questions that cannot be refused, and that need all files.
    async fn look_when<T: Send + 'static>(
        &self,
        when: When,
        question: impl FnOnce(&Snapshot) -> T + Send + 'static,
    ) -> Result<T> {
        self.ask_when(when, move |snapshot, _| Ok(question(snapshot))).await
    }

    /// For diagnostics: they wait until all files have been read, but not for ever. After that what can be said
    /// without the other files is answered.
    async fn look_patiently<T: Send + 'static>(
        &self,
        question: impl Fn(&Snapshot, &Cancel) -> T + Clone + Send + 'static,
    ) -> Result<T> {
        let again = question.clone();
        let complete = self.ask_when(When::Complete, move |now, cancel| Ok(question(now, cancel)));
        match tokio::time::timeout(self.gate.patience(), complete).await {
            Ok(answer) => answer,
            Err(_) => self.ask(move |now, cancel| Ok(again(now, cancel))).await,
        }
    }

    /// Runs a task, with a progress bar that can take it back.
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
            let context = Context {
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
            let effect = commands::effect(now, outcome, &|_| {
                Err("a task changes files by their paths only".to_owned())
            })?;
            Ok(Some(perform(now, &outgoing, &params.command, effect)))
        })
        .await
    }

    /// Takes back the task with a progress bar: the library has no method for this notification.
    pub async fn cancel_task(&self, params: lsp::WorkDoneProgressCancelParams) {
        if params.token == workspace_state::token() {
            self.post(Message::GiveUp);
        }
        if let Some(cancel) = self.running.get(&params.token) {
            cancel.cancel();
        }
    }
}

/// What is said of a fault of ours.
const FAULT: &str =
    "agmark failed on this request; the session goes on. `agmark lsp --record FILE` helps to report it";

/// The client's folders; the oldest clients give one root.
fn roots(params: &lsp::InitializeParams) -> Vec<PathBuf> {
    let folders = params.workspace_folders.iter().flatten();
    let roots: Vec<_> = folders.filter_map(|f| paths::to_path(&f.uri)).collect();
    #[allow(deprecated)]
    let root = params.root_uri.as_ref().and_then(paths::to_path);
    if roots.is_empty() { root.into_iter().collect() } else { roots }
}

/// Does what follows from a command; gives its answer.
fn perform(now: &Snapshot, outgoing: &Outgoing, command: &str, effect: Effect) -> serde_json::Value {
    if let Some(edit) = effect.edit {
        outgoing.apply(command.to_owned(), edit);
    }
    if let Some(written) = effect.written.filter(|_| !now.client.opens_answers) {
        outgoing.open(&now.client, &written);
    }
    if let Some(said) = effect.said {
        outgoing.show(lsp::MessageType::INFO, said);
    }
    effect.answer
}

/// What a progress bar says of a task.
fn title(task: &dyn Task, command: &str) -> String {
    let title = task.commands().iter().find(|c| c.id == command).map_or(command, |c| c.title);
    format!("agmark: {title}")
}

fn refused(message: String) -> Error {
    // RequestFailed: the request was sound, and there is a reason why it cannot be done.
    Error { code: ErrorCode::ServerError(-32803), message: message.into(), data: None }
}

/// What is answered to a question that waited for files when the wait was taken back or the server ends.
fn given_up() -> Error {
    let message = "agmark stopped waiting for the files of the workspace: ask again".into();
    Error { code: ErrorCode::RequestCancelled, message, data: None }
}

pub fn fault() -> Error {
    Error { code: ErrorCode::InternalError, message: FAULT.into(), data: None }
}

impl LanguageServer for Server {
    async fn initialize(&self, params: lsp::InitializeParams) -> Result<lsp::InitializeResult> {
        let refresh_diagnostics = self.refreshes.load(Ordering::SeqCst);
        let mut client = ClientCan { refresh_diagnostics, ..ClientCan::read(&params.capabilities) };
        // Helix shows documents when asked to; up to 25.07 it does not say so.
        client.shows_documents |= params.client_info.as_ref().is_some_and(|info| info.name == "helix");
        let capabilities = capabilities::server(&client, &self.registry, &self.tasks);
        let settings = params.initialization_options.clone().unwrap_or_default();
        let folders = roots(&params);
        let first = session::first(Arc::clone(&self.registry), client, &folders, settings);
        let (mailbox, messages) = Mailbox::new();
        let outgoing =
            Outgoing::new(self.client.clone(), tokio::runtime::Handle::current(), Arc::clone(&self.scratch));
        let session = Session::new(first, folders, mailbox.clone(), outgoing.clone(), self.gate.clone());
        let orphaned = Arc::clone(&self.orphaned);
        let start = move || {
            if let Some(id) = params.process_id {
                let orphaned = Arc::clone(&orphaned);
                parent::watch(id, move || orphaned.notify_one());
            }
            if let Err(error) = session.spawn(messages) {
                tracing::error!("no thread can be started, the server ends: {error}");
                orphaned.notify_one();
            }
        };
        if !self.desk.open(mailbox, outgoing, start) {
            return Err(Error::invalid_request());
        }
        Ok(lsp::InitializeResult {
            capabilities,
            server_info: Some(lsp::ServerInfo {
                name: "agmark".to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
        })
    }

    async fn initialized(&self, _: lsp::InitializedParams) {
        self.post(Message::Start);
    }

    async fn shutdown(&self) -> Result<()> {
        self.shut_down.store(true, Ordering::SeqCst);
        if self.desk.started().is_some() {
            self.post(Message::GiveUp);
        }
        Ok(())
    }

    async fn did_open(&self, params: lsp::DidOpenTextDocumentParams) {
        self.post(Message::Open(params.text_document));
    }

    async fn did_change(&self, params: lsp::DidChangeTextDocumentParams) {
        self.post(Message::Change(params));
    }

    async fn did_close(&self, params: lsp::DidCloseTextDocumentParams) {
        self.sent_tokens.remove(params.text_document.uri.as_str());
        self.post(Message::Close(params.text_document.uri));
    }

    async fn did_change_configuration(&self, params: lsp::DidChangeConfigurationParams) {
        self.post(Message::SettingsChanged(params.settings));
    }

    async fn did_change_workspace_folders(&self, params: lsp::DidChangeWorkspaceFoldersParams) {
        let folders =
            |list: &[lsp::WorkspaceFolder]| list.iter().filter_map(|f| paths::to_path(&f.uri)).collect();
        let (added, removed) = (folders(&params.event.added), folders(&params.event.removed));
        self.post(Message::Folders { added, removed });
    }

    async fn did_change_watched_files(&self, params: lsp::DidChangeWatchedFilesParams) {
        let changed = params.changes.iter().filter_map(|c| paths::to_path(&c.uri)).collect();
        self.post(Message::FilesChanged(changed));
    }

    async fn diagnostic(
        &self,
        params: lsp::DocumentDiagnosticParams,
    ) -> Result<lsp::DocumentDiagnosticReportResult> {
        self.look_patiently(move |now, _| diagnostics::document(now, &params)).await
    }

    async fn workspace_diagnostic(
        &self,
        params: lsp::WorkspaceDiagnosticParams,
    ) -> Result<lsp::WorkspaceDiagnosticReportResult> {
        self.look_patiently(move |now, cancel| diagnostics::workspace(now, &params, cancel).into()).await
    }

    async fn hover(&self, params: lsp::HoverParams) -> Result<Option<lsp::Hover>> {
        self.look(move |now| hover::hover(now, &params.text_document_position_params)).await
    }

    async fn completion(&self, params: lsp::CompletionParams) -> Result<Option<lsp::CompletionResponse>> {
        self.look(move |now| completion::complete(now, &params.text_document_position)).await
    }

    async fn goto_definition(
        &self,
        params: lsp::GotoDefinitionParams,
    ) -> Result<Option<lsp::GotoDefinitionResponse>> {
        self.look_when(When::Settled, move |now| {
            definition::definition(now, &params.text_document_position_params)
        })
        .await
    }

    async fn references(&self, params: lsp::ReferenceParams) -> Result<Option<Vec<lsp::Location>>> {
        self.look_when(When::Settled, move |now| references::references(now, &params)).await
    }

    async fn document_highlight(
        &self,
        params: lsp::DocumentHighlightParams,
    ) -> Result<Option<Vec<lsp::DocumentHighlight>>> {
        self.look(move |now| highlight::highlight(now, &params.text_document_position_params)).await
    }

    async fn prepare_rename(
        &self,
        params: lsp::TextDocumentPositionParams,
    ) -> Result<Option<lsp::PrepareRenameResponse>> {
        self.look_when(When::Settled, move |now| rename::prepare(now, &params)).await
    }

    async fn rename(&self, params: lsp::RenameParams) -> Result<Option<lsp::WorkspaceEdit>> {
        self.ask_when(When::Settled, move |now, _| rename::rename(now, &params)).await
    }

    async fn document_symbol(
        &self,
        params: lsp::DocumentSymbolParams,
    ) -> Result<Option<lsp::DocumentSymbolResponse>> {
        self.look(move |now| symbols::symbols(now, &params.text_document.uri)).await
    }

    async fn symbol(
        &self,
        params: lsp::WorkspaceSymbolParams,
    ) -> Result<Option<lsp::OneOf<Vec<lsp::SymbolInformation>, Vec<lsp::WorkspaceSymbol>>>> {
        self.look_when(When::Settled, move |now| {
            Some(lsp::OneOf::Left(workspace_symbols::symbols(now, &params.query)))
        })
        .await
    }

    async fn folding_range(&self, params: lsp::FoldingRangeParams) -> Result<Option<Vec<lsp::FoldingRange>>> {
        self.look(move |now| folding::folding(now, &params.text_document.uri)).await
    }

    async fn selection_range(
        &self,
        params: lsp::SelectionRangeParams,
    ) -> Result<Option<Vec<lsp::SelectionRange>>> {
        self.look(move |now| selection::selection(now, &params)).await
    }

    async fn document_link(&self, params: lsp::DocumentLinkParams) -> Result<Option<Vec<lsp::DocumentLink>>> {
        self.look(move |now| links::links(now, &params.text_document.uri)).await
    }

    async fn code_action(&self, params: lsp::CodeActionParams) -> Result<Option<lsp::CodeActionResponse>> {
        let tasks = Arc::clone(&self.tasks);
        self.look(move |now| actions::actions(now, &tasks, &params)).await
    }

    async fn formatting(&self, params: lsp::DocumentFormattingParams) -> Result<Option<Vec<lsp::TextEdit>>> {
        self.ask(move |now, _| formatting::document(now, &params.text_document.uri)).await
    }

    async fn range_formatting(
        &self,
        params: lsp::DocumentRangeFormattingParams,
    ) -> Result<Option<Vec<lsp::TextEdit>>> {
        self.ask(move |now, _| formatting::range(now, &params.text_document.uri, params.range)).await
    }

    async fn code_lens(&self, params: lsp::CodeLensParams) -> Result<Option<Vec<lsp::CodeLens>>> {
        self.look(move |now| lens::lenses(now, &params.text_document.uri)).await
    }

    async fn code_lens_resolve(&self, params: lsp::CodeLens) -> Result<lsp::CodeLens> {
        self.look_when(When::Settled, move |now| lens::resolve(now, params)).await
    }

    async fn inlay_hint(&self, params: lsp::InlayHintParams) -> Result<Option<Vec<lsp::InlayHint>>> {
        self.look(move |now| hints::hints(now, &params)).await
    }

    async fn signature_help(&self, params: lsp::SignatureHelpParams) -> Result<Option<lsp::SignatureHelp>> {
        self.look(move |now| signature::signature(now, &params.text_document_position_params)).await
    }

    async fn on_type_formatting(
        &self,
        params: lsp::DocumentOnTypeFormattingParams,
    ) -> Result<Option<Vec<lsp::TextEdit>>> {
        self.look(move |now| typing::on_type(now, &params)).await
    }

    async fn prepare_call_hierarchy(
        &self,
        params: lsp::CallHierarchyPrepareParams,
    ) -> Result<Option<Vec<lsp::CallHierarchyItem>>> {
        self.look_when(When::Settled, move |now| calls::prepare(now, &params.text_document_position_params))
            .await
    }

    async fn incoming_calls(
        &self,
        params: lsp::CallHierarchyIncomingCallsParams,
    ) -> Result<Option<Vec<lsp::CallHierarchyIncomingCall>>> {
        self.look_when(When::Settled, move |now| calls::incoming(now, &params.item)).await
    }

    async fn outgoing_calls(
        &self,
        params: lsp::CallHierarchyOutgoingCallsParams,
    ) -> Result<Option<Vec<lsp::CallHierarchyOutgoingCall>>> {
        self.look_when(When::Settled, move |now| calls::outgoing(now, &params.item)).await
    }

    async fn will_rename_files(&self, params: lsp::RenameFilesParams) -> Result<Option<lsp::WorkspaceEdit>> {
        self.ask_when(When::Settled, move |now, _| edits::will_rename(now, &params)).await
    }

    async fn execute_command(&self, params: lsp::ExecuteCommandParams) -> Result<Option<lsp::LSPAny>> {
        let Some(started) = self.desk.started() else { return Err(Error::invalid_request()) };
        let outgoing = started.outgoing.clone();
        match task::find(&self.tasks, &params.command) {
            Some(task) => self.run_task(task, params, started).await,
            None => {
                self.ask_when(When::Settled, move |now, _| {
                    let effect = commands::execute(now, &params.command, &params.arguments)?;
                    Ok(Some(perform(now, &outgoing, &params.command, effect)))
                })
                .await
            }
        }
    }

    async fn semantic_tokens_full(
        &self,
        params: lsp::SemanticTokensParams,
    ) -> Result<Option<lsp::SemanticTokensResult>> {
        let sent = Arc::clone(&self.sent_tokens);
        self.look(move |now| tokens::full(now, &params.text_document.uri, &sent)).await
    }

    async fn semantic_tokens_full_delta(
        &self,
        params: lsp::SemanticTokensDeltaParams,
    ) -> Result<Option<lsp::SemanticTokensFullDeltaResult>> {
        let sent = Arc::clone(&self.sent_tokens);
        self.look(move |now| tokens::delta(now, &params, &sent)).await
    }

    async fn semantic_tokens_range(
        &self,
        params: lsp::SemanticTokensRangeParams,
    ) -> Result<Option<lsp::SemanticTokensRangeResult>> {
        self.look(move |now| tokens::range(now, &params.text_document.uri, params.range)).await
    }
}
