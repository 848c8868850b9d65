//! The key of the model API: who holds it, and how it is kept out of everything that is shown.

use std::fmt;

use serde_json::Value;

/// What stands where a key would have stood.
pub const MASK: &str = "[key]";

/// Shorter keys are no secrets, and masking them would spoil every other word.
const SHORTEST: usize = 4;

/// A key. It has no way into a format string.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// A key without the white space around it; nothing if nothing is left.
    pub fn new(key: &str) -> Option<Self> {
        let key = key.trim();
        (!key.is_empty()).then(|| Self(key.to_owned()))
    }

    /// The key itself, for the header that carries it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(MASK)
    }
}

/// Replaces the key in everything that is printed, recorded or logged.
#[derive(Clone, Debug, Default)]
pub struct Redactor {
    /// The key as it is, and as it looks inside JSON strings and addresses, where that differs.
    shapes: Vec<Secret>,
}

impl Redactor {
    /// Hides `key`; without a key, nothing is hidden.
    pub fn new(key: Option<&Secret>) -> Self {
        let Some(Secret(key)) = key.filter(|key| key.0.len() >= SHORTEST) else { return Self::default() };
        let json = Value::from(key.as_str()).to_string();
        let address: String = url::form_urlencoded::byte_serialize(key.as_bytes()).collect();
        let mut shapes = vec![key.clone(), json[1..json.len() - 1].to_owned(), address];
        shapes.dedup();
        Self { shapes: shapes.into_iter().map(Secret).collect() }
    }

    /// Hides these values, too.
    #[must_use]
    pub fn and(&self, values: impl Iterator<Item = String>) -> Self {
        let mut all = self.clone();
        for value in values.filter_map(|value| Secret::new(&value)) {
            all.shapes.extend(Self::new(Some(&value)).shapes);
        }
        all
    }

    /// Whether a key is too short to be hidden.
    pub fn is_too_short(key: &Secret) -> bool {
        key.0.len() < SHORTEST
    }

    /// `text` without the key.
    pub fn text(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for Secret(shape) in &self.shapes {
            if text.contains(shape.as_str()) {
                text = text.replace(shape.as_str(), MASK);
            }
        }
        text
    }

    /// `value` without the key, in keys as in strings.
    pub fn value(&self, value: &Value) -> Value {
        if self.shapes.is_empty() {
            return value.clone();
        }
        match value {
            Value::String(text) => Value::String(self.text(text)),
            Value::Array(items) => items.iter().map(|item| self.value(item)).collect(),
            Value::Object(members) => Value::Object(
                members.iter().map(|(key, value)| (self.text(key), self.value(value))).collect(),
            ),
            other => other.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_key_is_found_in_every_shape() {
        let key = Secret::new(" sk-\"a+b\n").unwrap();
        let redactor = Redactor::new(Some(&key));
        assert_eq!(redactor.text("Bearer sk-\"a+b!"), "Bearer [key]!");
        assert_eq!(redactor.text(r#"{"k":"sk-\"a+b"}"#), r#"{"k":"[key]"}"#);
        assert_eq!(redactor.text("?key=sk-%22a%2Bb&x"), "?key=[key]&x");
        let more = redactor.and(["TOKEN 1\n".to_owned(), "abc".to_owned(), " ".to_owned()].into_iter());
        assert_eq!(more.text("sk-\"a+b TOKEN 1 ?t=TOKEN+1 abc"), "[key] [key] ?t=[key] abc");
        let hidden = redactor.value(&json!({ "sk-\"a+b": ["sk-\"a+b", 1, null] }));
        assert_eq!(hidden, json!({ "[key]": ["[key]", 1, null] }));
    }

    #[test]
    fn no_key_hides_nothing() {
        assert!(Secret::new("  ").is_none());
        assert_eq!(Redactor::new(None).text("sk"), "sk");
        assert_eq!(Redactor::new(Secret::new("abc").as_ref()).text("abcd"), "abcd");
        assert_eq!(format!("{:?}", Secret::new("hidden")), "Some([key])");
    }
}
