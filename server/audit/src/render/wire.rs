//! The protocol's pipe: JSON objects, each ended by a zero byte. Calls are numbered, answers bear the number; what
//! happens in a page bears the page's session.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How long a message of the browser may be, in bytes: a page of ten megabytes as JSON, with room to spare.
const MOST: u64 = 128 << 20;

/// How often one who waits looks whether the browser is still there.
const LOOK: Duration = Duration::from_millis(50);

/// Why a call has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    #[error("Chromium has ended")]
    Closed,
    #[error("no answer")]
    Slow,
    #[error("{0}")]
    Refused(String),
}

/// The way to the browser, for all threads.
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

/// One listener's end: answers to its calls, and what happens in its session.
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

    /// A listener of its own.
    pub fn line(self: &Arc<Self>) -> Line {
        let (send, receive) = mpsc::channel();
        Line { wire: Arc::clone(self), send, receive }
    }

    /// Sends a command whose answer nobody waits for.
    pub fn tell(&self, method: &str, params: &Value, session: Option<&str>) {
        // Where the browser is gone, the next call says so.
        let _ = self.send(method, params, session, None);
    }

    /// Closes the way there; the browser ends when it sees that.
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
                // The end, or a message beyond all measure.
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
            // A listener that is gone has heard enough.
            let _ = listener.map(|listener| listener.send(message));
        }
    }
}

impl Line {
    /// Hears of what happens in a session, until [`Line::leave`].
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

    /// Sends a command; the number that its answer bears.
    pub fn ask(&self, method: &str, params: &Value, session: Option<&str>) -> Result<u64, WireError> {
        self.wire.send(method, params, session, Some(&self.send))
    }

    /// Sends a command and waits for its answer. What happens in the meantime is not looked at.
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

    /// The next thing that is said to this line; none where nothing is in that time.
    pub fn next(&self, patience: Duration) -> Result<Option<Value>, WireError> {
        let until = Instant::now() + patience;
        loop {
            // Looked at before the wait: what came before the end is heard.
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

/// What a message answers to the call of a number, if it does.
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
