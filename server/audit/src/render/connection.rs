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
const MOST: u64 = 128 << 20;

/// How often a waiting thread checks whether the browser has ended.
const LOOK: Duration = Duration::from_millis(50);

/// Why a call has no response.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    #[error("Chromium has ended")]
    Closed,
    #[error("no answer")]
    Slow,
    #[error("{0}")]
    Refused(String),
}

/// The connection to the browser, shared by all threads.
pub struct Wire {
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
pub struct Line {
    wire: Arc<Wire>,
    send: Sender<Value>,
    receive: Receiver<Value>,
}

impl Wire {
    pub fn new(out: impl Write + Send + 'static, input: impl Read + Send + 'static) -> Arc<Self> {
        let out: Box<dyn Write + Send> = Box::new(out);
        let wire = Arc::new(Wire {
            out: Mutex::new(Some(out)),
            next: AtomicU64::new(1),
            listeners: Mutex::default(),
        });
        let reader = Arc::clone(&wire);
        std::thread::spawn(move || {
            reader.read(input);
            reader.close();
        });
        wire
    }

    /// A new client.
    pub fn line(self: &Arc<Self>) -> Line {
        let (send, receive) = mpsc::channel();
        Line { wire: Arc::clone(self), send, receive }
    }

    /// Sends a command and ignores the response.
    pub fn tell(&self, method: &str, params: &Value, session: Option<&str>) {
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
    ) -> Result<u64, WireError> {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        if let Some(listener) = listener {
            let mut listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
            if listeners.closed {
                return Err(WireError::Closed);
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
        let out = out.as_mut().ok_or(WireError::Closed)?;
        out.write_all(&bytes).and_then(|()| out.flush()).map_err(|_| WireError::Closed)?;
        Ok(id)
    }

    fn read(&self, input: impl Read) {
        let mut input = BufReader::new(input);
        loop {
            let mut bytes = Vec::new();
            match (&mut input).take(MOST).read_until(0, &mut bytes) {
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

impl Line {
    /// Receives the events of a session, until [`Line::leave`].
    pub fn join(&self, session: &str) -> Result<(), WireError> {
        let mut listeners = self.wire.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        if listeners.closed {
            return Err(WireError::Closed);
        }
        listeners.sessions.insert(session.to_owned(), self.send.clone());
        Ok(())
    }

    pub fn leave(&self, session: &str) {
        self.wire.listeners.lock().unwrap_or_else(PoisonError::into_inner).sessions.remove(session);
    }

    pub fn tell(&self, method: &str, params: &Value, session: Option<&str>) {
        self.wire.tell(method, params, session);
    }

    /// Sends a command; returns the number of its response.
    pub fn ask(&self, method: &str, params: &Value, session: Option<&str>) -> Result<u64, WireError> {
        self.wire.send(method, params, session, Some(&self.send))
    }

    /// Sends a command and waits for its response. Events are ignored meanwhile.
    pub fn call(
        &self,
        method: &str,
        params: &Value,
        session: Option<&str>,
        patience: Duration,
    ) -> Result<Value, WireError> {
        let id = self.ask(method, params, session)?;
        let until = Instant::now() + patience;
        loop {
            let message = self.next(until.saturating_duration_since(Instant::now()))?;
            let Some(message) = message else { return Err(WireError::Slow) };
            if let Some(answer) = answer(&message, id) {
                return answer;
            }
        }
    }

    /// The next message; none if there is none within the time.
    pub fn next(&self, patience: Duration) -> Result<Option<Value>, WireError> {
        let until = Instant::now() + patience;
        loop {
            // Checked before the wait, so that messages before the end are received.
            let closed = self.is_closed();
            let left = until.saturating_duration_since(Instant::now());
            match self.receive.recv_timeout(left.min(LOOK)) {
                Ok(message) => return Ok(Some(message)),
                Err(RecvTimeoutError::Disconnected) => return Err(WireError::Closed),
                Err(RecvTimeoutError::Timeout) if closed => return Err(WireError::Closed),
                Err(RecvTimeoutError::Timeout) if left <= LOOK => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn is_closed(&self) -> bool {
        self.wire.listeners.lock().unwrap_or_else(PoisonError::into_inner).closed
    }
}

/// The response to the call with a number, if the message is one.
pub fn answer(message: &Value, id: u64) -> Option<Result<Value, WireError>> {
    if message.get("id").and_then(Value::as_u64) != Some(id) {
        return None;
    }
    let refused = message.pointer("/error/message").and_then(Value::as_str);
    Some(match refused {
        Some(why) => Err(WireError::Refused(why.to_owned())),
        None => Ok(message.get("result").cloned().unwrap_or(Value::Null)),
    })
}
