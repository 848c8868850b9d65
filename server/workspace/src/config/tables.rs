//! The tables of formats in `agmark.toml`: their schema and their values.

use std::ops::Range;

use agmark_syntax::{FormatSetting, FormatSettings, Registry, SettingKind};
use serde_json::{Map, Value, json};
use toml::de::{DeTable, DeValue};

/// The names of formats, each with its settings.
pub(super) type Tables = [(&'static str, &'static [FormatSetting])];

/// A value for a format.
#[derive(Debug)]
pub(super) struct Chosen {
    pub format: &'static str,
    pub key: &'static str,
    pub value: ChosenValue,
    /// From 1.
    pub line: usize,
}

#[derive(Debug)]
pub(super) enum ChosenValue {
    Number(u32),
    /// A name in the setting's table, and its word.
    Name(String, String),
}

impl Chosen {
    /// Sets the value, which replaces an earlier one.
    pub fn set(&self, settings: &mut FormatSettings) {
        match &self.value {
            ChosenValue::Number(number) => settings.set_number(self.key, *number),
            ChosenValue::Name(name, word) => settings.set_name(self.key, name, word),
        }
    }

    /// The key, whether it is in a table, the name and the value. Numbers sort before tables, as in a TOML file.
    pub fn place(&self) -> (&str, bool, &str, &str) {
        match &self.value {
            ChosenValue::Number(_) => (self.format, false, self.key, ""),
            ChosenValue::Name(name, _) => (self.format, true, self.key, name),
        }
    }
}

/// The JSON Schema (2020-12) of `agmark.toml` for the formats of a registry.
pub fn schema(registry: &Registry) -> Value {
    with_tables(super::keys::schema(), &registry.settings())
}

/// Adds the tables of formats to a schema of the general keys, in the file itself and in its overrides.
pub(super) fn with_tables(mut schema: Value, tables: &Tables) -> Value {
    for (place, scope) in [("/properties", Scope::All), ("/$defs/Override/properties", Scope::Some)] {
        let Some(properties) = schema.pointer_mut(place).and_then(Value::as_object_mut) else { continue };
        for (format, settings) in tables {
            properties.insert((*format).to_owned(), table(format, settings, scope));
        }
    }
    schema
}

/// The files that a table is for.
#[derive(Clone, Copy)]
enum Scope {
    All,
    /// Those of an override.
    Some,
}

fn table(format: &str, settings: &[FormatSetting], scope: Scope) -> Value {
    let help = |setting: &FormatSetting| match scope {
        Scope::All => setting.help.to_owned(),
        Scope::Some => format!("`{format}.{}` for these files.", setting.key),
    };
    let properties: Map<String, Value> =
        settings.iter().map(|setting| (setting.key.to_owned(), described(setting, help(setting)))).collect();
    json!({
        "type": "object",
        "description": format!("Settings of the format `{format}`."),
        "properties": properties,
        "additionalProperties": false,
    })
}

fn described(setting: &FormatSetting, help: String) -> Value {
    match setting.kind {
        SettingKind::Number { least, most } => {
            json!({ "type": "integer", "minimum": least, "maximum": most, "description": help })
        }
        SettingKind::Names { words } => json!({
            "type": "object",
            "description": help,
            "additionalProperties": { "type": "string", "enum": words },
        }),
    }
}

/// The values of formats in a table, in the order of the text. The schema has been checked. `line` returns the line of
/// an offset.
pub(super) fn chosen(
    table: &DeTable<'_>,
    tables: &Tables,
    line: &dyn Fn(Range<usize>) -> usize,
) -> Vec<Chosen> {
    let mut all = Vec::new();
    for (format, settings) in tables {
        let Some(own) = table.get(*format).and_then(|own| own.get_ref().as_table()) else { continue };
        for setting in *settings {
            let Some((key, value)) = own.get_key_value(setting.key) else { continue };
            let mut add = |value, span: Range<usize>| {
                all.push((span.start, Chosen { format, key: setting.key, value, line: line(span) }));
            };
            match (setting.kind, value.get_ref()) {
                (SettingKind::Number { .. }, DeValue::Integer(number)) => {
                    let read = u32::from_str_radix(number.as_str(), number.radix());
                    read.into_iter().for_each(|number| add(ChosenValue::Number(number), key.span()));
                }
                (SettingKind::Names { .. }, DeValue::Table(names)) => {
                    for (name, word) in names {
                        let Some(word) = word.get_ref().as_str() else { continue };
                        let value = ChosenValue::Name(name.get_ref().to_string(), word.to_owned());
                        add(value, name.span());
                    }
                }
                _ => {}
            }
        }
    }
    all.sort_by_key(|(at, _)| *at);
    all.into_iter().map(|(_, chosen)| chosen).collect()
}
