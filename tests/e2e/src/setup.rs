//! How a client and its server are started.

use std::path::Path;

use serde_json::{Value, json};

use crate::workspace::uri;
use crate::{Client, Manners};

/// What is known before the server runs.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The parameters of `initialize`.
    pub initialize: Value,
    pub settings: Value,
    pub answers: bool,
    /// Whether it says that it has applied an edit.
    pub applies: bool,
    /// Whether the server offers its test hooks.
    pub hooks: bool,
    /// Arguments after `agmark lsp`.
    pub arguments: Vec<String>,
}

impl Default for Setup {
    /// A client that can what most can: it pulls diagnostics, and takes nothing dynamically.
    fn default() -> Self {
        Self::from_capabilities(json!({
            "general": { "positionEncodings": ["utf-16"] },
            "workspace": { "workspaceFolders": true, "workspaceEdit": { "documentChanges": true } },
            "textDocument": {
                "diagnostic": { "relatedDocumentSupport": false },
                "publishDiagnostics": { "relatedInformation": true, "versionSupport": true },
                "documentSymbol": { "hierarchicalDocumentSymbolSupport": true },
                "definition": { "linkSupport": true },
                "hover": { "contentFormat": ["markdown", "plaintext"] },
                "rename": { "prepareSupport": true },
                "codeAction": {
                    "codeActionLiteralSupport": { "codeActionKind": { "valueSet": ["quickfix"] } },
                },
                "semanticTokens": {
                    "requests": { "full": { "delta": true }, "range": true },
                    "formats": ["relative"],
                    "tokenTypes": [],
                    "tokenModifiers": [],
                },
            },
        }))
    }
}

impl Setup {
    /// A client with these capabilities.
    pub fn from_capabilities(capabilities: Value) -> Self {
        Self {
            initialize: json!({
                "processId": std::process::id(),
                "rootUri": null,
                "workspaceFolders": null,
                "clientInfo": { "name": "agmark-tests" },
                "capabilities": capabilities,
            }),
            settings: json!({}),
            answers: true,
            applies: false,
            hooks: false,
            arguments: Vec::new(),
        }
        .typing_delay(0)
    }

    /// A client that opens the handshake as an editor does: `handshakes/NAME.json`.
    ///
    /// # Panics
    /// When there is no such file.
    pub fn editor(name: &str) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("handshakes").join(format!("{name}.json"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let mut initialize: Value =
            serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        initialize["processId"] = json!(std::process::id());
        Self { initialize, ..Self::default() }.typing_delay(0)
    }

    /// Without pulling diagnostics: they are pushed.
    pub fn pushed(mut self) -> Self {
        if let Some(text) = self.initialize["capabilities"]["textDocument"].as_object_mut() {
            text.remove("diagnostic");
        }
        self
    }

    /// With another unit for columns: `utf-8`, `utf-16` or `utf-32`.
    pub fn encoding(mut self, name: &str) -> Self {
        self.initialize["capabilities"]["general"]["positionEncodings"] = json!([name]);
        self
    }

    /// With these folders open.
    pub fn folders(mut self, folders: &[&Path]) -> Self {
        let all: Vec<_> = folders.iter().map(|f| json!({ "uri": uri(f), "name": "folder" })).collect();
        self.initialize["rootUri"] = all.first().map_or(Value::Null, |f| f["uri"].clone());
        self.initialize["workspaceFolders"] = all.into();
        self
    }

    /// With something else in the capabilities, at a pointer whose parent is there.
    ///
    /// # Panics
    /// When the parent is not there.
    pub fn can(mut self, parent: &str, key: &str, value: Value) -> Self {
        let place = self.initialize["capabilities"].pointer_mut(parent);
        place.unwrap_or_else(|| panic!("no {parent} in the capabilities"))[key] = value;
        self
    }

    /// A client that says of each edit that it has applied it.
    pub fn applies(mut self) -> Self {
        self.applies = true;
        self
    }

    /// A client that never answers what the server asks.
    pub fn silent(mut self) -> Self {
        self.answers = false;
        self
    }

    /// With the server's test hooks: `agmark/test/fault`, `agmark/test/panic` and `agmark/test/sleep`.
    pub fn hooks(mut self) -> Self {
        self.hooks = true;
        self
    }

    /// With settings, as the client answers them when asked: an object of sections.
    pub fn settings(mut self, settings: Value) -> Self {
        let delay = self.settings["agmark"]["typing-delay"].take();
        self.settings = settings;
        self.settings["agmark"]["typing-delay"] = delay;
        self
    }

    /// With a time, in milliseconds, for which new findings on typed lines wait. A test does not type as a person does:
    /// unless it says so, nothing waits.
    pub fn typing_delay(mut self, delay: u64) -> Self {
        self.initialize["initializationOptions"]["typing-delay"] = delay.into();
        self.settings["agmark"]["typing-delay"] = delay.into();
        self
    }

    /// With an argument for `agmark lsp`.
    pub fn argument(mut self, argument: &str) -> Self {
        self.arguments.push(argument.to_owned());
        self
    }

    /// Starts the server and shakes hands.
    ///
    /// # Panics
    /// When the server does not start or does not answer.
    pub fn start(&self) -> Client {
        let mut client = self.spawn();
        client.shake_hands(self.initialize.clone());
        client
    }

    /// Starts the server without a word to it.
    ///
    /// # Panics
    /// When the program cannot be started.
    pub fn spawn(&self) -> Client {
        let manners = Manners {
            capabilities: self.initialize["capabilities"].clone(),
            settings: self.settings.clone(),
            answers: self.answers,
            applies: self.applies,
        };
        Client::spawn(manners, &self.arguments, self.hooks)
    }
}
