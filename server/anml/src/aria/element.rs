//! An element of an ARIA snapshot as one of ANML.

use super::line::Parts;
use super::refs::Refs;
use crate::chars::{is_word, is_word_byte, is_word_start};
use crate::format::is_bare;
use crate::json;
use crate::levels::STEP;

/// Roles that go by another name.
const ROLES: &[(&str, &str)] = &[
    ("navigation", "nav"),
    ("contentinfo", "footer"),
    ("banner", "header"),
    ("complementary", "aside"),
    ("listitem", "item"),
    ("paragraph", "p"),
    ("text", "p"),
    ("statictext", "p"),
    ("image", "img"),
    ("separator", "divider"),
    ("gridcell", "cell"),
    ("columnheader", "cell"),
    ("rowheader", "cell"),
];

/// Roles whose text behind the colon is what they hold, not what they say.
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
    role: String,
    reference: Option<String>,
    name: Option<String>,
    attributes: Vec<(String, String)>,
    states: Vec<String>,
}

impl Element {
    pub fn new(depth: u32, parts: Parts<'_>, refs: &mut Refs) -> Self {
        let mut level = None;
        let mut element = Self {
            depth,
            role: String::new(),
            reference: None,
            name: parts.name.filter(|name| !name.is_empty()),
            attributes: Vec::new(),
            states: Vec::new(),
        };
        let heading = parts.role.eq_ignore_ascii_case("heading");
        for (key, value) in parts.words {
            match (key.as_str(), value) {
                ("ref", Some(value)) if element.reference.is_none() && refs.take(&value) => {
                    element.reference = Some(value);
                }
                // Refs tell apart what looks alike.
                ("nth", _) => {}
                ("level", Some(value)) if heading => level = value.parse::<u32>().ok(),
                (_, None) => element.state(&key),
                (_, Some(value)) => match value.as_str() {
                    "true" => element.state(&key),
                    "false" => {}
                    _ => {
                        element.property(&key, &value);
                    }
                },
            }
        }
        element.role =
            if heading { format!("h{}", level.unwrap_or(2).clamp(1, 6)) } else { role(&parts.role) };
        if let Some(value) = parts.value {
            match &element.name {
                None if !HOLD.contains(&element.role.as_str()) => element.name = Some(value),
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
        if key.is_empty() || self.attributes.iter().any(|(known, _)| *known == key) {
            return false;
        }
        self.attributes.push((key, value.to_owned()));
        true
    }

    fn state(&mut self, name: &str) {
        let name = word(name);
        if !name.is_empty() && !self.states.contains(&name) {
            self.states.push(name);
        }
    }

    /// Writes the line in canonical form.
    pub fn write(&self, out: &mut String) {
        out.extend(std::iter::repeat_n(' ', (self.depth * STEP) as usize));
        out.push_str(&self.role);
        if let Some(reference) = &self.reference {
            out.extend(["#", reference]);
        }
        if let Some(name) = &self.name {
            out.extend([" ", &json::encode(name)]);
        }
        for (key, value) in &self.attributes {
            out.extend([" ", key, "="]);
            if is_bare(value) { out.push_str(value) } else { out.push_str(&json::encode(value)) }
        }
        for state in &self.states {
            out.extend([" [", state, "]"]);
        }
        out.push('\n');
    }
}

/// The role in ANML: mapped, or its letters and digits in lower case.
fn role(aria: &str) -> String {
    let plain: String =
        aria.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    match ROLES.iter().find(|(name, _)| *name == plain) {
        Some((_, role)) => (*role).to_owned(),
        None if plain.is_empty() => "generic".to_owned(),
        None => plain,
    }
}

/// `key` as the name of an attribute or state: what may not stand in one is left out.
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
