//! Notifications and requests from the server to the client. No handler waits for them. One task sends notifications
//! in order. Each request waits in its own task with a time limit, so that a client that does not answer blocks
//! nothing.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use agmark_syntax::NewDocument;

use lsp_types::notification::{LogMessage, Notification, Progress, PublishDiagnostics, ShowMessage};
use lsp_types::request::Request;
use lsp_types::{self as lsp, MessageType};
use tokio::sync::mpsc;
use tower_lsp::Client;

use crate::protocol::client_capabilities::ClientCapabilities;
use crate::protocol::uris;
use crate::runtime::{self, Handle};
use crate::server::temporary_documents::TemporaryDocuments;
use crate::server::written_answers::WrittenAnswers;

/// The time limit for an answer.
const PATIENCE: Duration = Duration::from_secs(30);

type Say = Box<dyn FnOnce(Client) -> std::pin::Pin<Box<dyn Future<Output = ()> + Send>> + Send>;

#[derive(Clone)]
pub struct Outgoing {
    client: Client,
    runtime: Handle,
    says: mpsc::UnboundedSender<Say>,
    written: Arc<WrittenAnswers>,
    temporary_documents: Arc<TemporaryDocuments>,
}

impl Outgoing {
    pub fn new(
        client: Client,
        runtime: Handle,
        written: Arc<WrittenAnswers>,
        temporary_documents: Arc<TemporaryDocuments>,
    ) -> Self {
        let (says, mut queue) = mpsc::unbounded_channel::<Say>();
        let speaker = client.clone();
        runtime.spawn(async move {
            while let Some(say) = queue.recv().await {
                say(speaker.clone()).await;
            }
        });
        Self { client, runtime, says, written, temporary_documents }
    }

    pub fn runtime(&self) -> &Handle {
        &self.runtime
    }

    fn notify<N: Notification>(&self, params: N::Params)
    where
        N::Params: Send + 'static,
    {
        self.notify_later::<N>(move || Some(params));
    }

    /// Sends a notification with the parameters that `params` returns when it is about to be sent, if there are any.
    fn notify_later<N: Notification>(&self, params: impl FnOnce() -> Option<N::Params> + Send + 'static)
    where
        N::Params: Send + 'static,
    {
        let say = move |client: Client| {
            Box::pin(async move {
                if let Some(params) = params() {
                    client.send_notification::<N>(params).await;
                }
            }) as std::pin::Pin<Box<dyn Future<Output = ()> + Send>>
        };
        // The receiver is dropped when the process ends.
        let _ = self.says.send(Box::new(say));
    }

    /// Sends diagnostics, unless `stale` returns true when they are about to be sent. They are written as JSON here,
    /// like large answers.
    pub fn publish(
        &self,
        params: lsp::PublishDiagnosticsParams,
        stale: impl FnOnce() -> bool + Send + 'static,
    ) {
        if let Ok(json) = serde_json::to_vec(&params) {
            self.publish_written(json, stale);
        }
    }

    /// Like [`Self::publish`], with parameters that are JSON already.
    pub fn publish_written(&self, json: Vec<u8>, stale: impl FnOnce() -> bool + Send + 'static) {
        let written = Arc::clone(&self.written);
        self.notify_later::<WrittenDiagnostics>(move || (!stale()).then(|| written.put(json)));
    }

    pub fn log(&self, typ: MessageType, message: String) {
        self.notify::<LogMessage>(lsp::LogMessageParams { typ, message });
    }

    pub fn show(&self, typ: MessageType, message: String) {
        self.notify::<ShowMessage>(lsp::ShowMessageParams { typ, message });
    }

    pub fn progress(&self, token: lsp::ProgressToken, value: lsp::WorkDoneProgress) {
        let value = lsp::ProgressParamsValue::WorkDone(value);
        self.notify::<Progress>(lsp::ProgressParams { token, value });
    }

    /// Sends a request. `then` gets the answer, or `None` after an error or the time limit.
    pub fn ask<R: Request>(&self, params: R::Params, then: impl FnOnce(Option<R::Result>) + Send + 'static)
    where
        R::Params: Send + 'static,
        R::Result: Send + 'static,
    {
        self.ask_within::<R>(PATIENCE, params, then);
    }

    /// Like [`Self::ask`] with another time limit, for questions to a person.
    pub fn ask_within<R: Request>(
        &self,
        limit: Duration,
        params: R::Params,
        then: impl FnOnce(Option<R::Result>) + Send + 'static,
    ) where
        R::Params: Send + 'static,
        R::Result: Send + 'static,
    {
        let client = self.client.clone();
        self.runtime.spawn(async move {
            let answer = runtime::timeout(limit, client.send_request::<R>(params)).await;
            if let Ok(Err(error)) = &answer {
                tracing::debug!("the client refused {}: {error}", R::METHOD);
            }
            then(answer.ok().and_then(Result::ok));
        });
    }

    /// Shows a progress bar that can be cancelled.
    pub fn begin(&self, title: &str) -> lsp::ProgressToken {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let token = lsp::ProgressToken::String(format!("agmark/task/{number}"));
        let create = lsp::WorkDoneProgressCreateParams { token: token.clone() };
        self.ask::<lsp::request::WorkDoneProgressCreate>(create, |_| ());
        let begin = lsp::WorkDoneProgressBegin {
            title: title.to_owned(),
            cancellable: Some(true),
            message: None,
            percentage: None,
        };
        self.progress(token.clone(), lsp::WorkDoneProgress::Begin(begin));
        token
    }

    pub fn end(&self, token: lsp::ProgressToken) {
        self.progress(token, lsp::WorkDoneProgress::End(lsp::WorkDoneProgressEnd { message: None }));
    }

    /// Sends a status to the editor's extension.
    pub fn status(&self, value: serde_json::Value) {
        self.notify::<Status>(value);
    }

    /// Asks the client to apply an edit. `done` is shown after it is applied.
    pub fn apply(&self, label: String, edit: lsp::WorkspaceEdit, done: Option<String>) {
        let this = self.clone();
        let params = lsp::ApplyWorkspaceEditParams { label: Some(label), edit };
        self.ask::<lsp::request::ApplyWorkspaceEdit>(params, move |answer| {
            let Some(answer) = answer else { return };
            match (answer.applied, answer.failure_reason, done) {
                (true, _, Some(done)) => this.show(MessageType::INFO, done),
                (false, Some(reason), _) => {
                    this.show(MessageType::WARNING, format!("the editor did not apply the change: {reason}"));
                }
                _ => {}
            }
        });
    }

    /// Opens a new document in a client that does not open it from the answer.
    pub fn open(&self, client: &ClientCapabilities, written: &NewDocument) {
        match self.temporary_documents.write(written) {
            Ok(path) => self.open_file(client, &path),
            Err(error) => {
                // Log the text, because creating it may have been expensive.
                self.log(MessageType::INFO, format!("{}:\n{}", written.name, written.text));
                let said = format!("cannot write {}: {error}. Its text is in the editor's log", written.name);
                self.show(MessageType::ERROR, said);
            }
        }
    }

    /// Opens a file, or shows its path.
    pub fn open_file(&self, client: &ClientCapabilities, path: &Path) {
        let said = format!("written to {}", path.display());
        let Some(uri) = uris::to_uri(path).filter(|_| client.shows_documents) else {
            return self.show(MessageType::INFO, said);
        };
        let params =
            lsp::ShowDocumentParams { uri, external: Some(false), take_focus: Some(true), selection: None };
        let this = self.clone();
        self.ask::<lsp::request::ShowDocument>(params, move |answer| {
            if !answer.is_some_and(|a| a.success) {
                this.show(MessageType::INFO, said);
            }
        });
    }
}

/// Diagnostics of which the parameters are the number of a written answer.
enum WrittenDiagnostics {}

impl Notification for WrittenDiagnostics {
    type Params = serde_json::Value;
    const METHOD: &'static str = PublishDiagnostics::METHOD;
}

/// The status of a task for the editor's extension.
enum Status {}

impl Notification for Status {
    type Params = serde_json::Value;
    const METHOD: &'static str = "agmark/status";
}
