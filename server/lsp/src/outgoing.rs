//! What the server says and asks on its own. Nothing here is awaited by a handler: notifications leave
//! through one task, in order; requests each wait in a task of their own, with a time limit, so that a
//! client that never answers holds up nothing.

use std::time::Duration;

use lsp_types::notification::{LogMessage, Notification, Progress, PublishDiagnostics, ShowMessage};
use lsp_types::request::Request;
use lsp_types::{self as lsp, MessageType};
use tokio::runtime::Handle;
use tokio::sync::mpsc;
use tower_lsp::Client;

/// How long an answer is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

type Say = Box<dyn FnOnce(Client) -> std::pin::Pin<Box<dyn Future<Output = ()> + Send>> + Send>;

#[derive(Clone)]
pub struct Outgoing {
    client: Client,
    runtime: Handle,
    says: mpsc::UnboundedSender<Say>,
}

impl Outgoing {
    pub fn new(client: Client, runtime: Handle) -> Self {
        let (says, mut queue) = mpsc::unbounded_channel::<Say>();
        let speaker = client.clone();
        runtime.spawn(async move {
            while let Some(say) = queue.recv().await {
                say(speaker.clone()).await;
            }
        });
        Self { client, runtime, says }
    }

    pub fn runtime(&self) -> &Handle {
        &self.runtime
    }

    /// Sends a notification unless `stale` says, when its turn comes, that it is not wanted any more.
    fn notify<N: Notification>(&self, params: N::Params, stale: impl FnOnce() -> bool + Send + 'static)
    where
        N::Params: Send + 'static,
    {
        let say = move |client: Client| {
            Box::pin(async move {
                if !stale() {
                    client.send_notification::<N>(params).await;
                }
            }) as std::pin::Pin<Box<dyn Future<Output = ()> + Send>>
        };
        // The receiver goes when the process ends: nobody is left to be told.
        let _ = self.says.send(Box::new(say));
    }

    pub fn publish(
        &self,
        params: lsp::PublishDiagnosticsParams,
        stale: impl FnOnce() -> bool + Send + 'static,
    ) {
        self.notify::<PublishDiagnostics>(params, stale);
    }

    pub fn log(&self, typ: MessageType, message: String) {
        self.notify::<LogMessage>(lsp::LogMessageParams { typ, message }, || false);
    }

    pub fn show(&self, typ: MessageType, message: String) {
        self.notify::<ShowMessage>(lsp::ShowMessageParams { typ, message }, || false);
    }

    pub fn progress(&self, token: lsp::ProgressToken, value: lsp::WorkDoneProgress) {
        let value = lsp::ProgressParamsValue::WorkDone(value);
        self.notify::<Progress>(lsp::ProgressParams { token, value }, || false);
    }

    /// Asks the client; `then` gets the answer, or None if the client refused or was silent too long.
    pub fn ask<R: Request>(&self, params: R::Params, then: impl FnOnce(Option<R::Result>) + Send + 'static)
    where
        R::Params: Send + 'static,
        R::Result: Send + 'static,
    {
        let client = self.client.clone();
        self.runtime.spawn(async move {
            let answer = tokio::time::timeout(PATIENCE, client.send_request::<R>(params)).await;
            if let Ok(Err(error)) = &answer {
                tracing::debug!("the client refused {}: {error}", R::METHOD);
            }
            then(answer.ok().and_then(Result::ok));
        });
    }
}
