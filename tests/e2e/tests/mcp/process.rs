//! A folder, and the program that serves it.

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::time::{Duration, Instant};

use agmark_tests::program;
use serde_json::{Value, json};

/// A time limit that is long enough for a busy machine.
const LONG: Duration = Duration::from_secs(60);

/// A temporary folder.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new(files: &[(&str, &str)]) -> Self {
        let folder = Self(tempfile::tempdir().expect("a folder"));
        files.iter().for_each(|(path, text)| folder.write(path, text));
        folder
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn write(&self, path: &str, text: &str) {
        fs::write(self.0.path().join(path), text).expect("a file");
    }

    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.0.path().join(path)).expect("a file")
    }
}

/// The program, with a session.
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    early: HashMap<String, Value>,
    next: u64,
    pub greeting: Value,
}

fn command(folder: &Folder, arguments: &[&str]) -> Command {
    let mut command = Command::new(program::path());
    command.arg("mcp").args(arguments).current_dir(folder.path());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

impl Process {
    pub fn start(folder: &Folder, arguments: &[&str]) -> Self {
        let mut child = command(folder, arguments).stderr(Stdio::inherit()).spawn().expect("the program");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("output"));
        let early = HashMap::new();
        let mut process = Self { child, input, output, early, next: 0, greeting: Value::Null };
        let client = json!({ "name": "test", "version": "1" });
        let params = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
        process.greeting = process.request("initialize", params)["result"].clone();
        process.send_line(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string());
        process
    }

    /// Runs it with an empty input.
    pub fn run(folder: &Folder, arguments: &[&str]) -> Output {
        command(folder, arguments).stdin(Stdio::null()).output().expect("the program")
    }

    /// Starts it without a session; returns it with its first lines.
    pub fn lines(folder: &Folder, arguments: &[&str], count: usize) -> (Child, Vec<String>) {
        let mut child = command(folder, arguments).spawn().expect("the program");
        let mut output = BufReader::new(child.stdout.take().expect("output"));
        let mut lines = Vec::new();
        for _ in 0..count {
            let mut line = String::new();
            output.read_line(&mut line).expect("a line");
            lines.push(line.trim_end().to_owned());
        }
        (child, lines)
    }

    pub fn send_line(&mut self, line: &str) {
        let input = self.input.as_mut().expect("an open input");
        input.write_all(format!("{line}\n").as_bytes()).expect("the server reads");
    }

    pub fn begin(&mut self, method: &str, params: Value) -> u64 {
        self.next += 1;
        let id = self.next;
        self.send_line(
            &json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string(),
        );
        id
    }

    pub fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params);
        self.answer(id)
    }

    pub fn message(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("a line");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
    }

    pub fn answer(&mut self, id: u64) -> Value {
        loop {
            if let Some(answer) = self.early.remove(&id.to_string()) {
                return answer;
            }
            let message = self.message();
            self.early.insert(message["id"].to_string(), message);
        }
    }

    /// Calls a tool; returns its text.
    pub fn call(&mut self, tool: &str, arguments: Value) -> String {
        let answer = self.request("tools/call", json!({ "name": tool, "arguments": arguments }));
        let text = answer["result"]["content"][0]["text"].as_str();
        text.unwrap_or_else(|| panic!("{answer}")).to_owned()
    }

    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Calls a tool until the server reads no more for a second.
    #[cfg(unix)]
    pub fn write_until_full(&mut self, params: &Value) {
        let mut input = self.input.take().expect("an open input");
        let line = json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params }).to_string();
        let (written, progress) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            for number in 8.. {
                let line = line.replace("\"id\":7", &format!("\"id\":{number}"));
                if input.write_all(format!("{line}\n").as_bytes()).is_err() || written.send(()).is_err() {
                    return;
                }
            }
        });
        let begin = Instant::now();
        while progress.recv_timeout(Duration::from_secs(1)).is_ok() && begin.elapsed() < LONG {}
    }

    #[cfg(unix)]
    pub fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args([&format!("-{name}"), &id]).status().expect("kill");
        assert!(sent.success());
    }

    /// Closes the input; the server must end by itself, without an error.
    pub fn end(mut self) {
        self.input = None;
        self.wait_for_end();
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).expect("the end of the output");
        assert_eq!(rest, "", "nobody waits for these messages");
    }

    pub fn wait_for_end(&mut self) {
        let end = Instant::now() + LONG;
        loop {
            if let Some(status) = self.child.try_wait().expect("a process") {
                assert!(status.success(), "{status}");
                return;
            }
            assert!(Instant::now() < end, "the server does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
