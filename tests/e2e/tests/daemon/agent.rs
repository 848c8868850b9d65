//! An agent with an MCP server of its own.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use agmark_tests::program;
use serde_json::{Value, json};

/// An MCP server and its client.
pub struct Agent {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// Resources of which the server said that they changed, while an answer was awaited.
    changed: Vec<String>,
    _folder: tempfile::TempDir,
}

impl Agent {
    pub fn start(url: &str, args: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut process = Command::new(program::path())
            .arg("mcp")
            .args(args)
            .current_dir(folder.path())
            .env("AGD_REDIS_URL", url)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it runs");
        let input = process.stdin.take().expect("a pipe");
        let output = BufReader::new(process.stdout.take().expect("a pipe"));
        let mut agent = Self { process, input, output, changed: Vec::new(), _folder: folder };
        let client = json!({ "name": "test", "version": "1" });
        let params = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
        agent.request("initialize", &params);
        writeln!(agent.input, "{}", json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))
            .expect("it reads");
        agent
    }

    pub fn request(&mut self, method: &str, params: &Value) -> Value {
        let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        writeln!(self.input, "{request}").expect("it reads");
        loop {
            let answer = self.message();
            if answer["id"] == 1 {
                return answer["result"].clone();
            }
            self.changed.extend(changed(&answer));
        }
    }

    /// The next resource that changes.
    pub fn next_changed(&mut self) -> String {
        while self.changed.is_empty() {
            let message = self.message();
            self.changed.extend(changed(&message));
        }
        self.changed.remove(0)
    }

    fn message(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("a line");
        serde_json::from_str(&line).expect("JSON")
    }

    /// The text of an answer, and whether it is not an error.
    pub fn call(&mut self, tool: &str, arguments: &Value) -> (String, bool) {
        let result = self.request("tools/call", &json!({ "name": tool, "arguments": arguments }));
        let text = result["content"][0]["text"].as_str().expect("a text").to_owned();
        (text, result["isError"] != true)
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn changed(message: &Value) -> Option<String> {
    let is_change = message["method"] == "notifications/resources/updated";
    is_change.then(|| message["params"]["uri"].as_str().unwrap_or_default().to_owned())
}
