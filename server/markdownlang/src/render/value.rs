//! Values of a template that is being rendered.

use std::rc::Rc;

use serde_json::{Number, Value as Json};

/// What a missing key prints.
pub(crate) const NO_VALUE: &str = "<no value>";

/// A value: a missing one, one of the input, or a computed one.
#[derive(Clone, Debug)]
pub(crate) enum Val<'a> {
    /// The value of a key that the object does not have.
    Missing,
    Ref(&'a Json),
    Own(Rc<Json>),
}

/// The entries of a `range`.
pub(crate) enum Entries<'v, 'a> {
    None,
    List(&'v Val<'a>),
    /// An object with its sorted keys.
    Map(&'v Val<'a>, Vec<String>),
    Numbers(i64),
}

impl<'a> Val<'a> {
    pub(crate) fn own(value: Json) -> Self {
        Self::Own(Rc::new(value))
    }

    pub(crate) fn json(&self) -> &Json {
        match self {
            Self::Missing => &Json::Null,
            Self::Ref(value) => value,
            Self::Own(value) => value,
        }
    }

    pub(crate) fn str(&self) -> Option<&str> {
        self.json().as_str()
    }

    /// Whether it counts as true: it is not false, 0, null or empty.
    pub(crate) fn truth(&self) -> bool {
        match self.json() {
            Json::Null => false,
            Json::Bool(value) => *value,
            Json::Number(number) => number.as_f64() != Some(0.0),
            Json::String(text) => !text.is_empty(),
            Json::Array(items) => !items.is_empty(),
            Json::Object(map) => !map.is_empty(),
        }
    }

    /// What it is, for messages: `a string`.
    pub(crate) fn kind(&self) -> &'static str {
        match (self, self.json()) {
            (Self::Missing, _) => "a missing key",
            (_, Json::Null) => "null",
            (_, Json::Bool(_)) => "a boolean",
            (_, Json::Number(n)) if integer(n).is_some() => "an integer",
            (_, Json::Number(_)) => "a number",
            (_, Json::String(_)) => "a string",
            (_, Json::Array(_)) => "a list",
            (_, Json::Object(_)) => "an object",
        }
    }

    /// The name of its type in Go.
    pub(crate) fn go_type(&self) -> &'static str {
        match self.json() {
            Json::Null => "<nil>",
            Json::Bool(_) => "bool",
            Json::Number(n) if integer(n).is_some() => "int",
            Json::Number(_) => "float64",
            Json::String(_) => "string",
            Json::Array(_) => "[]interface {}",
            Json::Object(_) => "map[string]interface {}",
        }
    }

    /// The number, if it is an integer.
    pub(crate) fn integer(&self) -> Option<i64> {
        match self.json() {
            Json::Number(number) => integer(number),
            _ => None,
        }
    }

    /// The value of a key. All fields of a missing value are missing.
    ///
    /// # Errors
    /// What the value is, if it is not an object.
    pub(crate) fn field(&self, name: &str) -> Result<Val<'a>, &'static str> {
        match self {
            Self::Missing => Ok(Self::Missing),
            Self::Ref(Json::Object(map)) => Ok(map.get(name).map_or(Self::Missing, Self::Ref)),
            Self::Own(value) => match &**value {
                Json::Object(map) => Ok(map.get(name).map_or(Self::Missing, |v| Self::own(v.clone()))),
                _ => Err(self.kind()),
            },
            _ => Err(self.kind()),
        }
    }

    /// An item of a list.
    pub(crate) fn item(&self, at: usize) -> Option<Val<'a>> {
        match self {
            Self::Missing => None,
            Self::Ref(value) => value.as_array()?.get(at).map(Self::Ref),
            Self::Own(value) => value.as_array()?.get(at).map(|v| Self::own(v.clone())),
        }
    }

    /// The text that it prints.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Missing => NO_VALUE.to_owned(),
            _ => text(self.json()),
        }
    }

    /// Its entries for `range`; `None` if it has none.
    pub(crate) fn entries(&self) -> Option<Entries<'_, 'a>> {
        match self.json() {
            Json::Null => Some(Entries::None),
            Json::Array(_) => Some(Entries::List(self)),
            Json::Object(map) => {
                let mut keys: Vec<String> = map.keys().cloned().collect();
                keys.sort_unstable();
                Some(Entries::Map(self, keys))
            }
            Json::Number(number) => integer(number).map(Entries::Numbers),
            _ => None,
        }
    }
}

impl<'a> From<&str> for Val<'a> {
    fn from(text: &str) -> Self {
        Self::own(Json::String(text.to_owned()))
    }
}

impl<'a> Entries<'_, 'a> {
    /// The key and the value of the entry at an index.
    pub(crate) fn get(&self, at: usize) -> Option<(Val<'a>, Val<'a>)> {
        let number = |at: usize| Val::own(Json::from(at));
        match self {
            Self::None => None,
            Self::List(list) => list.item(at).map(|item| (number(at), item)),
            Self::Map(map, keys) => {
                let key = keys.get(at)?;
                Some((Val::from(key.as_str()), map.field(key).ok()?))
            }
            Self::Numbers(end) => (i64::try_from(at).ok()? < *end).then(|| (number(at), number(at))),
        }
    }
}

/// The text that a value prints: a string without quotes, nothing for null, anything else as JSON with sorted keys.
pub(crate) fn text(value: &Json) -> String {
    let mut out = String::new();
    match value {
        Json::Null => {}
        Json::String(text) => out.push_str(text),
        _ => write_json(value, &mut out),
    }
    out
}

fn write_json(value: &Json, out: &mut String) {
    match value {
        Json::Number(number) => out.push_str(&number_text(number)),
        Json::Array(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                write_json(item, out);
            }
            out.push(']');
        }
        Json::Object(map) => {
            let mut keys: Vec<_> = map.keys().collect();
            keys.sort_unstable();
            out.push('{');
            for (i, key) in keys.into_iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                // Keys come from the input, too: they must not contain text that a model can read as an instruction.
                out.push('"');
                out.extend(key.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-')));
                out.push_str("\":");
                map.get(key).into_iter().for_each(|v| write_json(v, out));
            }
            out.push('}');
        }
        other => out.push_str(&other.to_string()),
    }
}

/// A number as JSON prints it: whole ones without a point, up to 21 digits.
pub(crate) fn number_text(number: &Number) -> String {
    match number.as_f64() {
        Some(value) if number.is_f64() && value.fract() == 0.0 && value.abs() < 1e21 => format!("{value:.0}"),
        _ => number.to_string(),
    }
}

/// The number as an integer, if it is whole.
pub(crate) fn integer(number: &Number) -> Option<i64> {
    number.as_i64().or_else(|| {
        let value = number.as_f64().filter(|v| number.is_f64() && v.fract() == 0.0 && v.abs() < 9e15)?;
        Some(value as i64)
    })
}
