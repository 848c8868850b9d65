//! What changes in a text, as people read it.

use std::time::Duration;

use agmark_syntax::line_diff::LineDiff;

use crate::terminal::{BOLD, CYAN, GREEN, Look, RED};

/// A diff that takes longer is less detailed.
const PATIENCE: Duration = Duration::from_secs(2);

/// A diff whose lines all end with a line feed. A terminal writes one line over the other after a carriage return alone.
fn with_feeds(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(c) = letters.next() {
        let alone = c == '\r' && letters.peek() != Some(&'\n');
        out.push(if alone { '\n' } else { c });
    }
    out
}

/// A unified diff of a file; empty if nothing changes.
pub fn unified(name: &str, before: &str, after: &str, look: Look) -> String {
    between((&format!("a/{name}"), &format!("b/{name}")), before, after, look)
}

/// A unified diff with the names of its header; empty if nothing changes.
pub fn between((from, to): (&str, &str), before: &str, after: &str, look: Look) -> String {
    let text = with_feeds(&LineDiff::new(before, after, Some(PATIENCE)).unified((from, to), 3));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_every_ending_stand_on_lines_of_their_own() {
        for ending in ["\n", "\r\n", "\r"] {
            let text =
                |words: &[&str]| words.iter().map(|word| format!("{word}{ending}")).collect::<String>();
            let look = Look { colour: false, width: 80 };
            let diff = unified("x", &text(&["a", "b", "c"]), &text(&["a", "d", "c"]), look);
            let lines: Vec<&str> = diff.lines().map(|line| line.trim_end_matches('\r')).collect();
            assert_eq!(
                lines,
                ["--- a/x", "+++ b/x", "@@ -1,3 +1,3 @@", " a", "-b", "+d", " c"],
                "{ending:?}"
            );
        }
    }
}
