//! Where the lines of a view are written.

use super::line::ViewLine;
use super::options::Options;
use crate::format::lines::{key_place, meta_line};
use crate::syntax::depths::STEP;

/// Writes a line of the body. Tables are not padded, because later rows are unknown.
pub fn line(line: &ViewLine<'_>, out: &mut String) {
    const BLANKS: &str = "                                                                ";
    let mut indent = (line.depth * STEP) as usize;
    while indent > 0 {
        let blanks = &BLANKS[..indent.min(BLANKS.len())];
        out.push_str(blanks);
        indent -= blanks.len();
    }
    line.write(out);
    out.push('\n');
}

/// The front matter, with what was done to the document.
pub fn front(entries: &[(String, String)], options: &Options) -> String {
    let mut entries = entries.to_vec();
    let mut set = |key: &str, value: String| match entries.iter_mut().find(|(k, _)| k == key) {
        Some(entry) => entry.1 = value,
        None => entries.push((key.to_owned(), value)),
    };
    if let Some(depth) = options.depth {
        set("depth", depth.to_string());
    }
    if let Some(filter) = &options.filter {
        set("filter", filter.words().collect::<Vec<_>>().join(", "));
    }
    if let Some(budget) = options.budget {
        set("budget", budget.to_string());
    }
    if !options.expand.is_empty() {
        set("expand", options.expand.join(", "));
    }
    if entries.is_empty() {
        return String::new();
    }
    entries.sort_by_key(|(key, _)| key_place(key));
    let lines: Vec<_> = entries.iter().map(|(key, value)| meta_line(key, value)).collect();
    format!("---\n{}\n---\n", lines.join("\n"))
}
