//! The DevTools protocol over pipes: JSON objects, each followed by a zero byte. A response has the number of its call,
//! an event has the session of its page.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Maximum length of a message in bytes: enough for a page of ten megabytes as JSON.
const MAX_MESSAGE_BYTES: u64 = 128 << 20;

/// How often a waiting thread checks whether the browser has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Why a call has no response.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConnectionError {
    #[error("Chromium has ended")]
    Closed,
    #[error("no answer")]
    Timeout,
    #[error("{0}")]
    Refused(String),
}

/// The connection to the browser, shared by all threads.
pub struct Connection {
    out: Mutex<Option<Box<dyn Write + Send>>>,
    next: AtomicU64,
    listeners: Mutex<Listeners>,
}

#[derive(Default)]
struct Listeners {
    answers: HashMap<u64, Sender<Value>>,
    sessions: HashMap<String, Sender<Value>>,
    closed: bool,
}

/// One client of the connection: it receives the responses to its calls and the events of its session.
pub struct Channel {
    connection: Arc<Connection>,
    send: Sender<Value>,
    receive: Receiver<Value>,
}

impl Connection {
    pub fn new(out: impl Write + Send + 'static, input: impl Read + Send + 'static) -> Arc<Self> {
        let out: Box<dyn Write + Send> = Box::new(out);
        let connection = Arc::new(Connection {
            out: Mutex::new(Some(out)),
            next: AtomicU64::new(1),
            listeners: Mutex::default(),
        });
        let reader = Arc::clone(&connection);
        std::thread::spawn(move || {
            reader.read(input);
            reader.close();
        });
        connection
    }

    /// A new client.
    pub fn channel(self: &Arc<Self>) -> Channel {
        let (send, receive) = mpsc::channel();
        Channel { connection: Arc::clone(self), send, receive }
    }

    /// Sends a command and ignores the response.
    pub fn notify(&self, method: &str, params: &Value, session: Option<&str>) {
        // If the browser has ended, the next call fails.
        let _ = self.send(method, params, session, None);
    }

    /// Closes the connection; then the browser ends.
    pub fn close(&self) {
        self.out.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        listeners.closed = true;
        listeners.answers.clear();
        listeners.sessions.clear();
    }

    fn send(
        &self,
        method: &str,
        params: &Value,
        session: Option<&str>,
        listener: Option<&Sender<Value>>,
    ) -> Result<u64, ConnectionError> {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        if let Some(listener) = listener {
            let mut listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
            if listeners.closed {
                return Err(ConnectionError::Closed);
            }
            listeners.answers.insert(id, listener.clone());
        }
        let mut message = json!({ "id": id, "method": method, "params": params });
        if let (Some(session), Some(object)) = (session, message.as_object_mut()) {
            object.insert("sessionId".to_owned(), session.into());
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        let out = out.as_mut().ok_or(ConnectionError::Closed)?;
        out.write_all(&bytes).and_then(|()| out.flush()).map_err(|_| ConnectionError::Closed)?;
        Ok(id)
    }

    fn read(&self, input: impl Read) {
        let mut input = BufReader::new(input);
        loop {
            let mut bytes = Vec::new();
            match (&mut input).take(MAX_MESSAGE_BYTES).read_until(0, &mut bytes) {
                Ok(_) if bytes.pop() == Some(0) => {}
                // The end, or a message that is too long.
                _ => return,
            }
            let Ok(message) = serde_json::from_slice::<Value>(&bytes) else { continue };
            let mut listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
            let listener = match message.get("id").and_then(Value::as_u64) {
                Some(id) => listeners.answers.remove(&id),
                None => message
                    .get("sessionId")
                    .and_then(Value::as_str)
                    .and_then(|session| listeners.sessions.get(session).cloned()),
            };
            // The client may have been dropped.
            let _ = listener.map(|listener| listener.send(message));
        }
    }
}

impl Channel {
    /// Receives the events of a session, until [`Channel::leave`].
    pub fn join(&self, session: &str) -> Result<(), ConnectionError> {
        let mut listeners = self.connection.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        if listeners.closed {
            return Err(ConnectionError::Closed);
        }
        listeners.sessions.insert(session.to_owned(), self.send.clone());
        Ok(())
    }

    pub fn leave(&self, session: &str) {
        self.connection.listeners.lock().unwrap_or_else(PoisonError::into_inner).sessions.remove(session);
    }

    pub fn notify(&self, method: &str, params: &Value, session: Option<&str>) {
        self.connection.notify(method, params, session);
    }

    /// Sends a command; returns the number of its response.
    pub fn ask(&self, method: &str, params: &Value, session: Option<&str>) -> Result<u64, ConnectionError> {
        self.connection.send(method, params, session, Some(&self.send))
    }

    /// Sends a command and waits for its response. Events are ignored meanwhile.
    pub fn call(
        &self,
        method: &str,
        params: &Value,
        session: Option<&str>,
        timeout: Duration,
    ) -> Result<Value, ConnectionError> {
        let id = self.ask(method, params, session)?;
        let until = Instant::now() + timeout;
        loop {
            let message = self.next(until.saturating_duration_since(Instant::now()))?;
            let Some(message) = message else { return Err(ConnectionError::Timeout) };
            if let Some(answer) = answer(&message, id) {
                return answer;
            }
        }
    }

    /// The next message; none if there is none within the time.
    pub fn next(&self, timeout: Duration) -> Result<Option<Value>, ConnectionError> {
        let until = Instant::now() + timeout;
        loop {
            // Checked before the wait, so that messages before the end are received.
            let closed = self.is_closed();
            let left = until.saturating_duration_since(Instant::now());
            match self.receive.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(message) => return Ok(Some(message)),
                Err(RecvTimeoutError::Disconnected) => return Err(ConnectionError::Closed),
                Err(RecvTimeoutError::Timeout) if closed => return Err(ConnectionError::Closed),
                Err(RecvTimeoutError::Timeout) if left <= POLL_INTERVAL => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn is_closed(&self) -> bool {
        self.connection.listeners.lock().unwrap_or_else(PoisonError::into_inner).closed
    }
}

/// The response to the call with a number, if the message is one.
pub fn answer(message: &Value, id: u64) -> Option<Result<Value, ConnectionError>> {
    if message.get("id").and_then(Value::as_u64) != Some(id) {
        return None;
    }
    let refused = message.pointer("/error/message").and_then(Value::as_str);
    Some(match refused {
        Some(why) => Err(ConnectionError::Refused(why.to_owned())),
        None => Ok(message.get("result").cloned().unwrap_or(Value::Null)),
    })
}
