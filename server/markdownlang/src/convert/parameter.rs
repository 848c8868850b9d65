//! A parameter of a skill.

use serde_json::Value as Json;

use super::value_type::ValueType;
use crate::syntax::identifier::field;

/// A parameter of a skill, or a field of its output.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Parameter {
    pub name: String,
    pub description: String,
    pub required: bool,
    pub value_type: ValueType,
    /// From `(json, xml, text)`.
    pub choices: Vec<Json>,
    pub default: Option<Json>,
}

impl Parameter {
    /// A required string.
    pub(super) fn string(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            description: String::new(),
            required: true,
            value_type: ValueType::STRING,
            choices: Vec::new(),
            default: None,
        }
    }

    /// The template expression for its value.
    pub(super) fn field(&self) -> String {
        field(&self.name)
    }

    /// Whether the template always has a value for it. Defaults are filled in before the prompt is rendered.
    pub(super) fn always_has_value(&self) -> bool {
        self.required || self.default.is_some()
    }
}
