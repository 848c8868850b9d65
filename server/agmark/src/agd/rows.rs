//! The output of searches: rows of cells with tabs between them, or JSON.

use ::agd::ast::Block;
use ::agd::{ids, json};
use serde_json::{Map, Value};

use crate::terminal;

/// A cell: one line, without tabs or what a terminal would obey.
pub fn cell(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>().trim().to_owned()
}

/// Prints JSON on one line: a model pays for each space.
///
/// # Errors
/// When standard output cannot be written.
pub fn print_json(value: &Value) -> anyhow::Result<()> {
    Ok(terminal::print(format_args!("{value}\n"))?)
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

    /// The line of an offset, from 1. Offsets must be given in ascending order.
    pub fn at(&mut self, offset: usize) -> usize {
        let between = self.text.get(self.at..offset).unwrap_or("");
        self.line += between.bytes().filter(|byte| *byte == b'\n').count();
        self.at = offset.max(self.at);
        self.line
    }
}

/// A block in a list: id, kind, description and line. Empty fields are left out.
pub fn entry(block: Block<'_>, key: &str, words: &str, line: usize) -> Value {
    let mut map = Map::new();
    for (key, text) in [("id", block.id().unwrap_or("")), ("kind", block.tag()), (key, words)] {
        if !text.is_empty() {
            map.insert(key.to_owned(), text.into());
        }
    }
    map.insert("line".to_owned(), line.into());
    Value::Object(map)
}

/// A whole block, with its line and the hash of its content: what a guarded edit asks for.
pub fn whole(block: Block<'_>, line: usize) -> Value {
    let mut value = json::block(block);
    if let Value::Object(map) = &mut value {
        map.remove("span");
        map.insert("line".to_owned(), line.into());
        map.insert("content_hash".to_owned(), block.content_hash().into());
    }
    value
}

/// Cells with tabs between, without those that are empty at the end.
pub fn row(cells: &[&str]) -> String {
    let used = cells.iter().rposition(|cell| !cell.is_empty()).map_or(0, |last| last + 1);
    let mut out = cells[..used].join("\t");
    out.push('\n');
    out
}

/// `id TAB kind TAB desc`, after what comes before it.
pub fn described(before: &[&str], block: Block<'_>) -> String {
    let words = cell(&ids::description(block));
    let own = [block.id().unwrap_or(""), block.tag(), &words];
    row(&[before, &own].concat())
}
