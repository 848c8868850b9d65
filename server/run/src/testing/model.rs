//! A model for tests: a server with scripted replies that records its requests.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

/// What the server does with a request.
#[derive(Clone, Debug)]
pub enum Answer {
    /// A status, headers and a body.
    Http(u16, Vec<(&'static str, String)>, Vec<u8>),
    /// A pause, then another answer.
    After(Duration, Box<Answer>),
    /// Half of a reply, and the end of the connection.
    Cut,
    /// A reply of this many bytes without a length.
    Endless(usize),
}

/// A request.
#[derive(Clone, Debug)]
pub struct Received {
    pub method: String,
    pub path: String,
    /// Names are in lower case.
    pub headers: Vec<(String, String)>,
    /// Null if it is not JSON.
    pub body: Value,
    pub text: String,
}

impl Received {
    /// The text of the last message.
    pub fn last(&self) -> &str {
        let items = self.body.get("messages").or_else(|| self.body.get("input"));
        let last = items.and_then(Value::as_array).and_then(|items| items.last());
        last.and_then(|item| item["content"].as_str().or(item["output"].as_str())).unwrap_or_default()
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// The server. It ends with the process.
pub struct Model {
    pub base_url: String,
    received: Arc<Mutex<Vec<Received>>>,
}

type Decide = dyn Fn(&Received) -> Answer + Send + Sync;

impl Model {
    /// Sends these answers in their order, and then repeats the last one.
    pub fn scripted(answers: Vec<Answer>) -> Self {
        let left = Mutex::new(VecDeque::from(answers));
        Self::deciding(move |_| {
            let mut left = left.lock().unwrap_or_else(PoisonError::into_inner);
            let next = left.pop_front();
            if left.is_empty()
                && let Some(last) = &next
            {
                left.push_back(last.clone());
            }
            next.unwrap_or(Answer::Cut)
        })
    }

    /// Computes the answer to each request.
    ///
    /// # Panics
    /// If there is no free port.
    pub fn deciding(decide: impl Fn(&Received) -> Answer + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address");
        let received: Arc<Mutex<Vec<Received>>> = Arc::default();
        let (kept, decide): (_, Arc<Decide>) = (Arc::clone(&received), Arc::new(decide));
        std::thread::spawn(move || {
            for stream in listener.incoming().filter_map(Result::ok) {
                let (kept, decide) = (Arc::clone(&kept), Arc::clone(&decide));
                std::thread::spawn(move || serve(stream, &kept, &*decide));
            }
        });
        Self { base_url: format!("http://{address}/v1"), received }
    }

    /// All requests until now.
    pub fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn serve(mut stream: TcpStream, kept: &Mutex<Vec<Received>>, decide: &Decide) {
    let Ok(reading) = stream.try_clone() else { return };
    let mut reading = BufReader::new(reading);
    // Errors are ignored, because the client may close the connection at any time.
    while let Some(request) = read(&mut reading) {
        kept.lock().unwrap_or_else(PoisonError::into_inner).push(request.clone());
        let mut answer = decide(&request);
        while let Answer::After(pause, then) = answer {
            std::thread::sleep(pause);
            answer = *then;
        }
        if send(&mut stream, answer).is_none() {
            return;
        }
    }
}

fn send(stream: &mut TcpStream, answer: Answer) -> Option<()> {
    match answer {
        Answer::Http(status, headers, body) => {
            let mut head = format!("HTTP/1.1 {status} Said\r\nContent-Length: {}\r\n", body.len());
            for (name, value) in headers {
                head.push_str(&format!("{name}: {value}\r\n"));
            }
            head.push_str("\r\n");
            // Head and body are written together, because a second write would wait for an acknowledgement.
            stream.write_all(&[head.into_bytes(), body].concat()).ok()
        }
        Answer::Cut => {
            let _ = stream.write_all(b"HTTP/1.1 200 Said\r\nContent-Length: 500\r\n\r\n{\"choices\": [");
            None
        }
        Answer::Endless(bytes) => {
            stream.write_all(b"HTTP/1.1 200 Said\r\nConnection: close\r\n\r\n").ok()?;
            let block = vec![b' '; 1 << 16];
            for _ in 0..bytes.div_ceil(block.len()) {
                stream.write_all(&block).ok()?;
            }
            None
        }
        Answer::After(..) => None,
    }
}

fn read(stream: &mut impl BufRead) -> Option<Received> {
    let mut line = String::new();
    stream.read_line(&mut line).ok().filter(|read| *read > 0)?;
    let (method, path) = line.split_once(' ')?;
    let (method, path) = (method.to_owned(), path.split(' ').next()?.to_owned());
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        headers.push((name.to_lowercase(), value.to_owned()));
    }
    let length = headers.iter().find(|(name, _)| name == "content-length");
    let mut body = vec![0; length.map_or(Some(0), |(_, length)| length.parse().ok())?];
    stream.read_exact(&mut body).ok()?;
    let text = String::from_utf8_lossy(&body).into_owned();
    let body = serde_json::from_str(&text).unwrap_or_default();
    Some(Received { method, path, headers, body, text })
}

/// A reply with JSON.
pub fn json(value: Value) -> Answer {
    text(&value.to_string())
}

/// A reply with this text: 10 input tokens and 5 output tokens.
pub fn text(text: &str) -> Answer {
    chat(json!({ "role": "assistant", "content": text }), "stop")
}

/// A reply that calls tools, each with its arguments.
pub fn calls(calls: &[(&str, Value)]) -> Answer {
    let calls: Vec<Value> = calls
        .iter()
        .enumerate()
        .map(|(index, (name, arguments))| {
            let function = json!({ "name": name, "arguments": arguments.to_string() });
            json!({ "id": format!("call_{index}"), "type": "function", "function": function })
        })
        .collect();
    chat(json!({ "role": "assistant", "content": null, "tool_calls": calls }), "tool_calls")
}

fn chat(message: Value, reason: &str) -> Answer {
    ok(json!({
        "id": "chat-1",
        "object": "chat.completion",
        "choices": [{ "index": 0, "message": message, "finish_reason": reason }],
        "usage": { "prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15 },
    }))
}

/// A successful answer with this body.
pub fn ok(body: Value) -> Answer {
    Answer::Http(200, vec![("Content-Type", "application/json".to_owned())], body.to_string().into_bytes())
}

/// An error with a message.
pub fn error(status: u16, message: &str, headers: &[(&'static str, &str)]) -> Answer {
    let body = json!({ "error": { "message": message, "type": "test" } });
    let headers = headers.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
    Answer::Http(status, headers, body.to_string().into_bytes())
}
