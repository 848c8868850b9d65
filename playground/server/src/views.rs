//! What a page shows beside the text: the output of the formats' commands, from the same functions.

mod aaf;
mod agd;
mod anml;
mod garyml;
mod markdownlang;

use serde_json::{Value, json};

/// The answer to a request: an object with the view, or with the `error` that the command would report.
pub fn answer(request: &[u8]) -> Value {
    let request: Value = match serde_json::from_slice(request) {
        Ok(request) => request,
        Err(error) => return json!({ "error": error.to_string() }),
    };
    let request = Request(request);
    let answer = match request.text("view") {
        "anml" => anml::view(&request),
        "anml-cost" => anml::cost(&request),
        "agd-markdown" => agd::markdown(&request),
        "agd-html" => agd::html(&request),
        "garyml-prompt" => garyml::prompt(&request),
        "program-prompt" => markdownlang::prompt(&request),
        "program-replay" => markdownlang::replay(&request),
        "aaf-score" => aaf::score(&request),
        other => Err(format!("unknown view `{other}`")),
    };
    answer.unwrap_or_else(|error| json!({ "error": error }))
}

/// A request for a view.
struct Request(Value);

impl Request {
    /// A text of the request; empty if it is missing.
    fn text(&self, name: &str) -> &str {
        self.0.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    /// A whole number of the request.
    fn number(&self, name: &str) -> Option<u32> {
        self.0.get(name).and_then(Value::as_u64).and_then(|number| u32::try_from(number).ok())
    }
}

/// A text with what it costs a model.
fn counted(text: &str) -> Value {
    json!({ "text": text, "tokens": agmark_tokens::count(text) })
}
