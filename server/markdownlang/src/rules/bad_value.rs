//! A default, an example or a value of `enum` that is not valid for its own schema.

use std::collections::HashSet;

use agmark_schema::Node;
use agmark_schema::validate::Validator;
use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity, work};
use serde_json::Value as Json;

use super::check::Check;
use crate::analysis::front_matter::schema_context::SchemaContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/bad-value",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "value that does not fit its own schema",
        help: "The values of `default`, `const`, `enum` and `examples` must fit the rest of the schema. A run \
           refuses a default that does not fit, and no input can have a value of `enum` of another type.",
        bad: &[
            schemas!("{ type: object, properties: { days: { type: integer, default: many } } }"),
            schemas!("{ type: string, enum: [red, 7] }"),
        ],
        good: &[
            schemas!("{ type: object, properties: { days: { type: integer, default: 7 } } }"),
            schemas!("{ type: string, enum: [red, \"7\"] }"),
        ],
    },
    check: Check::Schema(check),
};

fn check(schema: &SchemaContext<'_>, out: &mut Vec<Diagnostic>) {
    if !schema.root.errors.is_empty() {
        return;
    }
    for key in ["default", "const", "enum", "examples"] {
        let node = schema.node.get(key);
        let values = match key {
            "default" | "const" => node.map(std::slice::from_ref),
            _ => node.and_then(Node::as_list),
        };
        let values = values.unwrap_or_default();
        if !values.is_empty()
            && let Some(constraints) = Constraints::of(schema.node, key)
        {
            check_values(schema, &constraints, key, values, out);
        }
    }
}

fn check_values(
    schema: &SchemaContext<'_>,
    constraints: &Constraints,
    key: &str,
    values: &[Node],
    out: &mut Vec<Diagnostic>,
) {
    let mut validator = None;
    for value in values {
        work::add(1);
        let json = value.to_json();
        if constraints.accept(&json) {
            continue;
        }
        let validator =
            validator.get_or_insert_with(|| Validator::new(&constraints.with_definitions(&schema.root.json)));
        let Ok(validator) = validator else { return };
        if let Some(first) = validator.check(&json).first() {
            let message = format!("invalid value of \"{key}\" for its own schema: {}", first.message);
            out.push(RULE.at(value.span.clone().into(), message));
        }
    }
}

/// A schema without the key whose values are checked.
struct Constraints {
    map: serde_json::Map<String, Json>,
    /// Whether the keywords can be checked without a validator.
    is_simple: bool,
    /// The values of `enum`, as JSON.
    listed: Option<HashSet<String>>,
}

impl Constraints {
    fn of(schema: &Node, key: &str) -> Option<Self> {
        let Json::Object(mut map) = schema.to_json() else { return None };
        work::add(map.len());
        if matches!(key, "enum" | "const") {
            map.retain(|word, _| word != "enum" && word != "const");
        }
        // Each of these keys is checked for itself.
        map.retain(|word, _| word != "default" && word != "examples");
        let is_simple =
            |word: &String| matches!(word.as_str(), "type" | "title" | "description" | "enum" | "const");
        let listed = map.get("enum").and_then(Json::as_array);
        let listed = listed.map(|all| all.iter().map(Json::to_string).collect());
        Some(Self { is_simple: map.keys().all(is_simple), listed, map })
    }

    /// Whether `type`, `enum` and `const` accept a value and no other keyword has to be checked. A validator costs more.
    fn accept(&self, value: &Json) -> bool {
        let is = |name: &str| match (name, value) {
            ("null", Json::Null) | ("boolean", Json::Bool(_)) | ("string", Json::String(_)) => true,
            ("array", Json::Array(_)) | ("object", Json::Object(_)) | ("number", Json::Number(_)) => true,
            ("integer", Json::Number(n)) => n.as_f64().is_some_and(|n| n.fract() == 0.0),
            _ => false,
        };
        let has_type = match self.map.get("type") {
            Some(Json::String(name)) => is(name),
            Some(Json::Array(names)) => names.iter().filter_map(Json::as_str).any(is),
            _ => true,
        };
        let listed = || self.listed.as_ref().is_none_or(|all| all.contains(&value.to_string()));
        self.is_simple && has_type && listed() && self.map.get("const").is_none_or(|one| one == value)
    }

    /// The schema with the definitions of `root`, if it has references. Without this condition, a thousand properties with a
    /// default each would copy the definitions a thousand times.
    fn with_definitions(&self, root: &Json) -> Json {
        let mut map = self.map.clone();
        if let (Some(defs), None) = (root.get("$defs"), map.get("$defs"))
            && map.values().any(has_reference)
        {
            work::add(defs.as_object().map_or(1, serde_json::Map::len));
            map.insert("$defs".to_owned(), defs.clone());
        }
        Json::Object(map)
    }
}

fn has_reference(part: &Json) -> bool {
    match part {
        Json::Object(map) => {
            map.iter().any(|(key, one)| key == "$ref" || key == "$dynamicRef" || has_reference(one))
        }
        Json::Array(all) => all.iter().any(has_reference),
        _ => false,
    }
}
