//! A client of the real program. It is strict: whatever the server says has to be read by the test, has to be
//! what was agreed on in the handshake, and every request has to be answered once.

mod documents;

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::wire::{self, Heard, Wires};
use crate::{Manners, frames, program};

/// How long any answer is waited for: far longer than any takes, also on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// An error that the server answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    pub code: i64,
    pub message: String,
}

/// A client with a server process.
pub struct Client {
    process: Child,
    wires: Wires,
    manners: Manners,
    /// What the server offered in its answer to `initialize`.
    pub capabilities: Value,
    next_id: i64,
    /// Requests without an answer, by id.
    open: BTreeMap<i64, String>,
    answers: HashMap<i64, Result<Value, Refusal>>,
    notifications: VecDeque<(String, Value)>,
    /// Errors for messages whose id the server could not tell.
    refusals: VecDeque<Refusal>,
    /// What the server asked, in order.
    pub asked: Vec<(String, Value)>,
    complaints: Vec<String>,
    versions: HashMap<String, i64>,
    over: bool,
}

impl Client {
    /// Starts `agmark lsp`.
    ///
    /// # Panics
    /// When the program is missing or cannot be started.
    pub fn spawn(manners: Manners, arguments: &[String], hooks: bool) -> Self {
        let mut command = Command::new(program::path());
        command.arg("lsp").args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if hooks {
            command.env("AGMARK_TEST_HOOKS", "1");
        }
        let mut process = command.spawn().expect("the program starts");
        let wires = wire::connect(&mut process, manners.clone());
        Self {
            process,
            wires,
            manners,
            capabilities: Value::Null,
            next_id: 0,
            open: BTreeMap::new(),
            answers: HashMap::new(),
            notifications: VecDeque::new(),
            refusals: VecDeque::new(),
            asked: Vec::new(),
            complaints: Vec::new(),
            versions: HashMap::new(),
            over: false,
        }
    }

    /// Says `initialize` and `initialized`.
    ///
    /// # Panics
    /// When the server refuses.
    pub fn shake_hands(&mut self, params: Value) {
        let result = self.request("initialize", params);
        self.capabilities = result["capabilities"].clone();
        self.notify("initialized", json!({}));
    }

    /// The server's process id.
    pub fn server_id(&self) -> u32 {
        self.process.id()
    }

    // --- talking ---

    pub fn notify(&mut self, method: &str, params: Value) {
        self.send(json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request without waiting; the id is for [`Client::answer`].
    pub fn ask(&mut self, method: &str, params: Value) -> i64 {
        self.next_id += 1;
        let mut message = json!({ "jsonrpc": "2.0", "id": self.next_id, "method": method });
        if !params.is_null() {
            message["params"] = params;
        }
        self.open.insert(self.next_id, method.to_owned());
        self.send(message);
        self.next_id
    }

    /// Waits for the answer to a request.
    ///
    /// # Errors
    /// What the server refused with.
    ///
    /// # Panics
    /// When no answer comes.
    pub fn answer(&mut self, id: i64) -> Result<Value, Refusal> {
        let method = self.open.get(&id).cloned().unwrap_or_default();
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(answer) = self.answers.remove(&id) {
                self.open.remove(&id);
                return answer;
            }
            if !self.hear_until(end) {
                self.fail(&format!("no answer to {method}"));
            }
        }
    }

    /// Asks and waits for the answer, which must be no error.
    ///
    /// # Panics
    /// When it is one.
    pub fn request(&mut self, method: &str, params: Value) -> Value {
        match self.try_request(method, params) {
            Ok(value) => value,
            Err(refusal) => self.fail(&format!("{method} was refused: {refusal:?}")),
        }
    }

    /// Asks and waits for the answer.
    ///
    /// # Errors
    /// What the server refused with.
    pub fn try_request(&mut self, method: &str, params: Value) -> Result<Value, Refusal> {
        let id = self.ask(method, params);
        self.answer(id)
    }

    /// Takes a request back.
    pub fn cancel(&mut self, id: i64) {
        self.notify("$/cancelRequest", json!({ "id": id }));
    }

    /// Sends a message as it is.
    pub fn send(&self, message: Value) {
        self.wires.outgoing.send(&message);
    }

    /// Sends bytes as they are, which need not be a message.
    pub fn send_bytes(&self, bytes: &[u8]) {
        self.wires.outgoing.send_bytes(bytes.to_vec());
    }

    /// Sends a body, which need not be a message, with its header.
    pub fn send_body(&self, body: &[u8]) {
        self.send_bytes(&frames::frame(body));
    }

    /// Waits for the answer to a request that was sent as bytes.
    ///
    /// # Errors
    /// What the server refused with.
    ///
    /// # Panics
    /// When no answer comes.
    pub fn answer_to_bytes(&mut self, id: i64) -> Result<Value, Refusal> {
        self.open.insert(id, "what was sent as bytes".to_owned());
        self.answer(id)
    }

    /// Waits for an error for a message whose id the server could not tell.
    ///
    /// # Panics
    /// When none comes.
    pub fn refusal(&mut self) -> Refusal {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(refusal) = self.refusals.pop_front() {
                return refusal;
            }
            if !self.hear_until(end) {
                self.fail("nothing was refused");
            }
        }
    }

    // --- hearing ---

    /// Waits for a notification for which `wanted` holds, and takes it; others stay to be read.
    ///
    /// # Panics
    /// When none comes.
    pub fn notification(&mut self, method: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let end = Instant::now() + PATIENCE;
        loop {
            let found = self.notifications.iter().position(|(m, p)| m == method && wanted(p));
            if let Some((_, params)) = found.and_then(|at| self.notifications.remove(at)) {
                return params;
            }
            if !self.hear_until(end) {
                self.fail(&format!("no {method} came that was wanted"));
            }
        }
    }

    /// Waits until the server has asked `method`.
    ///
    /// # Panics
    /// When it does not.
    pub fn asked_for(&mut self, method: &str) -> Value {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some((_, params)) = self.asked.iter().find(|(m, _)| m == method) {
                return params.clone();
            }
            if !self.hear_until(end) {
                self.fail(&format!("the server never asked {method}"));
            }
        }
    }

    /// Takes all notifications that have come and that nobody read.
    pub fn take_notifications(&mut self) -> Vec<(String, Value)> {
        while let Ok(heard) = self.wires.incoming.try_recv() {
            self.take(heard);
        }
        self.notifications.drain(..).collect()
    }

    /// Takes what has come so far, and what comes within `quiet` of it.
    pub fn settle(&mut self, quiet: Duration) {
        while self.hear_until(Instant::now() + quiet) {}
    }

    /// Takes one message, if one comes before `end`.
    fn hear_until(&mut self, end: Instant) -> bool {
        match self.wires.incoming.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(heard) => {
                self.take(heard);
                true
            }
            Err(RecvTimeoutError::Timeout) => false,
            Err(RecvTimeoutError::Disconnected) => {
                if !self.over {
                    let status = self.process.wait();
                    self.over = true;
                    self.fail(&format!("the server ended: {status:?}"));
                }
                false
            }
        }
    }

    fn take(&mut self, heard: Heard) {
        match heard {
            Heard::Answer { id, result } => match self.open.remove(&id) {
                Some(_) => {
                    self.answers.insert(id, result);
                }
                None if self.answers.contains_key(&id) => {
                    self.complaints.push(format!("a second answer to {id}"));
                }
                None => {
                    // To something that was sent as bytes, if somebody waits for it; else left over.
                    self.answers.insert(id, result);
                }
            },
            Heard::Asked { method, params } => self.asked.push((method, params)),
            Heard::Told { method, params } => self.notifications.push_back((method, params)),
            Heard::Refused(refusal) => self.refusals.push_back(refusal),
            Heard::Wrong(complaint) => self.complaints.push(complaint),
        }
    }

    // --- ending ---

    /// Ends the session as an editor does, and checks that nothing was left over: no answer, no notification,
    /// nothing that was not agreed on, and that the exit code is 0.
    ///
    /// # Panics
    /// When something was.
    pub fn finish(mut self) {
        self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        let status = self.wait(PATIENCE);
        if !status.success() {
            self.fail(&format!("the server ended with {status} after a shutdown"));
        }
        self.check();
    }

    /// As [`Client::finish`], where the test does not care what the server told.
    ///
    /// # Panics
    /// As [`Client::finish`].
    pub fn finish_quietly(mut self) {
        self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        let status = self.wait(PATIENCE);
        self.take_notifications();
        if !status.success() {
            self.fail(&format!("the server ended with {status} after a shutdown"));
        }
        self.check();
    }

    /// Waits for the end of the process.
    ///
    /// # Panics
    /// When it does not come within `limit`.
    pub fn wait(&mut self, limit: Duration) -> ExitStatus {
        self.over = true;
        let end = Instant::now() + limit;
        loop {
            if let Some(status) = self.process.try_wait().expect("a child can be waited for") {
                return status;
            }
            if Instant::now() > end {
                self.fail(&format!("the server still runs after {limit:?}"));
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Closes the client's end without a word.
    pub fn hang_up(&self) {
        self.wires.outgoing.close();
    }

    /// Fails if something that was heard is not in order.
    fn check(&mut self) {
        while let Ok(heard) = self.wires.incoming.try_recv() {
            self.take(heard);
        }
        let mut wrong = std::mem::take(&mut self.complaints);
        wrong.extend(self.open.values().map(|method| format!("{method} was never answered")));
        wrong.extend(self.answers.values().map(|answer| format!("an answer that nobody read: {answer:?}")));
        wrong.extend(self.refusals.iter().map(|refusal| format!("a refusal that nobody read: {refusal:?}")));
        // Pushed diagnostics may come again for a version that was read, when the workspace has changed.
        let expected = ["textDocument/publishDiagnostics", "$/progress"];
        let unread = self.notifications.iter().filter(|(method, params)| {
            let chatter = method == "window/logMessage" && params["type"].as_i64() > Some(2);
            !expected.contains(&method.as_str()) && !chatter
        });
        wrong.extend(unread.map(|(method, params)| format!("unread: {method} {params}")));
        if !wrong.is_empty() {
            self.fail(&wrong.join("\n"));
        }
    }

    fn fail(&mut self, why: &str) -> ! {
        self.over = true;
        let _ = self.process.kill();
        let stderr = self.wires.stderr.lock().map(|s| s.clone()).unwrap_or_default();
        let complaints = self.complaints.join("\n");
        panic!("{why}\n{complaints}\n--- the server's standard error:\n{stderr}");
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        assert!(self.over || std::thread::panicking(), "a test must end with Client::finish");
    }
}
