//! A client that writes and reads the protocol by hand.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use agmark_workspace::toy::{self, Folder};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf};

use crate::{AnyTool, Contents, Options, Server, ToolTable, Workspace, serve};

/// A time limit that is long enough for a busy machine.
pub const LONG: Duration = Duration::from_secs(60);

/// A client with a session.
pub struct Client {
    pub folder: Arc<Folder>,
    pub input: WriteHalf<DuplexStream>,
    output: BufReader<ReadHalf<DuplexStream>>,
    /// Answers that came before they were waited for.
    early: HashMap<String, Value>,
    pub notifications: Vec<Value>,
    next: u64,
}

/// How a server is started.
pub struct Setup {
    pub folder: Arc<Folder>,
    pub options: Options,
    pub tools: Vec<Box<dyn AnyTool>>,
}

impl Setup {
    pub fn new(files: &[(&str, &str)]) -> Self {
        let folder = Arc::new(Folder::of(files));
        let options = Options {
            roots: vec![folder.at("")],
            client_roots: false,
            read_only: false,
            allow_fetch: false,
            allow_run: false,
            memory: None,
            count_tokens: |text| text.len().div_ceil(4),
            edit_guard: |_, text| text.strip_prefix("=guarded").map(|_| "guarded:1a2b3c4d".to_owned()),
        };
        Self { folder, options, tools: crate::tools::all() }
    }

    pub fn read_only(mut self) -> Self {
        self.options.read_only = true;
        self
    }

    pub fn roots(mut self, roots: &[&str]) -> Self {
        self.options.roots = roots.iter().map(|root| self.folder.at(root)).collect::<Vec<PathBuf>>();
        self
    }

    pub fn tool(mut self, tool: Box<dyn AnyTool>) -> Self {
        self.tools.push(tool);
        self
    }

    pub fn server(self) -> Server {
        let workspace = Workspace::open(Arc::new(toy::registry()), self.options).expect("a workspace");
        let contents = Contents {
            tools: ToolTable::new(self.tools, &[]),
            prompts: super::resources::PROMPTS,
            pages: super::resources::PAGES,
            instructions: "toys".to_owned(),
            version: "1",
        };
        Server::new(workspace, contents)
    }

    pub async fn start(self) -> Client {
        self.start_with(json!({})).await
    }

    /// Starts a session with a client that has these capabilities.
    pub async fn start_with(self, capabilities: Value) -> Client {
        let folder = Arc::clone(&self.folder);
        let mut client = Client::connect(folder, self.server(), json!({}));
        client.initialize(capabilities).await;
        client
    }
}

impl Client {
    /// Connects without the first request.
    pub fn connect(folder: Arc<Folder>, server: Server, _capabilities: Value) -> Self {
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        let (input, output) = tokio::io::split(theirs);
        tokio::spawn(serve::connection(server, input, output));
        let (output, input) = tokio::io::split(ours);
        let output = BufReader::new(output);
        Self { folder, input, output, early: HashMap::new(), notifications: Vec::new(), next: 0 }
    }

    pub async fn initialize(&mut self, capabilities: Value) -> Value {
        let params = json!({
            "protocolVersion": "2025-06-18",
            "capabilities": capabilities,
            "clientInfo": { "name": "test", "version": "1" },
        });
        let answer = self.request("initialize", params).await;
        self.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await;
        answer
    }

    pub async fn send(&mut self, message: &Value) {
        self.send_line(&message.to_string()).await;
    }

    pub async fn send_line(&mut self, line: &str) {
        self.input.write_all(format!("{line}\n").as_bytes()).await.expect("the server reads");
    }

    /// Sends a request; returns its id.
    pub async fn begin(&mut self, method: &str, params: Value) -> u64 {
        self.next += 1;
        let id = self.next;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })).await;
        id
    }

    pub async fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params).await;
        self.answer(id).await
    }

    /// The next message.
    pub async fn message(&mut self) -> Value {
        let mut line = String::new();
        let read = tokio::time::timeout(LONG, self.output.read_line(&mut line)).await;
        read.expect("a message in time").expect("a line");
        assert!(!line.is_empty(), "the session ended");
        serde_json::from_str(&line).expect("JSON")
    }

    /// The answer to a request: its result or its error.
    pub async fn answer(&mut self, id: u64) -> Value {
        loop {
            if let Some(answer) = self.early.remove(&id.to_string()) {
                return answer;
            }
            let message = self.message().await;
            if message.get("method").is_some() {
                self.notifications.push(message);
                continue;
            }
            let part = message.get("result").or(message.get("error")).cloned().expect("a result or an error");
            self.early.insert(message["id"].to_string(), part);
        }
    }

    /// Calls a tool; returns the text of its answer. An error begins with `error: `.
    pub async fn call(&mut self, tool: &str, arguments: Value) -> String {
        let id = self.begin("tools/call", json!({ "name": tool, "arguments": arguments })).await;
        text(&self.answer(id).await)
    }

    /// Calls a tool; returns its structured answer.
    pub async fn value(&mut self, tool: &str, arguments: Value) -> Value {
        let answer = self.request("tools/call", json!({ "name": tool, "arguments": arguments })).await;
        answer["structuredContent"].clone()
    }

    pub fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.folder.at(path)).expect("a file")
    }
}

/// The text of an answer of a tool.
pub fn text(answer: &Value) -> String {
    let text = answer["content"][0]["text"].as_str();
    match text {
        Some(text) if answer["isError"] == true => format!("error: {text}"),
        Some(text) => text.to_owned(),
        None => format!("error: {answer}"),
    }
}
