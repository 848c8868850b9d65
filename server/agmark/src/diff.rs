//! What changes in a text, as people read it.

use std::time::Duration;

use similar::TextDiff;

use crate::terminal::{BOLD, CYAN, GREEN, Look, RED};

/// A diff that takes longer is shown less finely.
const PATIENCE: Duration = Duration::from_secs(2);

/// A unified diff of a file; empty where nothing changes.
pub fn unified(name: &str, before: &str, after: &str, look: Look) -> String {
    between((&format!("a/{name}"), &format!("b/{name}")), before, after, look)
}

/// A unified diff, with the names of its header; empty where nothing changes.
pub fn between((from, to): (&str, &str), before: &str, after: &str, look: Look) -> String {
    let diff = TextDiff::configure().timeout(PATIENCE).diff_lines(before, after);
    let text = diff.unified_diff().context_radius(3).header(from, to).to_string();
    if !look.colour {
        return text;
    }
    let line = |line: &str| {
        let style = match line.as_bytes() {
            [b'+', b'+', b'+', ..] | [b'-', b'-', b'-', ..] => BOLD,
            [b'+', ..] => GREEN,
            [b'-', ..] => RED,
            [b'@', ..] => CYAN,
            _ => return line.to_owned(),
        };
        let body = line.trim_end_matches(['\r', '\n']);
        format!("{}{}", look.paint(style, body), &line[body.len()..])
    };
    text.split_inclusive('\n').map(line).collect()
}
