//! The key of the model API, and how it is hidden in output.

use std::fmt;

use serde_json::Value;

/// The environment variable of the key. Child processes do not inherit it.
pub const KEY_VARIABLE: &str = "OPENAI_API_KEY";

/// Replaces the key in output.
pub const MASK: &str = "[key]";

/// The minimum length of a key that is hidden. Shorter texts occur in other words.
const MIN_LENGTH: usize = 4;

/// A key. It cannot be formatted.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// A key without white space around it; `None` if it is empty.
    pub fn new(key: &str) -> Option<Self> {
        let key = key.trim();
        (!key.is_empty()).then(|| Self(key.to_owned()))
    }

    /// The key itself, for a header.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(MASK)
    }
}

/// Hides the key in everything that is printed, recorded or logged.
#[derive(Clone, Debug, Default)]
pub struct Redactor {
    /// The key, and its forms in JSON strings and URLs.
    forms: Vec<Secret>,
}

impl Redactor {
    /// Hides `key`, if there is one.
    pub fn new(key: Option<&Secret>) -> Self {
        let Some(Secret(key)) = key.filter(|key| key.0.len() >= MIN_LENGTH) else { return Self::default() };
        let json = Value::from(key.as_str()).to_string();
        let address: String = url::form_urlencoded::byte_serialize(key.as_bytes()).collect();
        let mut forms = vec![key.clone(), json[1..json.len() - 1].to_owned(), address];
        forms.dedup();
        Self { forms: forms.into_iter().map(Secret).collect() }
    }

    /// Also hides these values.
    #[must_use]
    pub fn and(&self, values: impl Iterator<Item = String>) -> Self {
        let mut all = self.clone();
        for value in values.filter_map(|value| Secret::new(&value)) {
            all.forms.extend(Self::new(Some(&value)).forms);
        }
        all
    }

    /// Whether a key is too short to be hidden.
    pub fn is_too_short(key: &Secret) -> bool {
        key.0.len() < MIN_LENGTH
    }

    /// `text` without the key.
    pub fn text(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for Secret(form) in &self.forms {
            if text.contains(form.as_str()) {
                text = text.replace(form.as_str(), MASK);
            }
        }
        text
    }

    /// `value` without the key in its keys and strings.
    pub fn value(&self, value: &Value) -> Value {
        if self.forms.is_empty() {
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
    fn a_key_is_hidden_in_all_forms() {
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
