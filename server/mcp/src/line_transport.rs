//! Messages as lines: standard input and output, or a pipe in tests.
//!
//! The transport of the library ignores a line that it cannot read, and ends the session when a notification comes before
//! the first request. Here each unreadable line is answered, and the session goes on.

use std::collections::HashSet;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use rmcp::RoleServer;
use rmcp::model::{ClientJsonRpcMessage, ErrorData, JsonRpcMessage, NumberOrString, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::{Mutex as AsyncMutex, Notify};

/// The longest line in bytes.
const LONGEST: usize = 64 << 20;

/// The number of requests that are answered at the same time. More wait in the pipe, so that a client that never reads
/// does not fill the memory.
const IN_FLIGHT: usize = 2048;

/// A transport of one message a line.
pub struct LineTransport<R, W> {
    reader: BufReader<R>,
    /// The line so far. Reading can be interrupted at any point.
    line: Vec<u8>,
    /// The line is too long, and the rest of it is skipped.
    skipping: bool,
    writer: Arc<AsyncMutex<Option<W>>>,
    in_flight: Arc<InFlight>,
    /// Whether a request was received.
    begun: bool,
}

/// The requests without an answer.
#[derive(Default)]
struct InFlight {
    ids: Mutex<HashSet<NumberOrString>>,
    answered: Notify,
}

impl InFlight {
    fn ids(&self) -> std::sync::MutexGuard<'_, HashSet<NumberOrString>> {
        self.ids.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn end(&self, id: Option<&NumberOrString>) {
        if let Some(id) = id {
            self.ids().remove(id);
            self.answered.notify_one();
        }
    }
}

/// What a line is.
enum Incoming {
    Message(Box<ClientJsonRpcMessage>),
    /// Answered with this error.
    Invalid(ErrorData, Option<NumberOrString>),
    Nothing,
}

impl<R, W> LineTransport<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    pub fn new(input: R, output: W) -> Self {
        Self {
            reader: BufReader::new(input),
            line: Vec::new(),
            skipping: false,
            writer: Arc::new(AsyncMutex::new(Some(output))),
            in_flight: Arc::default(),
            begun: false,
        }
    }

    /// Reads until a line is complete; false at the end of the input. A line that is too long becomes
    /// an invalid message.
    async fn read_line(&mut self) -> io::Result<bool> {
        loop {
            let available = self.reader.fill_buf().await?;
            if available.is_empty() {
                // A last line without a line ending is a message, too.
                return Ok(!self.line.is_empty());
            }
            let end = available.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(available.len(), |at| at + 1);
            if !self.skipping {
                self.line.extend_from_slice(&available[..taken]);
            }
            self.reader.consume(taken);
            if self.line.len() > LONGEST {
                self.skipping = true;
                // Not a message; what is kept makes the error.
                self.line.truncate(1);
            }
            if end.is_some() {
                self.skipping = false;
                return Ok(true);
            }
        }
    }

    fn incoming(&mut self) -> Incoming {
        let incoming = read(&self.line);
        self.line.clear();
        let Incoming::Message(message) = &incoming else { return incoming };
        match &**message {
            JsonRpcMessage::Request(request) => {
                self.begun = true;
                self.in_flight.ids().insert(request.id.clone());
            }
            JsonRpcMessage::Notification(notification) => {
                if let rmcp::model::ClientNotification::CancelledNotification(cancelled) =
                    &notification.notification
                {
                    self.in_flight.end(cancelled.params.request_id.as_ref());
                }
                if !self.begun {
                    return Incoming::Nothing;
                }
            }
            _ if !self.begun => return Incoming::Nothing,
            _ => {}
        }
        incoming
    }
}

impl<R, W> Transport<RoleServer> for LineTransport<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        let (writer, in_flight) = (Arc::clone(&self.writer), Arc::clone(&self.in_flight));
        async move {
            let answered = match &message {
                JsonRpcMessage::Response(response) => Some(response.id.clone()),
                JsonRpcMessage::Error(error) => error.id.clone(),
                _ => None,
            };
            let sent = write(&writer, &message).await;
            in_flight.end(answered.as_ref());
            sent
        }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            // At the limit, only an answer makes room.
            loop {
                let answered = self.in_flight.answered.notified();
                if self.in_flight.ids().len() < IN_FLIGHT {
                    break;
                }
                answered.await;
            }
            match self.read_line().await {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => {
                    tracing::warn!("standard input: {error}");
                    return None;
                }
            }
            match self.incoming() {
                Incoming::Message(message) => return Some(*message),
                Incoming::Nothing => {}
                Incoming::Invalid(error, id) => {
                    let writer = Arc::clone(&self.writer);
                    // On its own: this function can be interrupted at each await.
                    tokio::spawn(async move {
                        let _ = write(&writer, &ServerJsonRpcMessage::error(error, id)).await;
                    });
                }
            }
        }
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        if let Some(mut writer) = self.writer.lock().await.take() {
            writer.flush().await?;
        }
        Ok(())
    }
}

async fn write<W: AsyncWrite + Unpin>(
    writer: &AsyncMutex<Option<W>>,
    message: &ServerJsonRpcMessage,
) -> io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    let mut writer = writer.lock().await;
    let Some(writer) = writer.as_mut() else { return Err(io::ErrorKind::NotConnected.into()) };
    writer.write_all(&line).await?;
    writer.flush().await
}

/// Reads a line.
fn read(line: &[u8]) -> Incoming {
    let line = line.trim_ascii();
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    if line.is_empty() {
        return Incoming::Nothing;
    }
    if let Ok(message) = serde_json::from_slice::<ClientJsonRpcMessage>(line) {
        return Incoming::Message(Box::new(message));
    }
    match serde_json::from_slice::<Value>(line) {
        Err(error) => Incoming::Invalid(
            ErrorData::parse_error(format!("invalid JSON: {error}; send one message a line"), None),
            None,
        ),
        Ok(Value::Array(_)) => Incoming::Invalid(
            ErrorData::invalid_request("batches are not supported; send one message a line", None),
            None,
        ),
        Ok(value) => {
            let id = value.get("id").cloned().and_then(|id| serde_json::from_value(id).ok());
            // An unknown notification is ignored, as the protocol says.
            if id.is_none() && value.get("method").is_some_and(Value::is_string) && value.get("id").is_none()
            {
                return Incoming::Nothing;
            }
            let what = "not a JSON-RPC 2.0 request, notification or response, or its params are invalid";
            Incoming::Invalid(ErrorData::invalid_request(what, None), id)
        }
    }
}
