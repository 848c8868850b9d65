//! Open documents of the client, and requests about them.

use serde_json::{Value, json};

use super::Client;

impl Client {
    pub fn open(&mut self, uri: &str, language: &str, text: &str) {
        self.versions.insert(uri.to_owned(), 1);
        self.notify(
            "textDocument/didOpen",
            json!({ "textDocument": { "uri": uri, "languageId": language, "version": 1, "text": text } }),
        );
    }

    /// Sends changes, as the protocol has them; gives the new version.
    pub fn change(&mut self, uri: &str, changes: Value) -> i64 {
        let version = self.versions.get(uri).map_or(1, |v| v + 1);
        self.versions.insert(uri.to_owned(), version);
        self.notify(
            "textDocument/didChange",
            json!({ "textDocument": { "uri": uri, "version": version }, "contentChanges": changes }),
        );
        version
    }

    pub fn close(&mut self, uri: &str) {
        self.versions.remove(uri);
        self.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    }

    /// The diagnostics of a document's present version, pulled or pushed as was agreed.
    pub fn diagnostics(&mut self, uri: &str) -> Vec<Value> {
        let list = if self.manners.pulls() {
            let params = json!({ "textDocument": { "uri": uri } });
            self.request("textDocument/diagnostic", params)["items"].take()
        } else {
            let version = self.versions.get(uri).copied();
            let current =
                |p: &Value| p["uri"] == uri && (p["version"].is_null() || p["version"].as_i64() == version);
            self.notification("textDocument/publishDiagnostics", current)["diagnostics"].take()
        };
        match list {
            Value::Array(list) => list,
            other => self.fail(&format!("no list of diagnostics: {other}")),
        }
    }

    /// The codes of [`Client::diagnostics`].
    pub fn codes(&mut self, uri: &str) -> Vec<String> {
        let all = self.diagnostics(uri);
        all.iter().map(|d| d["code"].as_str().unwrap_or("?").to_owned()).collect()
    }

    /// A request about a document.
    pub fn about(&mut self, method: &str, uri: &str) -> Value {
        self.request(method, json!({ "textDocument": { "uri": uri } }))
    }

    /// A request about a place in a document.
    pub fn at(&mut self, method: &str, uri: &str, position: Value) -> Value {
        self.request(method, json!({ "textDocument": { "uri": uri }, "position": position }))
    }
}
