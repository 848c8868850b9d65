//! What is printed: rows of cells with tabs between, or JSON.

use ::agd::ast::Block;
use ::agd::{ids, json};
use serde_json::{Value, json};

use crate::terminal;

/// A cell: one line, without tabs or what a terminal would obey.
pub fn cell(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>().trim().to_owned()
}

/// Prints JSON, indented.
///
/// # Errors
/// When standard output cannot be written.
pub fn print_json(value: &Value) -> anyhow::Result<()> {
    Ok(terminal::print(format_args!("{value:#}\n"))?)
}

/// Line numbers of offsets that grow.
pub struct Lines<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl<'a> Lines<'a> {
    pub fn of(text: &'a str) -> Self {
        Self { text, at: 0, line: 1 }
    }

    /// The line of an offset, from 1. Those asked for before must not be greater.
    pub fn at(&mut self, offset: usize) -> usize {
        let between = self.text.get(self.at..offset).unwrap_or("");
        self.line += between.bytes().filter(|byte| *byte == b'\n').count();
        self.at = offset.max(self.at);
        self.line
    }
}

/// A block in a list: id, kind, what is said of it, line and span.
pub fn entry(block: Block<'_>, key: &str, words: &str, line: usize) -> Value {
    let span = block.span().unwrap_or_default();
    json!({
        "id": block.id().unwrap_or(""),
        "kind": block.tag(),
        key: words,
        "line": line,
        "span": { "start": span.start, "end": span.end },
    })
}

/// A whole block, with its line.
pub fn whole(block: Block<'_>, line: usize) -> Value {
    let mut value = json::block(block);
    if let Value::Object(map) = &mut value {
        map.insert("line".to_owned(), json!(line));
    }
    value
}

/// `kind TAB desc`, after what comes before it.
pub fn described(block: Block<'_>) -> String {
    format!("{}\t{}\t{}", block.id().unwrap_or(""), block.tag(), cell(&ids::description(block)))
}
