//! How a client behaves towards the server: what it answers, and what it does not put up with.

use serde_json::{Value, json};

/// A client's side of the agreement that the handshake is.
#[derive(Clone, Debug)]
pub struct Manners {
    /// What it said it can, in the `initialize` request.
    pub capabilities: Value,
    /// What it answers to `workspace/configuration`: an object of sections.
    pub settings: Value,
    /// False: it never answers anything that the server asks.
    pub answers: bool,
    /// Whether it says that it has applied an edit; no test client does so in fact.
    pub applies: bool,
}

impl Manners {
    /// Whether the client said, at this pointer, that it can.
    pub fn can(&self, pointer: &str) -> bool {
        match self.capabilities.pointer(pointer) {
            Some(Value::Bool(flag)) => *flag,
            Some(Value::Null) | None => false,
            Some(_) => true,
        }
    }

    /// Why a message of the server's is not what was agreed on; none if it is.
    pub fn complaint(&self, method: &str, params: &Value) -> Option<String> {
        let needs = |pointer: &str| {
            (!self.can(pointer)).then(|| format!("{method} although the client has no {pointer}"))
        };
        match method {
            "client/registerCapability" => {
                let wanted = params["registrations"].as_array().into_iter().flatten();
                wanted.filter_map(|one| one["method"].as_str()).find_map(|method| {
                    let pointer = format!("/{method}/dynamicRegistration");
                    (!self.can(&pointer))
                        .then(|| format!("{method} is registered although the client has no {pointer}"))
                })
            }
            "workspace/configuration" => needs("/workspace/configuration"),
            "workspace/workspaceFolders" => needs("/workspace/workspaceFolders"),
            "workspace/applyEdit" => needs("/workspace/applyEdit"),
            "window/workDoneProgress/create" => needs("/window/workDoneProgress"),
            "window/showDocument" => needs("/window/showDocument/support"),
            // The protocol's text has the plural, some clients the singular.
            "workspace/diagnostic/refresh" => {
                let singular = self.can("/workspace/diagnostic/refreshSupport");
                needs("/workspace/diagnostics/refreshSupport").filter(|_| !singular)
            }
            "workspace/semanticTokens/refresh" => needs("/workspace/semanticTokens/refreshSupport"),
            "workspace/codeLens/refresh" => needs("/workspace/codeLens/refreshSupport"),
            "workspace/inlayHint/refresh" => needs("/workspace/inlayHint/refreshSupport"),
            "textDocument/publishDiagnostics" if self.pulls() && !is_configuration(params) => {
                Some("diagnostics are pushed to a client that pulls them".to_owned())
            }
            "textDocument/publishDiagnostics"
            | "client/unregisterCapability"
            | "window/showMessage"
            | "window/showMessageRequest"
            | "window/logMessage"
            | "$/progress" => None,
            _ => Some(format!("{method} is nothing that a client knows")),
        }
    }

    /// Whether the client asks for diagnostics, instead of being sent them.
    pub fn pulls(&self) -> bool {
        self.can("/textDocument/diagnostic")
    }

    /// What the client answers to a request of the server's.
    pub fn answer(&self, method: &str, params: &Value) -> Value {
        match method {
            "workspace/configuration" => {
                let items = params["items"].as_array().into_iter().flatten();
                items.map(|item| self.setting(item["section"].as_str())).collect()
            }
            "workspace/applyEdit" if self.applies => json!({ "applied": true }),
            "workspace/applyEdit" => json!({ "applied": false, "failureReason": "not by this client" }),
            "window/showDocument" => json!({ "success": false }),
            _ => Value::Null,
        }
    }

    fn setting(&self, section: Option<&str>) -> Value {
        let section = section.unwrap_or_default();
        let pointer: String = section.split('.').filter(|s| !s.is_empty()).map(|s| format!("/{s}")).collect();
        self.settings.pointer(&pointer).cloned().unwrap_or_default()
    }
}

/// A configuration file is no document that a client would pull for: its problems may be pushed.
fn is_configuration(params: &Value) -> bool {
    params["uri"].as_str().is_some_and(|uri| uri.ends_with("/agmark.toml"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(capabilities: Value, messages: &[(&str, Value)]) -> Vec<bool> {
        let manners = Manners { capabilities, settings: Value::Null, answers: true, applies: false };
        messages.iter().map(|(method, params)| manners.complaint(method, params).is_some()).collect()
    }

    #[test]
    fn a_client_that_pulls_is_not_pushed() {
        let said = [
            ("textDocument/publishDiagnostics", json!({ "uri": "file:///a.agd" })),
            ("textDocument/publishDiagnostics", json!({ "uri": "file:///agmark.toml" })),
        ];
        assert_eq!(complaints(json!({ "textDocument": { "diagnostic": {} } }), &said), [true, false]);
        assert_eq!(complaints(json!({}), &said), [false, false]);
    }

    #[test]
    fn nothing_is_asked_that_was_refused() {
        let register =
            json!({ "registrations": [{ "id": "1", "method": "workspace/didChangeWatchedFiles" }] });
        let said = [
            ("client/registerCapability", register),
            ("workspace/configuration", json!({ "items": [] })),
            ("workspace/diagnostic/refresh", Value::Null),
            ("window/workDoneProgress/create", json!({ "token": 1 })),
            ("window/logMessage", json!({ "type": 3, "message": "" })),
            ("agmark/nonsense", Value::Null),
        ];
        assert_eq!(complaints(json!({}), &said), [true, true, true, true, false, true]);
        let all = json!({
            "workspace": {
                "configuration": true,
                "didChangeWatchedFiles": { "dynamicRegistration": true },
                "diagnostics": { "refreshSupport": true },
            },
            "window": { "workDoneProgress": true },
        });
        assert_eq!(complaints(all, &said), [false, false, false, false, false, true]);
    }

    #[test]
    fn settings_are_answered_by_section() {
        let settings = json!({ "agmark": { "rules": { "x": "off" } } });
        let manners = Manners { capabilities: json!({}), settings, answers: true, applies: false };
        let items = json!({ "items": [{ "section": "agmark.rules" }, { "section": "other" }] });
        assert_eq!(manners.answer("workspace/configuration", &items), json!([{ "x": "off" }, null]));
    }
}
