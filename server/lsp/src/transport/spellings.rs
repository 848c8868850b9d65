//! The spellings of URIs by clients. Some do not escape a space, `é` or `[id]`, which makes the URI invalid (RFC
//! 3986). Such a URI is escaped when it arrives, and sent back as the client wrote it.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Write;
use std::str::FromStr;

use lsp_types::Uri;
use serde::Serialize;
use serde_json::Value;

/// URIs that were escaped, with the client's spelling.
#[derive(Default)]
pub struct Spellings(RefCell<HashMap<String, String>>);

impl Spellings {
    /// Escapes the URIs in the parameters of a message.
    pub fn take_in(&self, params: &mut Value) {
        match params {
            Value::Array(all) => all.iter_mut().for_each(|value| self.take_in(value)),
            Value::Object(object) => {
                for (key, value) in object.iter_mut() {
                    match value {
                        Value::String(text) if is_address(key) => self.take_in_address(text),
                        Value::Array(all) if key == "arguments" => {
                            for value in all {
                                match value {
                                    // A command may have a plain URI as argument.
                                    Value::String(text) if text.starts_with("file:") => {
                                        self.take_in_address(text)
                                    }
                                    value => self.take_in(value),
                                }
                            }
                        }
                        value => self.take_in(value),
                    }
                }
            }
            _ => {}
        }
    }

    fn take_in_address(&self, text: &mut String) {
        let mut known = self.0.borrow_mut();
        if Uri::from_str(text).is_ok() {
            // The client's last spelling wins.
            known.remove(text);
            return;
        }
        let escaped = escaped(text);
        if Uri::from_str(&escaped).is_ok() {
            known.insert(escaped.clone(), std::mem::replace(text, escaped));
        }
    }

    /// Whether no URI was escaped, so that messages are written as they are.
    pub fn is_empty(&self) -> bool {
        self.0.borrow().is_empty()
    }

    /// A message to the client, as JSON.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn body(&self, message: &impl Serialize) -> serde_json::Result<Vec<u8>> {
        let known = self.0.borrow();
        if known.is_empty() {
            return serde_json::to_vec(message);
        }
        let mut value = serde_json::to_value(message)?;
        give_back(&mut value, &known);
        serde_json::to_vec(&value)
    }
}

/// Whether a field of this name is a URI in the protocol.
fn is_address(key: &str) -> bool {
    matches!(key, "uri" | "rootUri" | "oldUri" | "newUri" | "targetUri" | "scopeUri" | "baseUri" | "target")
}

fn give_back(value: &mut Value, known: &HashMap<String, String>) {
    match value {
        Value::Array(all) => all.iter_mut().for_each(|value| give_back(value, known)),
        Value::Object(object) => {
            // The keys of `changes` are URIs.
            if let Some(Value::Object(changes)) = object.get_mut("changes") {
                let named = std::mem::take(changes).into_iter();
                *changes =
                    named.map(|(uri, edits)| (known.get(&uri).cloned().unwrap_or(uri), edits)).collect();
            }
            for (key, value) in object.iter_mut() {
                match value {
                    Value::String(text) if is_address(key) => {
                        if let Some(written) = known.get(text) {
                            text.clone_from(written);
                        }
                    }
                    value => give_back(value, known),
                }
            }
        }
        _ => {}
    }
}

/// A URI with all forbidden characters escaped.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut in_fragment = false;
    for (at, byte) in text.bytes().enumerate() {
        let is_escape = || {
            let digits = text.as_bytes().get(at + 1..at + 3);
            digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
        };
        let plain = match byte {
            b'%' => is_escape(),
            b'#' => !std::mem::replace(&mut in_fragment, true),
            _ => byte.is_ascii_alphanumeric() || b"-._~:/?@!$&'()*+,;=".contains(&byte),
        };
        if plain {
            out.push(char::from(byte));
        } else {
            // Writing into a string does not fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Each spelling becomes a valid URI and is sent back unchanged.
    #[test]
    fn addresses_are_given_back_as_they_were_written() {
        for raw in [
            "file:///w/a b.agd",
            "file:///w/é.agd",
            "file:///w/[id].agd",
            "file:///w/100%.agd",
            "file:///w/a#b#c.agd",
            "file:///w/a|b\\c^`{}<>\".agd",
            "untitled:My notes",
        ] {
            let spellings = Spellings::default();
            let mut params = json!({
                "textDocument": { "uri": raw, "text": "a b [id]" },
                "arguments": [raw, { "uri": raw }, "a b"],
            });
            let before = params.clone();
            spellings.take_in(&mut params);
            let taken = params["textDocument"]["uri"].as_str().expect("a text").to_owned();
            assert!(Uri::from_str(&taken).is_ok() && taken != raw, "{taken}");
            assert_eq!(params["arguments"][1]["uri"], taken.as_str());
            // A plain string is a URI only if it looks like one.
            let alone = if raw.starts_with("file:") { &taken } else { raw };
            assert_eq!(params["arguments"][0], *alone);
            assert_eq!(params["textDocument"]["text"], before["textDocument"]["text"]);
            let answer = json!({ "changes": { taken.clone(): [] }, "targetUri": taken, "text": taken });
            let body: Value =
                serde_json::from_slice(&spellings.body(&answer).expect("a body")).expect("JSON");
            assert_eq!(body, json!({ "changes": { raw: [] }, "targetUri": raw, "text": taken }));
        }
    }

    #[test]
    fn what_is_an_address_stays() {
        let spellings = Spellings::default();
        let mut params = json!({ "uri": "file:///w/a%20b%5Bid%5D.agd?x=1#y", "rootUri": null });
        let before = params.clone();
        spellings.take_in(&mut params);
        assert_eq!(params, before);
    }

    #[test]
    fn the_last_way_to_write_an_address_counts() {
        let spellings = Spellings::default();
        let mut raw = json!({ "uri": "file:///w/a b.agd" });
        spellings.take_in(&mut raw);
        spellings.take_in(&mut raw);
        assert_eq!(spellings.body(&raw).expect("a body"), br#"{"uri":"file:///w/a%20b.agd"}"#);
    }
}
