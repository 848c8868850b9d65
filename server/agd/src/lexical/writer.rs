//! Parts of a block in canonical form.

use crate::lexical::line::tildes;

/// ` key=value`.
pub fn attribute(key: &str, value: &str, out: &mut String) {
    out.push(' ');
    out.push_str(key);
    out.push('=');
    out.push_str(value);
}

/// What comes before an item's text.
pub fn marker(marker: char, empty: bool, out: &mut String) {
    out.push('\n');
    out.push(marker);
    if !empty {
        out.push(' ');
    }
}

/// A fence one tilde longer than the longest line of tildes in its body, and at least three long. An empty body is an
/// empty line. Carriage returns before a line feed belong to the line's end.
pub fn fence(body: &str, out: &mut String) {
    let longest = body.split('\n').filter_map(tildes).max().unwrap_or(0);
    let line = "~".repeat((longest as usize + 1).max(3));
    out.push('\n');
    out.push_str(&line);
    for body_line in body.split('\n') {
        out.push('\n');
        out.push_str(body_line.trim_end_matches('\r'));
    }
    out.push('\n');
    out.push_str(&line);
}
