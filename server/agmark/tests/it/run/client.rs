//! An editor that starts programs: what it can do, what it is asked, what it is told.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command};

use serde_json::{Value, json};

/// An editor that opens what commands give, and answers questions with a word.
pub struct Editor {
    pub child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    answer: Option<&'static str>,
    next: i64,
    /// What the server asked and told.
    heard: Vec<Value>,
}

impl Editor {
    /// One that asks questions, and opens by itself what commands give.
    pub fn start(command: Command, answer: Option<&'static str>) -> Self {
        let can = json!({
            "window": { "showMessage": { "messageActionItem": {} }, "workDoneProgress": true },
            "experimental": { "agmark": { "documents": true } },
        });
        Self::able(command, can, answer)
    }

    /// One that asks questions, in short messages.
    pub fn brief(command: Command, answer: Option<&'static str>) -> Self {
        let can = json!({
            "window": { "showMessage": { "messageActionItem": {} }, "showDocument": { "support": true } },
        });
        Self::able(command, can, answer)
    }

    /// One without forms and without questions, as Helix is.
    pub fn plain(command: Command) -> Self {
        let can = json!({
            "window": { "showDocument": { "support": true } },
            "workspace": { "applyEdit": true },
            "textDocument": { "codeAction": { "codeActionLiteralSupport": { "codeActionKind": { "valueSet": [] } } } },
        });
        Self::able(command, can, None)
    }

    fn able(mut command: Command, can: Value, answer: Option<&'static str>) -> Self {
        let mut child = command.spawn().unwrap();
        let (to, from) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut editor = Self { child, to, from, answer, next: 0, heard: Vec::new() };
        editor.ask("initialize", json!({ "processId": null, "rootUri": null, "capabilities": can }));
        editor.send(json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }));
        editor
    }

    pub fn send(&mut self, message: Value) {
        let text = message.to_string();
        write!(self.to, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        self.to.flush().unwrap();
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).unwrap() > 0, "the server has gone");
            match line.trim().strip_prefix("Content-Length: ") {
                Some(number) => length = number.parse().unwrap(),
                None if line.trim().is_empty() => break,
                None => {}
            }
        }
        let mut body = vec![0; length];
        self.from.read_exact(&mut body).unwrap();
        serde_json::from_slice(&body).unwrap()
    }

    /// Hears what the server says until it answers.
    pub fn until(&mut self, id: i64) -> Value {
        loop {
            let message = self.receive();
            if message.get("method").is_none() {
                if message["id"] == id {
                    return message;
                }
                continue;
            }
            self.heard.push(message.clone());
            if let Some(id) = message.get("id") {
                let result = match (message["method"].as_str(), self.answer) {
                    (Some("window/showMessageRequest"), Some(title)) => json!({ "title": title }),
                    (Some("window/showDocument"), _) => json!({ "success": true }),
                    (Some("workspace/applyEdit"), _) => json!({ "applied": true }),
                    _ => Value::Null,
                };
                self.send(json!({ "jsonrpc": "2.0", "id": id, "result": result }));
            }
        }
    }

    pub fn begin(&mut self, method: &str, params: Value) -> i64 {
        self.next += 1;
        self.send(json!({ "jsonrpc": "2.0", "id": self.next, "method": method, "params": params }));
        self.next
    }

    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params);
        self.until(id)
    }

    pub fn command(&mut self, command: &str, file: &Path, input: Value) -> Value {
        let argument = json!({ "uri": address(file), "input": input });
        self.ask("workspace/executeCommand", json!({ "command": command, "arguments": [argument] }))
    }

    /// Runs a program with the input of its last run.
    pub fn again(&mut self, file: &Path) -> Value {
        let argument = json!({ "uri": address(file), "last": true });
        let params = json!({ "command": "agmark.markdownlang.run", "arguments": [argument] });
        self.ask("workspace/executeCommand", params)
    }

    /// All questions so far.
    pub fn questions(&self) -> Vec<String> {
        let asked = self.heard.iter().filter(|message| message["method"] == "window/showMessageRequest");
        asked.map(|message| message["params"]["message"].as_str().unwrap().to_owned()).collect()
    }

    /// What the server sent under a method, in its order.
    pub fn heard(&mut self, method: &str) -> Vec<Value> {
        // Whatever was told before the answer to this is heard by then.
        self.ask("workspace/symbol", json!({ "query": "none" }));
        let told = self.heard.iter().filter(|message| message["method"] == method);
        told.map(|message| message["params"].clone()).collect()
    }

    /// The diagnostics that were last told of for a file.
    pub fn diagnostics_of(&mut self, file: &Path) -> Vec<Value> {
        let told = self.heard("textDocument/publishDiagnostics").into_iter().rev();
        let mut told = told.filter(|params| params["uri"] == address(file));
        told.next().and_then(|params| params["diagnostics"].as_array().cloned()).unwrap_or_default()
    }

    /// The diagnostics of a file, once they are so: they may come after the answer to what made them.
    pub fn diagnostics_when(&mut self, file: &Path, is_so: impl Fn(&[Value]) -> bool) -> Vec<Value> {
        let file = std::fs::canonicalize(file).unwrap();
        for _ in 0..300 {
            let found = self.diagnostics_of(&file);
            if is_so(&found) {
                return found;
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        panic!("the diagnostics stay {:?}", self.diagnostics_of(&file))
    }

    /// The last of what the server sent under a method that is so; it may come after the answer to what made it.
    pub fn hear(&mut self, method: &str, is_so: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..300 {
            if let Some(found) = self.heard(method).into_iter().rev().find(|params| is_so(params)) {
                return found;
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        panic!("of {method} there is only {:?}", self.heard(method))
    }

    /// The document that was last opened by the server's wish and whose name ends so.
    pub fn shown(&mut self, ending: &str) -> PathBuf {
        let shown =
            self.hear("window/showDocument", |params| params["uri"].as_str().unwrap().ends_with(ending));
        PathBuf::from(shown["uri"].as_str().unwrap().strip_prefix("file://").unwrap())
    }

    /// Opens a document.
    pub fn open(&mut self, file: &Path, language: &str) {
        let text = std::fs::read_to_string(file).unwrap();
        let item = json!({ "uri": address(file), "languageId": language, "version": 1, "text": text });
        self.send(
            json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": item } }),
        );
    }

    /// Replaces the text of an open document, without saving it.
    pub fn write(&mut self, file: &Path, text: &str) {
        let document = json!({ "uri": address(file), "version": 2 });
        let params = json!({ "textDocument": document, "contentChanges": [{ "text": text }] });
        self.send(json!({ "jsonrpc": "2.0", "method": "textDocument/didChange", "params": params }));
    }

    /// What is offered in a document as something to run or look at: titles with their commands.
    pub fn offers(&mut self, file: &Path) -> Vec<(String, Value)> {
        let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 0 } });
        let params = json!({
            "textDocument": { "uri": address(file) }, "range": range, "context": { "diagnostics": [] },
        });
        let answer = self.ask("textDocument/codeAction", params);
        let all = answer["result"].as_array().cloned().unwrap_or_default().into_iter();
        let named = all.filter(|action| {
            let command = action["command"]["command"].as_str().unwrap_or_default();
            command == "agmark.markdownlang.run" || command == "agmark.markdownlang.dryRun"
        });
        named
            .map(|action| (action["title"].as_str().unwrap().to_owned(), action["command"].clone()))
            .collect()
    }

    /// Does what is offered first under a title.
    pub fn choose(&mut self, file: &Path, title: &str) -> Value {
        let offers = self.offers(file);
        let offer = offers.iter().find(|(known, _)| known == title);
        let (_, command) = offer.unwrap_or_else(|| panic!("{title:?} is not among {offers:?}"));
        let params = json!({ "command": command["command"], "arguments": command["arguments"] });
        self.ask("workspace/executeCommand", params)
    }

    /// Hears what the server says until it asks; gives the question's id.
    pub fn receive_question(&mut self) -> Value {
        loop {
            let message = self.receive();
            if message["method"] == "window/showMessageRequest" {
                return message["id"].clone();
            }
            if let (Some(id), Some(_)) = (message.get("id").cloned(), message.get("method")) {
                self.send(json!({ "jsonrpc": "2.0", "id": id, "result": null }));
            }
        }
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The address of a file whose path needs no escapes.
pub fn address(file: &Path) -> String {
    format!("file://{}", file.display())
}
