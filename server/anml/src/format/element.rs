//! An element in canonical form.

use crate::chars::trim;
use crate::element::{Element, Part};
use crate::json;
use crate::node::Kind;

/// Role, ref, name, attributes, states and note, with one space between them. The element has no errors.
pub fn canonical(element: &Element, text: &str) -> String {
    let mut out = String::with_capacity(element.span.len() + 8);
    out.push_str(element.role.text(text));
    if let Some(reference) = element.reference {
        out.push_str(reference.text(text));
    }
    if let Some(name) = element.name {
        out.push(' ');
        out.push_str(&barred(element, json::encode(&element.value(name, text))));
    }
    for attribute in element.attributes() {
        out.push(' ');
        out.push_str(attribute.key.text(text));
        out.push('=');
        out.push_str(&value(element, attribute.value, text));
    }
    for part in element.others() {
        let word = part.text(text);
        match part.kind {
            Kind::BareWord => out.extend([" [", word, "]"]),
            _ => out.extend([" ", word]),
        }
    }
    if let Some(note) = element.note {
        let words = trim(note.text(text).strip_prefix("--").unwrap_or(""));
        let space = if words.is_empty() { "" } else { " " };
        out.extend([" --", space, words]);
    }
    out
}

/// A value bare, if it reads back as the same.
fn value(element: &Element, part: Part, text: &str) -> String {
    if part.kind != Kind::String {
        return part.text(text).to_owned();
    }
    let value = element.value(part, text);
    let bare = is_bare(&value);
    barred(element, if bare { value } else { json::encode(&value) })
}

/// Whether a value needs no quotes. Bare `#e1` is a reference, bare `@name` content from outside.
pub fn is_bare(value: &str) -> bool {
    !value.is_empty()
        && !value.starts_with(['"', '#', '@'])
        && !value.contains(|c: char| c.is_whitespace() || c.is_control())
}

/// In a cell a bar is written `\|`.
fn barred(element: &Element, source: String) -> String {
    if element.in_cell { source.replace('|', "\\|") } else { source }
}
