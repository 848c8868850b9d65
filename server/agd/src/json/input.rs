//! JSON input, read field by field, so that a message can name the invalid field.

use std::fmt::{self, Write as _};

use agmark_syntax::nearest::nearest;
use serde::de::{self, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use thiserror::Error;

/// A JSON value with all members, including duplicates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Json {
    Null,
    Bool(bool),
    Integer(i64),
    /// A number that is not an integer of 64 bits.
    Number,
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    fn name(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "true or false",
            Self::Integer(_) => "an integer",
            Self::Number => "a number",
            Self::Text(_) => "a string",
            Self::List(_) => "an array",
            Self::Object(_) => "an object",
        }
    }
}

/// An invalid value, with its path: `with.content.value[0].kind`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{what}", at(.path))]
pub struct InputError {
    /// Empty for the value as a whole.
    pub path: String,
    pub what: String,
}

fn at(path: &str) -> String {
    if path.is_empty() { String::new() } else { format!("{path}: ") }
}

/// A JSON value with its path.
#[derive(Clone, Debug)]
pub struct JsonPart<'a> {
    pub json: &'a Json,
    path: String,
}

impl<'a> JsonPart<'a> {
    pub fn whole(json: &'a Json) -> Self {
        Self { json, path: String::new() }
    }

    pub fn error(&self, what: impl Into<String>) -> InputError {
        InputError { path: self.path.clone(), what: what.into() }
    }

    pub fn expected(&self, what: &str) -> InputError {
        self.error(format!("must be {what}, not {}", self.json.name()))
    }

    pub fn text(&self) -> Result<&'a str, InputError> {
        if let Json::Text(text) = self.json { Ok(text) } else { Err(self.expected("a string")) }
    }

    pub fn list(&self) -> Result<impl Iterator<Item = JsonPart<'a>>, InputError> {
        let Json::List(list) = self.json else { return Err(self.expected("an array")) };
        let path = self.path.clone();
        Ok(list
            .iter()
            .enumerate()
            .map(move |(index, json)| JsonPart { json, path: format!("{path}[{index}]") }))
    }

    /// The text, if it is one of `words`.
    pub fn word(&self, words: &[&'static str]) -> Result<&'static str, InputError> {
        let found = self.text()?;
        words.iter().find(|word| **word == found).copied().ok_or_else(|| self.error(unknown(found, words)))
    }

    /// The members of an object, each key once.
    pub fn members(&self) -> Result<impl Iterator<Item = (&'a str, JsonPart<'a>)>, InputError> {
        let Json::Object(members) = self.json else { return Err(self.expected("an object")) };
        let mut keys: Vec<&str> = members.iter().map(|(key, _)| key.as_str()).collect();
        keys.sort_unstable();
        if let Some(twice) = keys.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(self.error(format!("\"{}\" is given twice: give each key once", twice[0])));
        }
        let path = self.path.clone();
        Ok(members.iter().map(move |(key, json)| {
            let mut path = path.clone();
            if !path.is_empty() {
                path.push('.');
            }
            let _ = write!(path, "{key}");
            (key.as_str(), JsonPart { json, path })
        }))
    }

    /// The fields of an object, which must all be in `known`.
    pub fn fields(&self, known: &[&'static str]) -> Result<Fields<'a>, InputError> {
        let members: Vec<_> = self.members()?.collect();
        if let Some((key, _)) = members.iter().find(|(key, _)| !known.contains(key)) {
            return Err(self.error(format!("unknown field {}", unknown(key, known))));
        }
        Ok(Fields { of: self.clone(), members })
    }
}

/// `"wiht": did you mean "with"?`, or the expected words.
fn unknown(found: &str, known: &[&'static str]) -> String {
    match nearest(found, known.iter().copied()) {
        Some(near) => format!("\"{found}\": did you mean \"{near}\"?"),
        None => format!("\"{found}\": expected {}", listed(known, "or")),
    }
}

/// `"a", "b" or "c"`.
pub fn listed(words: &[&str], last: &str) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    match quoted.split_last() {
        Some((end, rest)) if !rest.is_empty() => format!("{} {last} {end}", rest.join(", ")),
        _ => quoted.concat(),
    }
}

/// The fields of an object.
pub struct Fields<'a> {
    of: JsonPart<'a>,
    members: Vec<(&'a str, JsonPart<'a>)>,
}

impl<'a> Fields<'a> {
    /// An optional field. `null` is the same as no field.
    pub fn get(&self, key: &str) -> Option<JsonPart<'a>> {
        self.given(key).filter(|part| *part.json != Json::Null)
    }

    /// A required field. `null` is read as a value, so that the message names the expected type.
    pub fn need(&self, key: &str) -> Result<JsonPart<'a>, InputError> {
        self.given(key).ok_or_else(|| self.of.error(format!("missing field \"{key}\"")))
    }

    fn given(&self, key: &str) -> Option<JsonPart<'a>> {
        self.members.iter().find(|(name, _)| *name == key).map(|(_, part)| part.clone())
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Any)
    }
}

struct Any;

impl<'de> Visitor<'de> for Any {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value of JSON")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Integer(value))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Json, E> {
        Ok(i64::try_from(value).map_or(Json::Number, Json::Integer))
    }

    fn visit_f64<E: de::Error>(self, _: f64) -> Result<Json, E> {
        Ok(Json::Number)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Json, E> {
        Ok(Json::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(json) = seq.next_element()? {
            list.push(json);
        }
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(Json::Object(members))
    }
}
