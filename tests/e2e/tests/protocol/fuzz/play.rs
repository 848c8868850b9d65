//! Plays a session against the real program, and compares.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use agmark_tests::{Client, Setup, Workspace};
use serde_json::{Value, json};

use super::model::{Doc, Model, plain};
use super::ops::FILES;

/// A session that is played.
pub struct Player {
    client: Client,
    workspace: Workspace,
    pub model: Model,
    pushed: bool,
    /// The diagnostics that were sent last, by address.
    published: HashMap<String, Value>,
    asked: Vec<i64>,
    /// Changes of files that the server was not told of yet.
    untold: Vec<Value>,
    refusals: usize,
    /// How long both servers may take to come to the same: they read files on threads of their own, and say to
    /// nobody when they are through.
    agreement: Duration,
}

fn language(file: &str) -> &'static str {
    FILES.iter().find(|(name, ..)| *name == file).map_or("plaintext", |(_, language, _)| language)
}

/// A client whose server is told of files by it.
fn setup(workspace: &Workspace, encoding: &str) -> Setup {
    let watched = json!({ "dynamicRegistration": true });
    Setup::default()
        .encoding(encoding)
        .can("/workspace", "didChangeWatchedFiles", watched)
        .folders(&[workspace.root()])
        .hooks()
}

impl Player {
    pub fn start(op: &Value, agreement: Duration) -> Self {
        let encoding = op["encoding"].as_str().unwrap_or("utf-16");
        let pushed = op["pushed"] == true;
        let workspace = Workspace::new(&[]);
        let setup = setup(&workspace, encoding);
        let client = if pushed { setup.pushed() } else { setup }.start();
        Self {
            client,
            workspace,
            model: Model::new(encoding),
            pushed,
            published: HashMap::new(),
            asked: Vec::new(),
            untold: Vec::new(),
            refusals: 0,
            agreement,
        }
    }

    /// Does one thing. What cannot be done now is left out, so that any part of a session is a session.
    pub fn play(&mut self, op: &Value) {
        let file = op["file"].as_str().unwrap_or_default();
        let text = op["text"].as_str().unwrap_or_default();
        let is_open = self.model.docs.contains_key(file);
        match op["op"].as_str().unwrap_or_default() {
            "open" if !is_open => {
                let document = json!({ "uri": self.uri(file), "languageId": language(file), "version": 1, "text": text });
                self.notify("textDocument/didOpen", json!({ "textDocument": document }));
                self.model.docs.insert(file.to_owned(), Doc { text: plain(text), version: 1, lost: false });
            }
            "close" if is_open => {
                self.model.docs.remove(file);
                self.notify("textDocument/didClose", json!({ "textDocument": { "uri": self.uri(file) } }));
            }
            "change" if is_open => self.change(file, op),
            "write" => {
                let text = plain(text);
                let kind = if self.model.disk.contains_key(file) { 2 } else { 1 };
                self.workspace.write(file, &text);
                self.model.disk.insert(file.to_owned(), text);
                self.tell(op, vec![(file, kind)]);
            }
            "remove" if self.model.disk.remove(file).is_some() => {
                std::fs::remove_file(self.workspace.path(file)).expect("the file is there");
                self.tell(op, vec![(file, 3)]);
            }
            "rename" => {
                let to = op["to"].as_str().unwrap_or_default();
                if to != file
                    && let Some(text) = self.model.disk.remove(file)
                {
                    std::fs::rename(self.workspace.path(file), self.workspace.path(to))
                        .expect("it can be renamed");
                    self.model.disk.insert(to.to_owned(), text);
                    self.tell(op, vec![(file, 3), (to, 1)]);
                }
            }
            "configure" => {
                self.model.settings = json!({ "rules": op["rules"] });
                self.notify(
                    "workspace/didChangeConfiguration",
                    json!({ "settings": { "agmark": self.model.settings } }),
                );
            }
            "fault" => {
                let _ = self.client.try_request("agmark/test/fault", json!({ "at": op["at"] }));
            }
            "unreadable" => {
                self.client.send_body(op["body"].as_str().unwrap_or_default().as_bytes());
                self.refusals += 1;
            }
            "lose" if is_open => self.lose(file),
            "ask" => self.ask(file, op),
            _ => {}
        }
    }

    fn uri(&self, file: &str) -> String {
        self.workspace.uri(file)
    }

    /// Sends a notification, halves of characters as such.
    fn notify(&mut self, method: &str, params: Value) {
        let body = json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string();
        self.client.send_body(body.replace('\u{e000}', "\\ud83d").replace('\u{e001}', "\\ude00").as_bytes());
    }

    fn change(&mut self, file: &str, op: &Value) {
        let uri = self.uri(file);
        let Some(doc) = self.model.docs.get_mut(file) else { return };
        doc.version += op["by"].as_i64().unwrap_or(1);
        let document = json!({ "uri": uri, "version": doc.version });
        self.model.change(file, &op["changes"]);
        self.notify(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": op["changes"] }),
        );
    }

    /// Sends a change that breaks off.
    fn lose(&mut self, file: &str) {
        let uri = self.uri(file);
        let start = r#"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":"#;
        self.client.send_body(format!("{start}{{\"uri\":\"{uri}\",").as_bytes());
        self.refusals += 1;
        if let Some(doc) = self.model.docs.get_mut(file) {
            doc.lost = true;
        }
    }

    fn tell(&mut self, op: &Value, changes: Vec<(&str, u8)>) {
        let changes = changes.iter().map(|(file, kind)| json!({ "uri": self.uri(file), "type": kind }));
        let changes: Vec<_> = changes.collect();
        self.untold.extend(changes);
        if op["told"] == true {
            self.tell_all();
        }
    }

    fn tell_all(&mut self) {
        let changes = std::mem::take(&mut self.untold);
        if !changes.is_empty() {
            self.notify("workspace/didChangeWatchedFiles", json!({ "changes": changes }));
        }
    }

    fn ask(&mut self, file: &str, op: &Value) {
        let method = op["method"].as_str().unwrap_or_default();
        // A client asks for what it was offered.
        if self.pushed && method.ends_with("/diagnostic") {
            return;
        }
        let at = json!({ "line": op["line"], "character": op["character"] });
        let range = json!({ "start": { "line": 0, "character": 0 }, "end": at });
        let params = json!({
            "textDocument": { "uri": self.uri(file) }, "position": at, "positions": [at], "range": range,
            "context": { "diagnostics": [], "includeDeclaration": true }, "newName": "new",
            "options": { "tabSize": 2, "insertSpaces": true }, "query": "a", "previousResultIds": [],
        });
        let id = self.client.ask(method, params);
        if op["cancel"] == true {
            self.client.cancel(id);
        }
        self.asked.push(id);
    }

    /// Waits for all answers, and compares with a fresh server that is given the same state.
    pub fn compare(&mut self) {
        self.tell_all();
        for id in std::mem::take(&mut self.asked) {
            // Whatever it is: it must come.
            let _ = self.client.answer(id);
        }
        for _ in 0..std::mem::take(&mut self.refusals) {
            self.client.refusal();
        }
        let texts: Vec<_> =
            self.model.docs.iter().map(|(file, doc)| (file.clone(), doc.text.clone(), doc.lost)).collect();
        for (file, text, lost) in &texts {
            let known = self.client.request("agmark/test/text", json!({ "uri": self.uri(file) }));
            assert_eq!(known["lost"], *lost, "whether the text of {file} is known");
            assert!(
                *lost || known["text"] == **text,
                "the text of {file}: {} instead of {text:?}",
                known["text"]
            );
        }
        let mut fresh = setup(&self.workspace, &self.model.encoding).start();
        fresh.notify(
            "workspace/didChangeConfiguration",
            json!({ "settings": { "agmark": self.model.settings } }),
        );
        for (file, text, lost) in &texts {
            if !lost {
                fresh.open(&self.uri(file), language(file), text);
            }
        }
        let end = Instant::now() + self.agreement;
        loop {
            let (ours, theirs) = (self.said(None), self.said(Some(&mut fresh)));
            if ours == theirs {
                break;
            }
            if Instant::now() > end {
                let differs = ours.iter().zip(&theirs).find(|(a, b)| a != b);
                let Some(((what, ours), (_, theirs))) = differs else { panic!("other things were asked") };
                panic!("{what}:\n{ours}\na fresh server says:\n{theirs}");
            }
            self.client.settle(Duration::from_millis(20));
        }
        fresh.finish_quietly();
    }

    /// What a server says of all documents; `fresh` or our own.
    fn said(&mut self, fresh: Option<&mut Client>) -> Vec<(String, Value)> {
        let pushed = self.pushed && fresh.is_none();
        let uris: Vec<_> = self
            .model
            .docs
            .iter()
            .filter(|(_, doc)| !doc.lost)
            .map(|(file, _)| self.workspace.uri(file))
            .collect();
        let client = fresh.unwrap_or(&mut self.client);
        let mut all = Vec::new();
        for uri in &uris {
            let params = json!({
                "textDocument": { "uri": uri }, "options": { "tabSize": 2, "insertSpaces": true },
            });
            for what in
                ["documentSymbol", "foldingRange", "documentLink", "semanticTokens/full", "formatting"]
            {
                let method = format!("textDocument/{what}");
                let mut answer = client.request(&method, params.clone());
                if let Some(answer) = answer.as_object_mut() {
                    answer.remove("resultId");
                }
                all.push((format!("{method} {uri}"), answer));
            }
            if !pushed {
                let found = client.request("textDocument/diagnostic", params)["items"].take();
                all.push((format!("diagnostics {uri}"), found));
            }
        }
        for (method, params) in client.take_notifications() {
            if method == "textDocument/publishDiagnostics" {
                let uri = params["uri"].as_str().unwrap_or_default().to_owned();
                self.published.insert(uri, params["diagnostics"].clone());
            }
        }
        if pushed {
            let found = uris.iter().map(|uri| {
                (format!("diagnostics {uri}"), self.published.get(uri).cloned().unwrap_or_default())
            });
            all.extend(found);
        }
        all.sort_by(|a, b| a.0.cmp(&b.0));
        all
    }

    /// Ends the session as an editor does.
    pub fn finish(mut self) {
        self.compare();
        self.client.finish_quietly();
    }
}
