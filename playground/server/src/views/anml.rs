//! `agmark anml view` and `agmark anml tokens`.

use std::io;

use agmark_anml::tokens;
use agmark_anml::view::{self, Filter, Options, Viewed};
use serde_json::{Value, json};

use super::{Request, counted};

/// A smaller document, by `depth`, `filter` and `budget`.
pub fn view(request: &Request) -> Result<Value, String> {
    let filter = Some(request.text("filter")).filter(|filter| !filter.is_empty());
    let filter = filter.map(str::parse::<Filter>).transpose().map_err(|error| error.to_string())?;
    let options = Options {
        depth: request.number("depth").filter(|depth| *depth > 0),
        filter,
        budget: request.number("budget").filter(|budget| *budget > 0),
        expand: Vec::new(),
    };
    let mut out = String::new();
    let mut write = |text: &str| -> io::Result<()> {
        out.push_str(text);
        Ok(())
    };
    let text = request.text("text");
    let viewed =
        view::view(|| Ok(text.as_bytes()), &options, &mut write).map_err(|error| error.to_string())?;
    let mut answer = counted(&out);
    answer["whole"] = json!(agmark_tokens::count(text));
    if let (Viewed::NothingLeft, Some(filter)) = (viewed, &options.filter) {
        answer["note"] = json!(filter.nothing_left());
    }
    Ok(answer)
}

/// What the parts of a document cost.
pub fn cost(request: &Request) -> Result<Value, String> {
    let cost = tokens::cost(request.text("text")).map_err(|error| error.to_string())?;
    let parts: Vec<_> = cost
        .parts
        .iter()
        .map(|part| json!({ "title": part.title, "line": part.line, "tokens": part.tokens }))
        .collect();
    Ok(json!({
        "whole": cost.whole,
        "front": cost.front,
        "parts": parts,
        "interactive": cost.interactive,
        "html": cost.html,
        "json": cost.json,
    }))
}
