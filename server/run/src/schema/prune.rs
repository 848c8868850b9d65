//! Nulls that stand for what is not there are taken out again.

use serde_json::{Map, Value};

use super::check::Schema;
use super::strict::resolve;

/// Values and schemas are not followed deeper.
const BOTTOM: usize = 128;

/// Removes each null that an optional property has and that its schema does not allow.
pub fn nulls(root: &Value, schema: &Value, value: &mut Value, depth: usize) {
    if depth > BOTTOM {
        return;
    }
    if let Some(to) = schema.get("$ref").and_then(Value::as_str)
        && let Some(schema) = resolve(root, to)
    {
        nulls(root, schema, value, depth + 1);
    }
    for branches in ["anyOf", "oneOf"].iter().filter_map(|key| schema.get(*key)?.as_array()) {
        if let Some(fitting) = branches.iter().find_map(|branch| fitting(root, branch, value, depth)) {
            *value = fitting;
        }
    }
    for part in schema.get("allOf").and_then(Value::as_array).into_iter().flatten() {
        nulls(root, part, value, depth + 1);
    }
    match value {
        Value::Object(members) => object(root, schema, members, depth),
        Value::Array(items) => {
            if let Some(schema) = schema.get("items") {
                items.iter_mut().for_each(|item| nulls(root, schema, item, depth + 1));
            }
        }
        _ => {}
    }
}

fn object(root: &Value, schema: &Value, members: &mut Map<String, Value>, depth: usize) {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return };
    let required = schema.get("required").and_then(Value::as_array);
    let optional = |name: &str| !required.is_some_and(|names| names.iter().any(|known| known == name));
    members.retain(|name, value| {
        let Some(schema) = properties.get(name) else { return true };
        !value.is_null() || !optional(name) || may_be_null(root, schema, 0)
    });
    for (name, value) in members {
        if let Some(schema) = properties.get(name) {
            nulls(root, schema, value, depth + 1);
        }
    }
}

/// The value as a branch has it, if it fits that branch.
fn fitting(root: &Value, branch: &Value, value: &Value, depth: usize) -> Option<Value> {
    let mut pruned = value.clone();
    nulls(root, branch, &mut pruned, depth + 1);
    let mut alone = branch.as_object()?.clone();
    for key in ["$defs", "definitions"] {
        if let Some(definitions) = root.get(key) {
            alone.entry(key).or_insert_with(|| definitions.clone());
        }
    }
    Schema::new(&Value::Object(alone)).ok()?.fits(&pruned).then_some(pruned)
}

fn may_be_null(root: &Value, schema: &Value, depth: usize) -> bool {
    let Some(members) = schema.as_object() else { return schema == &Value::Bool(true) };
    if depth > BOTTOM {
        return true;
    }
    if let Some(values) = members.get("enum").and_then(Value::as_array) {
        return values.contains(&Value::Null);
    }
    if let Some(value) = members.get("const") {
        return value.is_null();
    }
    match members.get("type") {
        Some(Value::String(kind)) => return kind == "null",
        Some(Value::Array(kinds)) => return kinds.iter().any(|kind| kind == "null"),
        _ => {}
    }
    if let Some(to) = members.get("$ref").and_then(Value::as_str) {
        return resolve(root, to).is_none_or(|schema| may_be_null(root, schema, depth + 1));
    }
    let branches = ["anyOf", "oneOf"].iter().find_map(|key| members.get(*key)?.as_array());
    branches.is_none_or(|branches| branches.iter().any(|branch| may_be_null(root, branch, depth + 1)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn pruned(schema: Value, mut value: Value) -> Value {
        nulls(&schema, &schema, &mut value, 0);
        value
    }

    #[test]
    fn only_nulls_that_say_nothing_go() {
        let schema = json!({
            "type": "object",
            "properties": {
                "needed": { "type": "string" },
                "gone": { "type": "string" },
                "kept": { "type": ["string", "null"] },
                "any": {},
                "list": { "type": "array", "items": { "$ref": "#/$defs/x%20y" } },
            },
            "required": ["needed"],
            "$defs": { "x y": { "type": "object", "properties": { "z": { "enum": ["a"] } } } },
        });
        let value = json!({ "needed": null, "gone": null, "kept": null, "any": null, "list": [{ "z": null }], "e": null });
        assert_eq!(
            pruned(schema, value),
            json!({ "needed": null, "kept": null, "any": null, "list": [{}], "e": null })
        );
    }

    #[test]
    fn branches_are_tried_in_turn() {
        let schema = json!({ "anyOf": [
            { "type": "object", "properties": { "a": { "const": 1 }, "n": { "type": ["null", "string"] } }, "required": ["a", "n"] },
            { "$ref": "#/$defs/b" },
        ], "$defs": { "b": { "type": "object", "properties": { "a": { "const": 2 }, "n": { "type": "string" } }, "required": ["a"] } } });
        assert_eq!(pruned(schema.clone(), json!({ "a": 1, "n": null })), json!({ "a": 1, "n": null }));
        assert_eq!(pruned(schema.clone(), json!({ "a": 2, "n": null })), json!({ "a": 2 }));
        assert_eq!(pruned(schema, json!({ "a": 3, "n": null })), json!({ "a": 3, "n": null }));
    }

    #[test]
    fn schemas_without_end_come_to_one() {
        let schema = json!({ "$ref": "#" });
        assert_eq!(pruned(schema.clone(), json!(null)), json!(null));
        assert!(may_be_null(&schema, &schema, 0));
    }
}
