//! Tests of the session without a server process: messages are passed to it directly, and a test decides when a reading
//! ends.

mod messages;
mod publishing;
mod questions;
mod readings;

use std::path::{Path, PathBuf};
use std::sync::mpsc as std_mpsc;
use std::time::Duration;

use agmark_workspace::toy;
use futures_util::StreamExt;
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tower_lsp::jsonrpc::Request;
use tower_lsp::{ClientSocket, LspService};
use tower_service::Service;

use super::*;
use crate::protocol::client_capabilities::ClientCapabilities;
use crate::protocol::uris;
use crate::server::Server;
use crate::server::temporary_documents::TemporaryDocuments;
use crate::server::written_answers::WrittenAnswers;
use crate::session::mailbox::When;
use crate::task::Tasks;

/// A test fails after this time. It never waits for it to pass.
const LIMIT: Duration = Duration::from_secs(20);

/// A session with a mailbox that the test empties, and what it sent to the client.
struct TestSession {
    session: Session,
    mailbox: Mailbox,
    messages: mpsc::UnboundedReceiver<Message>,
    sent: ClientSocket,
    written: Arc<WrittenAnswers>,
    runtime: Runtime,
    _service: LspService<Server>,
}

impl TestSession {
    fn new(client: ClientCapabilities, folders: &[PathBuf]) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let registry = Arc::new(toy::registry());
        let mut connection = None;
        let (mut service, sent) = LspService::new(|client| {
            connection = Some(client.clone());
            let temporary = Arc::new(TemporaryDocuments::default());
            Server::new(client, Arc::clone(&registry), Tasks::default(), temporary)
        });
        let initialize = Request::build("initialize").params(json!({ "capabilities": {} })).id(1).finish();
        runtime.block_on(service.call(initialize)).unwrap();
        let temporary = Arc::new(TemporaryDocuments::default());
        let written = Arc::new(WrittenAnswers::default());
        let outgoing =
            Outgoing::new(connection.unwrap(), runtime.handle().clone(), Arc::clone(&written), temporary);
        let (mailbox, messages) = Mailbox::new();
        // Diagnostics are shown without a pause in typing.
        let settings = json!({ "typing-delay": 0 });
        let now = first(registry, client, folders, settings);
        let gate = ReadingGate::default();
        let session = Session::new(now, folders.to_vec(), mailbox.clone(), outgoing, gate);
        Self { session, mailbox, messages, sent, written, runtime, _service: service }
    }

    fn take(&mut self, message: Message) {
        self.session.take(message);
    }

    fn open(&mut self, path: &Path, text: &str) {
        self.take(open(path, text));
    }

    fn change(&mut self, path: &Path, version: i32, text: &str) {
        self.take(change(path, version, text));
    }

    /// Asks for the text of a document and for the definitions of `shared` in other files.
    fn ask(&mut self, when: When, path: &Path) -> std_mpsc::Receiver<(String, usize)> {
        let (answer, answered) = std_mpsc::channel();
        let uri = uri(path);
        let question = move |snapshot: Snapshot| {
            let (path, open) = snapshot.opened(&uri).unwrap();
            let view = snapshot.view(&path, &**open.document.as_ref().unwrap().format());
            let shared = agmark_syntax::World::definitions(&view, &Name::new("id", "shared"), true).len();
            answer.send((open.text.to_string(), shared)).unwrap();
        };
        self.take(Message::Ask(when, Box::new(question)));
        answered
    }

    /// The next message in the mailbox, from a reading.
    fn next(&mut self) -> Message {
        let next = async { tokio::time::timeout(LIMIT, self.messages.recv()).await };
        self.runtime.block_on(next).expect("a message in time").expect("a message")
    }

    /// Passes the result of the running reading to the session.
    fn end_reading(&mut self) {
        let message = self.next();
        assert!(matches!(message, Message::Read(Some(_))), "the reading ended without a fault");
        self.take(message);
    }

    /// The next notification or request of this method to the client.
    fn sent(&mut self, method: &str) -> Value {
        let found = async {
            while let Some(request) = self.sent.next().await {
                if request.method() == method {
                    let params = request.params().cloned().unwrap_or_default();
                    let written = self.written.take(&params);
                    return written.map_or(params, |json| serde_json::from_slice(&json).unwrap());
                }
            }
            panic!("the connection is closed");
        };
        let found = async { tokio::time::timeout(LIMIT, found).await };
        self.runtime.block_on(found).unwrap_or_else(|_| panic!("the server sends {method}"))
    }
}

fn uri(path: &Path) -> lsp::Uri {
    uris::to_uri(path).unwrap()
}

fn open(path: &Path, text: &str) -> Message {
    Message::Open(lsp::TextDocumentItem {
        uri: uri(path),
        language_id: "toy".to_owned(),
        version: 1,
        text: text.to_owned(),
    })
}

fn change(path: &Path, version: i32, text: &str) -> Message {
    Message::Change(lsp::DidChangeTextDocumentParams {
        text_document: lsp::VersionedTextDocumentIdentifier { uri: uri(path), version },
        content_changes: vec![lsp::TextDocumentContentChangeEvent {
            range: None,
            range_length: None,
            text: text.to_owned(),
        }],
    })
}

fn answer<T>(answered: &std_mpsc::Receiver<T>) -> T {
    answered.recv_timeout(LIMIT).expect("an answer in time")
}

/// Whether a question is still waiting.
fn waits<T>(answered: &std_mpsc::Receiver<T>) -> bool {
    matches!(answered.try_recv(), Err(std_mpsc::TryRecvError::Empty))
}
