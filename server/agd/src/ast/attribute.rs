//! Attributes and their values.

use std::borrow::Cow;
use std::fmt;

use serde::{Serialize, Serializer};

use crate::json::input::{InputError, Json, JsonPart};
use crate::lexical::kind::Kind;
use crate::lexical::value;
use crate::parser::{Lexer, Shape, Token};

/// `key=value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute<'a> {
    pub key: &'a str,
    /// The value as it is written, with its quotes.
    pub raw: &'a str,
}

impl<'a> Attribute<'a> {
    /// The typed value.
    pub fn value(self) -> Value<'a> {
        Value::read(self.raw)
    }
}

/// The value of an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    Bool(bool),
    Int(i64),
    Text(Cow<'a, str>),
}

impl<'a> Value<'a> {
    /// The value that is written as `raw`. In quotes it is a text. Otherwise `true` and `false` are booleans, and an
    /// integer of 64 bits is an integer if it prints back to the same bytes.
    pub fn read(raw: &'a str) -> Self {
        if let Some(inner) = raw.strip_prefix('"') {
            return Self::Text(value::unescape(inner.strip_suffix('"').unwrap_or(inner)));
        }
        match raw {
            "true" => Self::Bool(true),
            "false" => Self::Bool(false),
            _ => value::integer(raw).map_or(Self::Text(Cow::Borrowed(raw)), Self::Int),
        }
    }

    /// The value as canonical form writes it.
    pub fn canonical(&self) -> Cow<'_, str> {
        match self {
            Self::Bool(_) | Self::Int(_) => Cow::Owned(self.to_string()),
            Self::Text(text) => value::string(Cow::Borrowed(text)),
        }
    }

    /// The text; `None` for a boolean or a number.
    pub fn as_text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// The value without borrowed text.
    pub fn into_owned(self) -> Value<'static> {
        match self {
            Self::Bool(value) => Value::Bool(value),
            Self::Int(value) => Value::Int(value),
            Self::Text(text) => Value::Text(Cow::Owned(text.into_owned())),
        }
    }
}

/// Without quotes.
impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(value) => value.fmt(f),
            Self::Int(value) => value.fmt(f),
            Self::Text(text) => f.pad(text),
        }
    }
}

impl From<&str> for Value<'static> {
    fn from(text: &str) -> Self {
        Self::Text(Cow::Owned(text.to_owned()))
    }
}

impl From<String> for Value<'static> {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl From<i64> for Value<'static> {
    fn from(value: i64) -> Self {
        Self::Int(value)
    }
}

impl From<bool> for Value<'static> {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Int(value) => serializer.serialize_i64(*value),
            Self::Text(text) => serializer.serialize_str(text),
        }
    }
}

impl Value<'static> {
    /// The value that a JSON value stands for.
    pub(crate) fn given(given: &JsonPart<'_>) -> Result<Self, InputError> {
        match given.json {
            Json::Bool(value) => Ok(Self::Bool(*value)),
            Json::Integer(value) => Ok(Self::Int(*value)),
            Json::Text(text) => Ok(text.as_str().into()),
            Json::Number => Err(given.error(
                "must be a string, an integer of 64 bits, true or false: write any other number as a string",
            )),
            _ => Err(given.expected("a string, an integer of 64 bits, true or false")),
        }
    }
}

/// The attributes of a block, in the order of the source.
#[derive(Clone, Debug)]
pub struct Attributes<'a> {
    lexer: Lexer<'a>,
}

impl<'a> Attributes<'a> {
    pub(crate) fn of(text: &'a str, shape: &Shape) -> Self {
        let (from, in_id) = match shape.kind {
            Kind::Comment | Kind::Ref => (text.len(), false),
            kind if kind.is_inline() && shape.id.is_empty() => (text.len(), false),
            kind if kind.is_inline() => {
                let after = shape.id.end as usize;
                let hash = text.get(after..).and_then(|rest| rest.strip_prefix(':')).unwrap_or("");
                let digits = hash.bytes().take_while(u8::is_ascii_hexdigit).count();
                (after + if digits > 0 { digits + 1 } else { 0 }, true)
            }
            _ => (shape.tag_end as usize, false),
        };
        Self { lexer: Lexer::new(text, from, in_id) }
    }

    /// The lexer of the attributes, which knows the position of each.
    pub(crate) fn into_lexer(self) -> Lexer<'a> {
        self.lexer
    }
}

impl<'a> Iterator for Attributes<'a> {
    type Item = Attribute<'a>;

    fn next(&mut self) -> Option<Attribute<'a>> {
        match self.lexer.next() {
            Ok(Token::Attribute { key, raw }) => Some(Attribute { key, raw }),
            _ => None,
        }
    }
}
