//! JSON Schema 2020-12: checks schemas against the meta-schema and values against schemas.
//!
//! Nothing is fetched: a `$ref` out of the schema is an error.

use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::{ValidationError, draft202012};
use serde_json::Value;

use crate::{MAX_PROBLEMS, shown};

/// The types of JSON Schema.
pub const TYPES: [&str; 7] = ["array", "boolean", "integer", "null", "number", "object", "string"];

/// An error of a value that does not match a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid {
    /// The JSON pointer of the value; empty for the whole.
    pub pointer: String,
    /// The keyword of the schema that does not match.
    pub keyword: String,
    /// The message. It continues the name of the place and has no full stop.
    pub message: String,
    /// The word that was probably meant.
    pub near: Option<&'static str>,
    /// The name of the property that is required there and missing.
    pub missing: Option<String>,
}

/// The errors of a schema, by the meta-schema of 2020-12.
pub fn check_schema(schema: &Value) -> Vec<Invalid> {
    // The same limit as for both parsers, because each error is looked up in the text.
    let meta = draft202012::meta::validator();
    let found: Vec<Invalid> = meta.iter_errors(schema).take(MAX_PROBLEMS).map(|one| invalid(&one)).collect();
    let mut sorted: Vec<Invalid> = Vec::new();
    for one in found {
        // Several vocabularies may report the same place.
        if !sorted.iter().any(|other| other.pointer == one.pointer) {
            sorted.push(one);
        }
    }
    sorted.sort_by(|a, b| a.pointer.cmp(&b.pointer));
    sorted
}

/// The errors of `value` by `schema`, including formats (`email`, `uri`, …).
///
/// # Errors
/// Why the schema cannot be used.
pub fn check_value(schema: &Value, value: &Value) -> Result<Vec<Invalid>, String> {
    Ok(Validator::new(schema)?.check(value))
}

/// A compiled schema for checking many values.
#[derive(Clone, Debug)]
pub struct Validator(jsonschema::Validator);

impl Validator {
    /// # Errors
    /// Why the schema cannot be used.
    pub fn new(schema: &Value) -> Result<Self, String> {
        let validator = draft202012::options().should_validate_formats(true).build(schema);
        validator
            .map(Self)
            .map_err(|error| format!("the schema cannot be used: {}", shown(&error.to_string())))
    }

    pub fn is_valid(&self, value: &Value) -> bool {
        self.0.is_valid(value)
    }

    /// The errors of `value`, including formats (`email`, `uri`, …).
    pub fn check(&self, value: &Value) -> Vec<Invalid> {
        self.errors(value).collect()
    }

    /// As [`Self::check`], one at a time.
    pub fn errors<'a>(&'a self, value: &'a Value) -> impl Iterator<Item = Invalid> + 'a {
        self.0.iter_errors(value).map(|error| invalid(&error))
    }
}

fn invalid(error: &ValidationError<'_>) -> Invalid {
    let pointer = error.instance_path().to_string();
    let mut near = None;
    let found = kind(error.instance());
    let message = match error.kind() {
        ValidationErrorKind::Type { kind } => format!("expected {}, found {found}", types(kind)),
        ValidationErrorKind::Required { property } => format!("lacks {property}"),
        ValidationErrorKind::AdditionalProperties { unexpected }
        | ValidationErrorKind::UnevaluatedProperties { unexpected } => {
            let names: Vec<_> = unexpected.iter().map(|name| format!("\"{}\"", shown(name))).collect();
            format!("has {} that the schema does not know", names.join(", "))
        }
        ValidationErrorKind::Enum { options } => {
            let all: Vec<_> = options.as_array().into_iter().flatten().map(ToString::to_string).collect();
            format!("{} is not one of {}", shown(&error.instance().to_string()), shown(&all.join(", ")))
        }
        ValidationErrorKind::Constant { expected_value } => {
            format!("{} is not {}", shown(&error.instance().to_string()), shown(&expected_value.to_string()))
        }
        ValidationErrorKind::Format { format } => {
            format!("{} is not a valid {format}", shown(&error.instance().to_string()))
        }
        _ => match &**error.instance() {
            // `type` is a word or a list of words, for which the meta-schema has an indirect error.
            Value::String(word) if pointer.ends_with("/type") || pointer == "/type" => {
                near = meant(word);
                format!("unknown type \"{}\", expected one of {}", shown(word), TYPES.join(", "))
            }
            Value::String(_) | Value::Number(_) | Value::Bool(_) | Value::Null => {
                one_line(&error.to_string())
            }
            other => format!("{} does not fit \"{}\"", kind(other), error.kind().keyword()),
        },
    };
    let missing = match error.kind() {
        ValidationErrorKind::Required { property } => property.as_str().map(str::to_owned),
        _ => None,
    };
    Invalid { pointer, keyword: error.kind().keyword().to_owned(), message, near, missing }
}

/// The type that a word probably means.
fn meant(word: &str) -> Option<&'static str> {
    let lower = word.to_ascii_lowercase();
    let also = [
        ("text", "string"),
        ("str", "string"),
        ("email", "string"),
        ("date", "string"),
        ("int", "integer"),
        ("long", "integer"),
        ("float", "number"),
        ("double", "number"),
        ("bool", "boolean"),
        ("list", "array"),
        ("map", "object"),
        ("dict", "object"),
    ];
    let plain = TYPES.iter().copied().find(|one| *one == lower);
    plain.or_else(|| also.iter().find(|(one, _)| *one == lower).map(|(_, word)| *word)).or_else(|| {
        // One wrong, missing or extra letter.
        TYPES.iter().copied().find(|one| {
            let same = one.chars().filter(|c| lower.contains(*c)).count();
            one.len().abs_diff(lower.len()) <= 1 && same + 1 >= one.len() && one.get(..1) == lower.get(..1)
        })
    })
}

fn types(kind: &TypeKind) -> String {
    let word = |name: &str| match name {
        "null" => "null".to_owned(),
        name if name.starts_with(['a', 'i', 'o']) => format!("an {name}"),
        name => format!("a {name}"),
    };
    match kind {
        TypeKind::Single(one) => word(&one.to_string()),
        TypeKind::Multiple(all) => {
            all.iter().map(|one| word(&one.to_string())).collect::<Vec<_>>().join(" or ")
        }
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(number) if number.is_f64() => "a number",
        Value::Number(_) => "an integer",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

fn one_line(message: &str) -> String {
    message.chars().take(200).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn schemas_are_held_against_the_meta_schema() {
        let says = |schema: Value| {
            let found = check_schema(&schema);
            found.into_iter().map(|one| format!("{} {}", one.pointer, one.message)).collect::<Vec<_>>()
        };
        assert_eq!(
            says(json!({"type": "object", "properties": {"a": {"type": ["string", "null"]}}})),
            [""; 0]
        );
        assert_eq!(
            says(json!({"type": "objekt"})),
            [
                "/type unknown type \"objekt\", expected one of array, boolean, integer, null, number, object, string"
            ]
        );
        assert_eq!(
            says(json!({"properties": {"a": 1}})),
            ["/properties/a expected a boolean or an object, found an integer"]
        );
        assert_eq!(says(json!({"required": "a"})), ["/required expected an array, found a string"]);
        assert_eq!(says(json!({"minLength": -1})), ["/minLength -1 is less than the minimum of 0"]);
        assert_eq!(says(json!(true)), [""; 0]);
        assert_eq!(
            meant("str").into_iter().chain(meant("numbr")).chain(meant("xyz")).collect::<Vec<_>>(),
            ["string", "number"]
        );
    }

    #[test]
    fn values_are_held_against_schemas() {
        let schema = json!({
            "type": "object", "required": ["mail"], "additionalProperties": false,
            "properties": {"mail": {"type": "string", "format": "email"}, "size": {"enum": ["s", "m"]}}
        });
        let says = |value: Value| {
            let found = check_value(&schema, &value).unwrap_or_default();
            found.into_iter().map(|one| format!("{} {}", one.pointer, one.message)).collect::<Vec<_>>()
        };
        assert_eq!(says(json!({"mail": "a@b.example", "size": "s"})), [""; 0]);
        assert_eq!(says(json!({"mail": "ada"})), ["/mail \"ada\" is not a valid email"]);
        assert_eq!(
            says(json!({"mail": "a@b.example", "size": "l"})),
            ["/size \"l\" is not one of \"s\", \"m\""]
        );
        assert_eq!(says(json!({"x": 1})).len(), 2);
        assert!(check_value(&json!({"$ref": "https://example.com/other.json"}), &json!(1)).is_err());
    }
}
