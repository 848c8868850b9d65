//! An element of an ARIA snapshot as one of ANML.

use super::line::Parts;
use super::refs::Refs;
use crate::convert::element_builder::ElementBuilder;
use crate::syntax::chars::{is_word, is_word_byte, is_word_start};
use crate::syntax::depths::STEP;
use crate::vocabulary::aria::role;

/// Roles whose text after the colon is their value, not their name.
const HOLD: &[&str] = &[
    "textbox",
    "searchbox",
    "combobox",
    "spinbutton",
    "slider",
    "listbox",
    "select",
    "progressbar",
    "meter",
    "scrollbar",
];

/// An element that waits for its properties.
pub struct Element {
    pub depth: u32,
    built: ElementBuilder,
}

impl Element {
    pub fn new(depth: u32, parts: Parts<'_>, refs: &mut Refs) -> Self {
        let mut level = None;
        let name = parts.name.filter(|name| !name.is_empty());
        let mut element = Self { depth, built: ElementBuilder { name, ..ElementBuilder::default() } };
        let heading = parts.role.eq_ignore_ascii_case("heading");
        for (key, value) in parts.words {
            match (key.as_str(), value) {
                ("ref", Some(value)) if element.built.reference.is_none() && refs.take(&value) => {
                    element.built.reference = Some(value);
                }
                // Refs distinguish equal elements.
                ("nth", _) => {}
                ("level", Some(value)) if heading => level = value.parse::<u32>().ok(),
                (_, None) => element.state(&key),
                (_, Some(value)) => match value.as_str() {
                    "true" => element.state(&key),
                    // A collapsed element can be expanded. Other false states are skipped.
                    "false" if key == "expanded" => element.state("collapsed"),
                    "false" => {}
                    _ => {
                        element.property(&key, &value);
                    }
                },
            }
        }
        element.built.role =
            if heading { format!("h{}", level.unwrap_or(2).clamp(1, 6)) } else { role(&parts.role) };
        if let Some(value) = parts.value {
            match &element.built.name {
                None if !HOLD.contains(&element.built.role.as_str()) => element.built.name = Some(value),
                _ => {
                    element.property("value", &value);
                }
            }
        }
        element
    }

    /// Adds an attribute; false if there is one of that name.
    pub fn property(&mut self, key: &str, value: &str) -> bool {
        let key = word(if key == "url" { "href" } else { key });
        !key.is_empty() && self.built.attribute(&key, value)
    }

    fn state(&mut self, name: &str) {
        let name = word(name);
        if !name.is_empty() {
            self.built.state(&name);
        }
    }

    /// Writes the line in canonical form.
    pub fn write(&self, out: &mut String) {
        out.extend(std::iter::repeat_n(' ', (self.depth * STEP) as usize));
        self.built.write(out);
        out.push('\n');
    }
}

/// `key` as the name of an attribute or state, without invalid characters.
fn word(key: &str) -> String {
    if is_word(key) {
        return key.to_owned();
    }
    let mut word: String = key.bytes().filter(|b| is_word_byte(*b)).map(char::from).collect();
    while word.bytes().next().is_some_and(|b| !is_word_start(b)) {
        word.remove(0);
    }
    word
}
