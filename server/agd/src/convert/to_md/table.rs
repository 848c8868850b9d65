//! Tables as Markdown.

use crate::ast::{Block, Value};
use crate::convert::csv;
use crate::convert::stand_ins::ALIGN;

/// A table of Markdown; `None` if its rows differ in width or a cell has several lines. Its attributes are in a comment
/// before it.
pub fn write(block: Block<'_>) -> Option<String> {
    let format = block.attribute("format");
    let rows = csv::read(&block.body()?);
    let columns = rows.first()?.len();
    if format.is_some_and(|format| format != Value::from("csv"))
        || rows.iter().any(|row| row.len() != columns || row.iter().any(|cell| cell.contains('\n')))
    {
        return None;
    }
    let mut out = String::new();
    if block.id().is_some() || block.attributes().any(|attribute| attribute.key != ALIGN) {
        let header = block.canonical();
        let header = header.lines().next().unwrap_or("");
        if header.contains("-->") {
            return None;
        }
        out = format!("<!-- {header} -->\n\n");
    }
    let align = block.attribute(ALIGN).map(|value| value.to_string()).unwrap_or_default();
    let words: Vec<&str> = align.split(',').collect();
    let line = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    let rule =
        (0..columns).map(|column| dashes(words.get(column).copied().unwrap_or("")).to_owned()).collect();
    let mut lines = Vec::with_capacity(rows.len() + 1);
    for row in rows {
        lines.push(line(row.into_iter().map(|cell| cell.replace('|', "\\|")).collect()));
    }
    lines.insert(1, line(rule));
    Some(out + &lines.join("\n"))
}

fn dashes(word: &str) -> &'static str {
    match word {
        "left" => ":---",
        "center" => ":---:",
        "right" => "---:",
        _ => "---",
    }
}
