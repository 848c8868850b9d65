//! Settings of a format in `agmark.toml`, in the table with the name of the format.

use std::collections::BTreeMap;

/// A setting of a format. The keys of `agmark.toml`, their schema and `docs/configuration.md` come from the formats'
/// tables of settings.
#[derive(Debug, PartialEq, Eq)]
pub struct FormatSetting {
    pub key: &'static str,
    /// Markdown: what it does, and the default.
    pub help: &'static str,
    pub kind: SettingKind,
}

/// The type of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingKind {
    /// A whole number between two limits.
    Number { least: u32, most: u32 },
    /// A table from names to one of some words.
    Names { words: &'static [&'static str] },
}

/// The settings of a format for one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FormatSettings {
    numbers: BTreeMap<String, u32>,
    names: BTreeMap<String, BTreeMap<String, String>>,
}

/// No settings.
pub static NOTHING_SET: FormatSettings = FormatSettings { numbers: BTreeMap::new(), names: BTreeMap::new() };

impl FormatSettings {
    /// Sets or replaces a number.
    pub fn set_number(&mut self, key: &str, number: u32) {
        self.numbers.insert(key.to_owned(), number);
    }

    /// Sets or replaces the word of a name in a table.
    pub fn set_name(&mut self, key: &str, name: &str, word: &str) {
        self.names.entry(key.to_owned()).or_default().insert(name.to_owned(), word.to_owned());
    }

    /// The number for a key.
    pub fn number(&self, key: &str) -> Option<u32> {
        self.numbers.get(key).copied()
    }

    /// The names of a table with their words, sorted.
    pub fn names(&self, key: &str) -> impl Iterator<Item = (&str, &str)> {
        self.names.get(key).into_iter().flatten().map(|(name, word)| (name.as_str(), word.as_str()))
    }
}
