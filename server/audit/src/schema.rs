//! A user's own JSON Schema for manifests, which replaces the rules of 6.4.

use agmark_aaf::coverage::ManifestError;
use agmark_schema::{json, shown, validate};
use serde_json::Value;

/// A schema for manifests.
#[derive(Clone, Debug)]
pub struct Schema {
    name: String,
    schema: Value,
}

/// Why a schema cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SchemaError {
    #[error("{0}: invalid JSON: {1}")]
    Json(String, String),
    #[error("{name}: invalid JSON Schema: {}{message}", place(pointer))]
    Schema { name: String, pointer: String, message: String },
}

impl Schema {
    /// Reads a schema; `name` is the name of its file.
    ///
    /// # Errors
    /// If it is not a JSON Schema 2020-12.
    pub fn read(name: &str, text: &str) -> Result<Self, SchemaError> {
        let name = name.to_owned();
        let text = text.trim_start_matches('\u{feff}');
        let schema: Value =
            serde_json::from_str(text).map_err(|error| SchemaError::Json(name.clone(), error.to_string()))?;
        if let Some(wrong) = validate::check_schema(&schema).into_iter().next() {
            return Err(SchemaError::Schema { name, pointer: wrong.pointer, message: wrong.message });
        }
        Ok(Schema { name, schema })
    }

    /// The mistakes of a manifest, including those of its JSON.
    ///
    /// # Errors
    /// If the schema refers to another one, which is never fetched.
    pub fn check(&self, manifest: &str) -> Result<Vec<ManifestError>, SchemaError> {
        let parsed = json::parse(manifest);
        let broken = parsed
            .problems
            .iter()
            .map(|one| ManifestError { span: one.span.clone().into(), message: one.message.clone() });
        let mut mistakes: Vec<ManifestError> = broken.collect();
        if parsed.root.is_missing() {
            return Ok(mistakes);
        }
        let found = validate::check_value(&self.schema, &parsed.root.to_json());
        let unusable =
            |message| SchemaError::Schema { name: self.name.clone(), pointer: String::new(), message };
        for one in found.map_err(unusable)? {
            let span = match parsed.root.locate(&one.pointer) {
                // A finding about a whole object is shown at its key.
                Some((node, Some(key))) if node.as_map().is_some() => key.span.clone(),
                Some((node, _)) if !one.pointer.is_empty() => node.span.clone(),
                _ => 0..0,
            };
            let message = format!("{}{}", place(&shown(&one.pointer)), one.message);
            mistakes.push(ManifestError { span: span.into(), message });
        }
        mistakes.sort_by_key(|one| one.span);
        Ok(mistakes)
    }
}

fn place(pointer: &str) -> String {
    if pointer.is_empty() { String::new() } else { format!("{pointer}: ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_is_held_against_it() {
        let text = r#"{"required": ["owner"], "properties": {"version": {"const": "0.1"}}}"#;
        let schema = Schema::read("own.json", text).unwrap();
        let told = |manifest: &str| {
            let mistakes = schema.check(manifest).unwrap();
            mistakes.into_iter().map(|one| format!("{}: {}", one.span.start, one.message)).collect::<Vec<_>>()
        };
        assert_eq!(told(r#"{"owner": 1}"#), [""; 0]);
        assert_eq!(told(r#"{"version": "1"}"#), ["0: lacks \"owner\"", "12: /version: \"1\" is not \"0.1\""]);
        assert!(!told("<html>").is_empty());
    }

    #[test]
    fn what_is_no_schema_is_told() {
        let why = |text: &str| {
            Schema::read("own.json", text).err().map(|error| error.to_string()).unwrap_or_default()
        };
        assert!(why("{").starts_with("own.json: invalid JSON: "), "{}", why("{"));
        assert!(
            why(r#"{"type": "objekt"}"#).starts_with("own.json: invalid JSON Schema: /type: unknown type")
        );
        let away = Schema::read("own.json", r#"{"$ref": "https://x.example/s.json"}"#).unwrap();
        assert!(away.check("{}").is_err());
    }
}
