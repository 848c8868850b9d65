//! Builds the elements that conversions write.

use rustc_hash::FxHashSet;

use crate::format::element::is_bare;
use crate::syntax::json;

/// An element in parts. Its role, ref, keys and states are words that the format allows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ElementBuilder {
    pub role: String,
    /// Without its `#`.
    pub reference: Option<String>,
    pub name: Option<String>,
    pub attributes: Vec<(String, String)>,
    pub states: Vec<String>,
    pub(crate) known: (WordSet, WordSet),
}

/// The words of an element. Most have few, which are compared one by one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct WordSet(FxHashSet<String>);

/// The number of words from which a set is used.
const FEW: usize = 16;

impl WordSet {
    /// Whether `word` is not among the `known` words.
    fn is_new<'a>(&mut self, word: &str, known: impl ExactSizeIterator<Item = &'a str>) -> bool {
        let mut known = known;
        if known.len() < FEW {
            return known.all(|one| one != word);
        }
        if self.0.is_empty() {
            self.0.extend(known.map(str::to_owned));
        }
        self.0.insert(word.to_owned())
    }
}

impl ElementBuilder {
    pub fn new(role: impl Into<String>) -> Self {
        Self { role: role.into(), ..Self::default() }
    }

    /// Adds an attribute; false if there is one of that name.
    pub fn attribute(&mut self, key: &str, value: &str) -> bool {
        let new = self.known.0.is_new(key, self.attributes.iter().map(|(known, _)| known.as_str()));
        if new {
            self.attributes.push((key.to_owned(), value.to_owned()));
        }
        new
    }

    /// Adds a state that it does not have yet.
    pub fn state(&mut self, name: &str) {
        if self.known.1.is_new(name, self.states.iter().map(String::as_str)) {
            self.states.push(name.to_owned());
        }
    }

    /// Writes it in canonical form, without indent and line feed.
    pub fn write(&self, out: &mut String) {
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
    }
}
