//! Types of JSON Schema, and values as a text writes them.

use serde_json::Value as Json;

/// A type of JSON Schema, with a format or the type of its items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ValueType {
    pub name: &'static str,
    pub format: Option<&'static str>,
    pub items: Option<&'static str>,
}

impl ValueType {
    pub const STRING: Self = Self::plain("string");
    pub const INTEGER: Self = Self::plain("integer");
    pub const NUMBER: Self = Self::plain("number");
    pub const BOOLEAN: Self = Self::plain("boolean");
    pub const OBJECT: Self = Self::plain("object");
    pub const ARRAY: Self = Self::list("string");

    const fn plain(name: &'static str) -> Self {
        Self { name, format: None, items: None }
    }

    /// A string of a format.
    pub const fn text(format: &'static str) -> Self {
        Self { name: "string", format: Some(format), items: None }
    }

    const fn list(items: &'static str) -> Self {
        Self { name: "array", format: None, items: Some(items) }
    }

    /// The type with this name: `integer`, `string[]`, `list of numbers`.
    pub fn named(words: &str) -> Option<Self> {
        let words = words.trim().to_ascii_lowercase();
        let one = |word: &str| match word {
            "string" | "str" | "text" => Some(Self::STRING),
            "integer" | "int" => Some(Self::INTEGER),
            "number" | "float" | "double" | "decimal" => Some(Self::NUMBER),
            "boolean" | "bool" => Some(Self::BOOLEAN),
            "object" | "map" | "dict" => Some(Self::OBJECT),
            "array" | "list" => Some(Self::ARRAY),
            "url" | "uri" => Some(Self::text("uri")),
            "email" => Some(Self::text("email")),
            "date" => Some(Self::text("date")),
            _ => None,
        };
        let items = words
            .strip_suffix("[]")
            .or_else(|| words.strip_prefix("array of ").or_else(|| words.strip_prefix("list of ")))
            .map(|item| if one(item).is_some() { item } else { item.strip_suffix('s').unwrap_or(item) });
        match items {
            Some(item) => one(item).map(|item| Self::list(item.name)),
            None => one(&words),
        }
    }
}

/// A value as it is written in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WrittenValue {
    pub text: String,
    quoted: bool,
}

impl WrittenValue {
    pub fn new(text: &str) -> Self {
        let text = text.trim();
        let bare = text.trim_matches(['`', '"', '\'']);
        Self { text: bare.to_owned(), quoted: bare.len() < text.len() && !text.starts_with('`') }
    }

    /// The type that the value appears to have.
    pub fn apparent_type(&self) -> ValueType {
        let looks_like = |kind: &ValueType| self.as_a(*kind).is_some();
        let kinds = [ValueType::BOOLEAN, ValueType::INTEGER, ValueType::NUMBER];
        kinds.into_iter().find(looks_like).filter(|_| !self.quoted).unwrap_or(ValueType::STRING)
    }

    /// The value as JSON of a type; `None` if it does not have this type.
    pub fn as_a(&self, kind: ValueType) -> Option<Json> {
        match kind.name {
            "string" => Some(Json::from(self.text.as_str())),
            "integer" => self.text.parse::<i64>().ok().map(Json::from),
            "number" => {
                let value: Json = serde_json::from_str(&self.text).ok()?;
                value.is_number().then_some(value)
            }
            "boolean" => self.text.to_ascii_lowercase().parse::<bool>().ok().map(Json::from),
            "array" => serde_json::from_str(&self.text).ok().filter(Json::is_array),
            "object" => serde_json::from_str(&self.text).ok().filter(Json::is_object),
            _ => None,
        }
    }
}
