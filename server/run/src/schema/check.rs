//! Checks values with a schema.

use std::fmt;

use agmark_schema::validate::{Invalid, Validator};
use serde_json::Value;

/// The maximum number of mismatches.
const MAX_MISMATCHES: usize = 20;

/// A schema of draft 2020-12. Formats are checked. References to the network are errors.
#[derive(Clone, Debug)]
pub struct Schema {
    value: Value,
    validator: Validator,
}

/// A part of a value that does not fit the schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The JSON Pointer of the part; empty for the whole value.
    pub pointer: String,
    pub message: String,
    /// The required property that is missing.
    pub missing: Option<String>,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.pointer.is_empty() { "/" } else { &self.pointer };
        write!(f, "{place}: {}", self.message)
    }
}

impl Schema {
    /// # Errors
    /// If the schema is invalid.
    pub fn new(value: &Value) -> Result<Self, String> {
        Ok(Self { value: value.clone(), validator: Validator::new(value)? })
    }

    /// The schema as it was written.
    pub fn value(&self) -> &Value {
        &self.value
    }

    /// Whether a value fits the schema.
    pub fn fits(&self, value: &Value) -> bool {
        self.validator.is_valid(value)
    }

    /// The mismatches of a value.
    pub fn mismatches(&self, value: &Value) -> Vec<Mismatch> {
        let mismatch = |Invalid { pointer, message, missing, .. }| Mismatch {
            pointer,
            message: shortened(message),
            missing,
        };
        let mut all: Vec<_> = self.validator.errors(value).take(MAX_MISMATCHES + 1).map(mismatch).collect();
        if all.len() > MAX_MISMATCHES {
            all.truncate(MAX_MISMATCHES);
            all.push(Mismatch {
                pointer: String::new(),
                message: "and there is more that does not fit".to_owned(),
                missing: None,
            });
        }
        all
    }
}

/// Messages repeat the value, which may be long.
fn shortened(message: String) -> String {
    const LONGEST: usize = 300;
    if message.chars().count() <= LONGEST {
        return message;
    }
    let half = |n| message.chars().take(n).collect::<String>();
    let end: String = message.chars().rev().take(LONGEST / 3).collect::<Vec<_>>().into_iter().rev().collect();
    format!("{} … {end}", half(LONGEST / 3 * 2))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn mismatches_have_pointers() {
        let schema = Schema::new(&json!({
            "type": "object",
            "properties": { "urls": { "type": "array", "items": { "type": "string", "format": "uri" } } },
            "required": ["urls", "n"],
        }))
        .unwrap();
        let all = schema.mismatches(&json!({ "urls": ["http://a", "no uri", 3] }));
        let pointers: Vec<_> = all.iter().map(|m| m.pointer.as_str()).collect();
        assert_eq!(pointers, ["", "/urls/1", "/urls/2"]);
        assert!(all[0].to_string().starts_with("/: "), "{}", all[0]);
        assert_eq!((all[0].missing.as_deref(), &all[1].missing), (Some("n"), &None));
        assert!(schema.fits(&json!({ "urls": [], "n": 1 })));
    }

    #[test]
    fn nothing_is_fetched_and_little_is_said() {
        assert!(Schema::new(&json!({ "$ref": "https://example.org/schema.json" })).is_err());
        assert!(Schema::new(&json!({ "type": "text" })).is_err());
        let schema = Schema::new(&json!({ "items": { "type": "string", "maxLength": 1 } })).unwrap();
        let all = schema.mismatches(&json!(vec!["long".repeat(1000); 100]));
        assert_eq!(all.len(), 21);
        assert!(all.iter().all(|m| m.message.len() < 400));
    }
}
