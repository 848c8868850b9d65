//! What editors are told, in a small site. `$0` is the cursor.

mod actions;
mod commands;
mod completion;
mod hover;
mod lens;
mod manifest_completion;

use agmark_syntax::Document;
use agmark_syntax::testing::Files;

use crate::common;

const MANIFEST: &str = r#"=== .well-known/agent-manifest.json
{
  "version": "0.1",
  "site": { "name": "Seats", "origin": "https://seats.example" },
  "actions": {
    "seat.book": {
      "title": "Book a seat",
      "description": "Books one seat.",
      "scope": "seats.write",
      "risk": "low",
      "confirmation": "review",
      "idempotent": false,
      "inputSchema": {
        "type": "object",
        "required": ["row"],
        "properties": {
          "row": { "type": "integer", "minimum": 1 },
          "meal": { "type": "string", "enum": ["none", "full"] },
          "mail": { "type": "string", "format": "email", "x-semantic": "https://schema.org/email" }
        }
      },
      "outputSchema": { "type": "object" }
    }
  },
  "data": {
    "seat.list": { "title": "Free seats", "scope": "seats.read", "outputSchema": { "type": "array" } }
  },
  "pages": {
    "/book": { "title": "Book", "actions": ["seat.book"] },
    "/list": { "title": "List", "data": ["seat.list"] }
  }
}
"#;

/// The files, and where the cursor is in the first.
fn open(text: &str) -> (Files, Document, usize) {
    let (text, _) = (text.to_owned(), ());
    let first_end = text.find("\n=== ").map_or(text.len(), |end| end + 1);
    let (first, rest) = text.split_at(first_end);
    let (header, body) = first.split_once('\n').expect("a file's name");
    let (body, offset) = if body.contains("$0") { common::cursor(body) } else { (body.to_owned(), 0) };
    let files = common::files(&format!("{header}\n{body}{rest}"), "none");
    let document = files.own().expect("a format").clone();
    (files, document, offset)
}

fn page(body: &str) -> String {
    format!("=== book.html\n{body}\n{MANIFEST}")
}

const FORM: &str = r#"<form data-agent-kind="action" data-agent-action="seat.book">
  <input data-agent-kind="field" data-agent-field="row">
  <button data-agent-kind="action" data-agent-action="seat.book.submit">Book</button>
</form>"#;
