//! An element in canonical form.

use crate::syntax::chars::trim;
use crate::syntax::element::{Element, Part};
use crate::syntax::json;
use crate::syntax::node::Kind;
use crate::vocabulary;

/// Role, ref, name, attributes, states and note, with one space between them. The element has no errors.
pub fn canonical(element: &Element, text: &str) -> String {
    let mut out = String::with_capacity(element.span.len() + 8);
    write(element, text, &mut out);
    out
}

/// Writes an element to the end of `out`.
pub fn write(element: &Element, text: &str, out: &mut String) {
    out.push_str(element.role.text(text));
    if let Some(reference) = element.reference {
        out.push_str(reference.text(text));
    }
    if let Some(name) = element.name {
        out.push(' ');
        match plain(element, name, text) {
            Some(_) => out.push_str(name.text(text)),
            None => out.push_str(&barred(element, json::encode(&element.value(name, text)))),
        }
    }
    for attribute in element.attributes() {
        out.push(' ');
        out.push_str(attribute.key.text(text));
        out.push('=');
        value(element, attribute.value, text, out);
    }
    let role = vocabulary::base(element.role.text(text));
    for run in element.runs() {
        // Words that are not known states may be a name without quotes, so they are not changed.
        let states = run.iter().all(|part| vocabulary::has_state(role, part.text(text)));
        for part in run {
            let word = part.text(text);
            match part.kind {
                Kind::BareWord if states => out.extend([" [", word, "]"]),
                _ => out.extend([" ", word]),
            }
        }
    }
    if let Some(note) = element.note {
        let words = trim(note.text(text).strip_prefix("--").unwrap_or(""));
        let space = if words.is_empty() { "" } else { " " };
        out.extend([" --", space, words]);
    }
}

/// The inside of a string without escapes.
fn plain<'a>(element: &Element, part: Part, text: &'a str) -> Option<&'a str> {
    let source = part.text(text);
    let odd = |b: u8| b == b'\\' || b < b' ';
    let inner = source.strip_prefix('"')?.strip_suffix('"')?;
    (!element.in_cell && !inner.bytes().any(odd)).then_some(inner)
}

/// A value bare, if it reads back as the same.
fn value(element: &Element, part: Part, text: &str, out: &mut String) {
    if part.kind != Kind::String {
        return out.push_str(part.text(text));
    }
    if let Some(inner) = plain(element, part, text) {
        return out.push_str(if is_bare(inner) { inner } else { part.text(text) });
    }
    let value = element.value(part, text);
    let bare = is_bare(&value);
    out.push_str(&barred(element, if bare { value.into_owned() } else { json::encode(&value) }));
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
