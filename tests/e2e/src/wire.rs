//! The threads between a client and its server: one writes, one reads and answers what the server asks, one
//! keeps what the server logs. So nothing that a test does, or leaves undone, can block either side.

use std::collections::{HashMap, HashSet};
use std::io::{BufReader, Read};
use std::process::Child;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use crate::client::Refusal;
use crate::{Manners, frames};

/// Something that the server said.
#[derive(Debug)]
pub enum Heard {
    Answer {
        id: i64,
        result: Result<Value, Refusal>,
    },
    /// A request of the server's; it was answered, if the client's manners are such.
    Asked {
        method: String,
        params: Value,
    },
    Told {
        method: String,
        params: Value,
    },
    /// An error for a message whose id could not be told.
    Refused(Refusal),
    /// What it must not say, and why.
    Wrong(String),
}

/// The way to the server, until it is closed.
#[derive(Clone)]
pub struct Outgoing(Arc<Mutex<Option<Sender<Vec<u8>>>>>);

impl Outgoing {
    /// Sends a message. One that the server does not read any more is dropped: where a test waits for the
    /// answer it will show.
    pub fn send(&self, message: &Value) {
        self.send_bytes(frames::frame(message.to_string().as_bytes()));
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&self, message: Vec<u8>) {
        if let Ok(Some(sender)) = self.0.lock().as_deref() {
            let _ = sender.send(message);
        }
    }

    /// Closes the server's standard input, once everything before is written.
    pub fn close(&self) {
        if let Ok(mut sender) = self.0.lock() {
            *sender = None;
        }
    }
}

/// The ends that a client holds.
pub struct Wires {
    pub outgoing: Outgoing,
    pub incoming: Receiver<Heard>,
    /// What the server wrote to its standard error.
    pub stderr: Arc<Mutex<String>>,
}

/// Starts the threads. They end with the process.
///
/// # Panics
/// When the process was not started with pipes.
pub fn connect(process: &mut Child, manners: Manners) -> Wires {
    let mut input = process.stdin.take().expect("a pipe to the server");
    let output = process.stdout.take().expect("a pipe from the server");
    let mut errors = process.stderr.take().expect("a pipe for errors");

    let (sender, to_send) = channel::<Vec<u8>>();
    let outgoing = Outgoing(Arc::new(Mutex::new(Some(sender))));
    std::thread::spawn(move || {
        while let Ok(message) = to_send.recv() {
            if frames::write(&mut input, &message).is_err() {
                return;
            }
        }
    });

    let (heard, incoming) = channel();
    let mut listener = Listener::new(manners, outgoing.clone());
    std::thread::spawn(move || {
        let mut output = BufReader::new(output);
        loop {
            let all = match frames::read(&mut output) {
                Ok(Some(message)) => listener.sort(&message),
                Ok(None) => return,
                Err(error) => {
                    let _ = heard.send(Heard::Wrong(format!("the server's output cannot be read: {error}")));
                    return;
                }
            };
            for one in all {
                if heard.send(one).is_err() {
                    return;
                }
            }
        }
    });

    let stderr = Arc::new(Mutex::new(String::new()));
    let kept = Arc::clone(&stderr);
    std::thread::spawn(move || {
        let mut buffer = [0; 4096];
        while let Ok(n @ 1..) = errors.read(&mut buffer) {
            if let Ok(mut kept) = kept.lock() {
                kept.push_str(&String::from_utf8_lossy(&buffer[..n]));
            }
        }
    });
    Wires { outgoing, incoming, stderr }
}

/// Sorts what the server says, and knows what it may say when.
struct Listener {
    manners: Manners,
    outgoing: Outgoing,
    /// Progress that the client agreed to show.
    tokens: HashSet<String>,
    /// The version of each document's diagnostics that were pushed last.
    pushed: HashMap<String, i64>,
}

impl Listener {
    fn new(manners: Manners, outgoing: Outgoing) -> Self {
        Self { manners, outgoing, tokens: HashSet::new(), pushed: HashMap::new() }
    }

    fn sort(&mut self, message: &Value) -> Vec<Heard> {
        let id = message.get("id").filter(|id| !id.is_null());
        let Some(method) = message["method"].as_str() else {
            return vec![answer(message)];
        };
        let params = message["params"].clone();
        let mut heard: Vec<_> =
            self.manners.complaint(method, &params).map(Heard::Wrong).into_iter().collect();
        heard.extend(self.out_of_order(method, &params).map(Heard::Wrong));
        let method = method.to_owned();
        heard.push(match id {
            Some(id) => {
                if self.manners.answers {
                    let result = self.manners.answer(&method, &params);
                    self.outgoing.send(&json!({ "jsonrpc": "2.0", "id": id, "result": result }));
                }
                Heard::Asked { method, params }
            }
            None => Heard::Told { method, params },
        });
        heard
    }

    /// Why this must not come now; none if it may.
    fn out_of_order(&mut self, method: &str, params: &Value) -> Option<String> {
        match method {
            "window/workDoneProgress/create" => {
                self.tokens.insert(params["token"].to_string());
                None
            }
            "$/progress" => {
                let token = params["token"].to_string();
                let known = self.tokens.contains(&token);
                if params["value"]["kind"] == "end" {
                    self.tokens.remove(&token);
                }
                (!known).then(|| format!("progress {token} was never created: {params}"))
            }
            "textDocument/publishDiagnostics" => {
                let uri = params["uri"].as_str().unwrap_or_default().to_owned();
                let Some(version) = params["version"].as_i64() else {
                    // Said of a document that was closed, which may be opened at any version.
                    self.pushed.remove(&uri);
                    return None;
                };
                let before = self.pushed.insert(uri, version).unwrap_or(version);
                (before > version).then(|| format!("diagnostics of version {version} after {before}"))
            }
            _ => None,
        }
    }
}

fn answer(message: &Value) -> Heard {
    let result = match message.get("error") {
        Some(error) => Err(Refusal {
            code: error["code"].as_i64().unwrap_or_default(),
            message: error["message"].as_str().unwrap_or_default().to_owned(),
        }),
        None => Ok(message["result"].clone()),
    };
    match (message["id"].as_i64(), result) {
        (Some(id), result) => Heard::Answer { id, result },
        (None, Err(refusal)) if message.get("id") == Some(&Value::Null) => Heard::Refused(refusal),
        _ => Heard::Wrong(format!("an answer to nothing that was asked: {message}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a listener finds wrong with these messages, in order.
    fn wrong(messages: &[Value]) -> Vec<String> {
        let manners =
            Manners { capabilities: json!({}), settings: Value::Null, answers: false, applies: false };
        let mut listener = Listener::new(manners, Outgoing(Arc::default()));
        let heard = messages.iter().flat_map(|m| listener.sort(m));
        heard.filter_map(|h| if let Heard::Wrong(why) = h { Some(why) } else { None }).collect()
    }

    fn pushed(version: Value) -> Value {
        let params = json!({ "uri": "file:///a.agd", "version": version, "diagnostics": [] });
        json!({ "method": "textDocument/publishDiagnostics", "params": params })
    }

    #[test]
    fn diagnostics_of_an_older_version_are_wrong() {
        assert_eq!(wrong(&[pushed(json!(1)), pushed(json!(3)), pushed(json!(3))]), Vec::<String>::new());
        assert_eq!(wrong(&[pushed(json!(3)), pushed(json!(2))]), ["diagnostics of version 2 after 3"]);
        // A document that was closed may be opened at any version.
        assert_eq!(wrong(&[pushed(json!(3)), pushed(Value::Null), pushed(json!(1))]), Vec::<String>::new());
    }

    #[test]
    fn progress_that_was_not_created_is_wrong() {
        let progress =
            json!({ "method": "$/progress", "params": { "token": "a", "value": { "kind": "begin" } } });
        assert_eq!(wrong(&[progress]).len(), 1);
    }

    #[test]
    fn an_answer_to_nothing_is_wrong() {
        assert_eq!(wrong(&[json!({ "jsonrpc": "2.0", "result": 1 })]).len(), 1);
    }
}
