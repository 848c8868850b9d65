//! Parts of a block in canonical form.

use crate::lexical::line::tildes;

/// The tag and the id of a block.
pub struct Header<'a> {
    /// Without the `@`.
    pub tag: &'a str,
    /// Whether the attributes are inside the bracket of the id.
    pub is_inline: bool,
    pub id: Option<&'a str>,
    pub hash: Option<&'a str>,
}

/// `@tag TEXT key=value [#id:hash]`. `text` writes the inline text or the target with a space before it.
pub fn header(
    header: &Header<'_>,
    text: impl FnOnce(&mut String),
    attributes: impl Fn(&mut String),
    out: &mut String,
) {
    out.push('@');
    out.push_str(header.tag);
    text(out);
    if !header.is_inline {
        attributes(out);
    }
    let Some(id) = header.id else { return };
    out.push_str(" [#");
    out.push_str(id);
    if let Some(hash) = header.hash {
        out.push(':');
        out.push_str(hash);
    }
    if header.is_inline {
        attributes(out);
    }
    out.push(']');
}

/// ` key=value`.
pub fn attribute(key: &str, value: &str, out: &mut String) {
    out.push(' ');
    out.push_str(key);
    out.push('=');
    out.push_str(value);
}

/// The marker before the text of an item.
pub fn marker(marker: char, empty: bool, out: &mut String) {
    out.push('\n');
    out.push(marker);
    if !empty {
        out.push(' ');
    }
}

/// A fence one tilde longer than the longest line of tildes in its body, and at least three long. An empty body is an
/// empty line. Carriage returns before a line feed belong to the line ending.
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
