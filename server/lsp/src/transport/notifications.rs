//! Checks notifications. They have no answer, so an invalid one would not be noticed.

use lsp_types as lsp;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

type Check = fn(&Value) -> Result<(), serde_json::Error>;

fn check<P: DeserializeOwned>(params: &Value) -> Result<(), serde_json::Error> {
    P::deserialize(params).map(drop)
}

/// All notifications that the server handles, with a check of their parameters.
const KNOWN: &[(&str, Check)] = &[
    ("$/cancelRequest", check::<lsp::CancelParams>),
    ("$/progress", check::<Value>),
    ("$/setTrace", check::<Value>),
    ("exit", check::<Value>),
    ("initialized", check::<lsp::InitializedParams>),
    ("textDocument/didChange", check::<lsp::DidChangeTextDocumentParams>),
    ("textDocument/didClose", check::<lsp::DidCloseTextDocumentParams>),
    ("textDocument/didOpen", check::<lsp::DidOpenTextDocumentParams>),
    ("textDocument/didSave", check::<lsp::DidSaveTextDocumentParams>),
    ("window/workDoneProgress/cancel", check::<lsp::WorkDoneProgressCancelParams>),
    ("workspace/didChangeConfiguration", check::<lsp::DidChangeConfigurationParams>),
    ("workspace/didChangeWatchedFiles", check::<lsp::DidChangeWatchedFilesParams>),
    ("workspace/didChangeWorkspaceFolders", check::<lsp::DidChangeWorkspaceFoldersParams>),
];

fn find(method: &str) -> Option<Check> {
    KNOWN.iter().find(|(known, _)| *known == method).map(|(_, check)| *check)
}

/// Whether a message is a notification that the server handles.
pub fn is_known(message: &Map<String, Value>) -> bool {
    message.get("method").and_then(Value::as_str).is_some_and(|method| find(method).is_some())
}

/// The result of a check.
#[derive(Debug, PartialEq)]
pub enum Verdict {
    Good,
    /// The corrected parameters.
    Tidied(Value),
    /// The parameters are invalid, with the reason.
    Wrong(String),
    /// Not a notification that the server handles.
    Unknown,
}

/// Checks a notification's parameters. Numbers out of bounds are clamped, so that an editor that sends the largest
/// number for "the end of the line" does not lose an edit.
pub fn verdict(method: &str, params: Option<&Value>) -> Verdict {
    let Some(check) = find(method) else { return Verdict::Unknown };
    let params = params.unwrap_or(&Value::Null);
    // `initialized` may come without any.
    if matches!(method, "exit" | "initialized") && params.is_null() {
        return Verdict::Tidied(Value::Object(Map::new()));
    }
    let Err(error) = check(params) else { return Verdict::Good };
    let mut tidied = params.clone();
    tidy(&mut tidied);
    match check(&tidied) {
        Ok(()) => Verdict::Tidied(tidied),
        Err(_) => Verdict::Wrong(error.to_string()),
    }
}

/// Clamps the numbers of text edits.
fn tidy(value: &mut Value) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(tidy),
        Value::Object(object) => {
            for (key, value) in object.iter_mut() {
                match key.as_str() {
                    "line" | "character" => bound(value, 0.0, f64::from(u32::MAX)),
                    "version" if value.is_null() => *value = 0.into(),
                    "version" => bound(value, f64::from(i32::MIN), f64::from(i32::MAX)),
                    // Deprecated. The range is enough.
                    "rangeLength" => *value = Value::Null,
                    "textDocument" | "contentChanges" | "range" | "start" | "end" => tidy(value),
                    _ => {}
                }
            }
        }
        _ => {}
    }
}

fn bound(value: &mut Value, least: f64, most: f64) {
    if let Some(number) = value.as_f64() {
        *value = (number.clamp(least, most) as i64).into();
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn change(version: Value, line: Value) -> Value {
        let range =
            json!({ "start": { "line": 0, "character": 0 }, "end": { "line": line, "character": 1.0 } });
        json!({
            "textDocument": { "uri": "file:///a", "version": version },
            "contentChanges": [{ "range": range, "rangeLength": -1, "text": "line" }],
        })
    }

    #[test]
    fn numbers_are_brought_into_bounds() {
        for (version, line) in [
            (json!(2), json!(9_007_199_254_740_991_u64)),
            (json!(1e300), json!(-1)),
            (json!(null), json!(2.0)),
        ] {
            let Verdict::Tidied(tidied) = verdict("textDocument/didChange", Some(&change(version, line)))
            else {
                panic!("it can be read");
            };
            assert_eq!(tidied["contentChanges"][0]["text"], "line");
            assert_eq!(verdict("textDocument/didChange", Some(&tidied)), Verdict::Good);
        }
    }

    #[test]
    fn what_cannot_be_read_is_said() {
        let wrong = |method, params: Value| match verdict(method, Some(&params)) {
            Verdict::Wrong(why) => why,
            other => panic!("{other:?}"),
        };
        assert!(wrong("textDocument/didOpen", json!({})).contains("missing field `textDocument`"));
        assert!(wrong("textDocument/didChange", change(json!("2"), json!(1))).contains("invalid type"));
        assert_eq!(
            verdict("textDocument/didChange", None),
            Verdict::Wrong(wrong("textDocument/didChange", Value::Null))
        );
        assert_eq!(verdict("textDocument/hover", None), Verdict::Unknown);
        assert_eq!(verdict("exit", None), Verdict::Tidied(json!({})));
    }
}
