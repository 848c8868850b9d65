//! `agmark aaf`: what it prints, writes and ends with.

mod annotate;
mod manifest;
mod plan;
mod prompt;
mod resolve;

use crate::support::Folder;

const MANIFEST: &str = r#"{
  "version": "0.1",
  "site": { "name": "Tables", "origin": "https://tables.example", "description": "A small restaurant." },
  "actions": {
    "table.book": {
      "title": "Book a table", "scope": "tables.write", "risk": "low", "confirmation": "review", "idempotent": false,
      "inputSchema": {
        "type": "object", "required": ["day"], "additionalProperties": false,
        "properties": {
          "day": { "type": "string", "format": "date" },
          "mail": { "type": "string", "format": "email", "x-semantic": "https://schema.org/email" }
        }
      },
      "outputSchema": { "type": "object" }
    }
  },
  "data": {
    "table.list": {
      "title": "Free tables", "scope": "tables.read",
      "inputSchema": { "type": "object", "properties": { "at": { "type": "string" }, "seats": { "type": "integer" } } },
      "outputSchema": { "type": "array" }
    }
  },
  "pages": {
    "/book": { "title": "Book", "actions": ["table.book"] },
    "/tables/": { "title": "Tables", "data": ["table.list"] }
  }
}
"#;

const PAGE: &str = r#"<title>Book</title>
<form aria-label="Book a table" data-agent-kind="action" data-agent-action="table.book">
  <input type="date" required data-agent-kind="field" data-agent-field="day">
  <input data-agent-kind="field" data-agent-field="twice">
  <input data-agent-kind="field" data-agent-field="twice">
  <p data-agent-kind="status" data-agent-output="table.book.status"></p>
</form>
<input type="email" data-agent-kind="field" data-agent-field="mail" data-agent-for-action="table.book">
<input data-agent-kind="field" data-agent-field="loose">
"#;

fn site() -> Folder {
    Folder::of(&[("m.json", MANIFEST), ("book.html", PAGE), ("notes.txt", "plain text")])
}
