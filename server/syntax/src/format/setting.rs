//! Settings of a format: what a person may say of it in `agmark.toml`, in the table of the format's name.

use std::collections::BTreeMap;

/// A setting of a format. A format has a table of them; the keys of `agmark.toml`, their schema and their page come
/// from it.
#[derive(Debug, PartialEq, Eq)]
pub struct FormatSetting {
    pub key: &'static str,
    /// Markdown: what it does, and what holds where nothing is set.
    pub help: &'static str,
    pub kind: SettingKind,
}

/// What a setting can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingKind {
    /// A whole number, from the least to the most.
    Number { least: u32, most: u32 },
    /// A table: each name has one of some words.
    Names { words: &'static [&'static str] },
}

/// What is set for a format in one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FormatSettings {
    numbers: BTreeMap<String, u32>,
    names: BTreeMap<String, BTreeMap<String, String>>,
}

/// Where nothing is set.
pub static NOTHING_SET: FormatSettings = FormatSettings { numbers: BTreeMap::new(), names: BTreeMap::new() };

impl FormatSettings {
    /// Sets a number. It replaces one that is set.
    pub fn set_number(&mut self, key: &str, number: u32) {
        self.numbers.insert(key.to_owned(), number);
    }

    /// Sets the word of a name in a table. It replaces one that is set.
    pub fn set_name(&mut self, key: &str, name: &str, word: &str) {
        self.names.entry(key.to_owned()).or_default().insert(name.to_owned(), word.to_owned());
    }

    /// The number that is set.
    pub fn number(&self, key: &str) -> Option<u32> {
        self.numbers.get(key).copied()
    }

    /// The names of a table, sorted, each with its word.
    pub fn names(&self, key: &str) -> impl Iterator<Item = (&str, &str)> {
        self.names.get(key).into_iter().flatten().map(|(name, word)| (name.as_str(), word.as_str()))
    }
}
