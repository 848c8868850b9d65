//! Removes the nulls of missing properties from a reply.

use serde_json::{Map, Value};

use super::check::Schema;
use super::reference::resolve;

/// The maximum depth of recursion.
const MAX_DEPTH: usize = 128;

/// Removes each null of an optional property whose schema does not allow null.
pub fn remove_nulls(root: &Value, schema: &Value, value: &mut Value, depth: usize) {
    if depth > MAX_DEPTH {
        return;
    }
    if let Some(to) = schema.get("$ref").and_then(Value::as_str)
        && let Some(schema) = resolve(root, to)
    {
        remove_nulls(root, schema, value, depth + 1);
    }
    for branches in ["anyOf", "oneOf"].iter().filter_map(|key| schema.get(*key)?.as_array()) {
        if let Some(fitting) = branches.iter().find_map(|branch| fitting(root, branch, value, depth)) {
            *value = fitting;
        }
    }
    for part in schema.get("allOf").and_then(Value::as_array).into_iter().flatten() {
        remove_nulls(root, part, value, depth + 1);
    }
    match value {
        Value::Object(members) => object(root, schema, members, depth),
        Value::Array(items) => {
            if let Some(schema) = schema.get("items") {
                items.iter_mut().for_each(|item| remove_nulls(root, schema, item, depth + 1));
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
        !value.is_null() || !optional(name) || allows_null(root, schema, 0)
    });
    for (name, value) in members {
        if let Some(schema) = properties.get(name) {
            remove_nulls(root, schema, value, depth + 1);
        }
    }
}

/// The value without nulls, if it fits a branch.
fn fitting(root: &Value, branch: &Value, value: &Value, depth: usize) -> Option<Value> {
    let mut cleaned = value.clone();
    remove_nulls(root, branch, &mut cleaned, depth + 1);
    let mut alone = branch.as_object()?.clone();
    for key in ["$defs", "definitions"] {
        if let Some(definitions) = root.get(key) {
            alone.entry(key).or_insert_with(|| definitions.clone());
        }
    }
    Schema::new(&Value::Object(alone)).ok()?.fits(&cleaned).then_some(cleaned)
}

fn allows_null(root: &Value, schema: &Value, depth: usize) -> bool {
    let Some(members) = schema.as_object() else { return schema == &Value::Bool(true) };
    if depth > MAX_DEPTH {
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
        return resolve(root, to).is_none_or(|schema| allows_null(root, schema, depth + 1));
    }
    let branches = ["anyOf", "oneOf"].iter().find_map(|key| members.get(*key)?.as_array());
    branches.is_none_or(|branches| branches.iter().any(|branch| allows_null(root, branch, depth + 1)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn cleaned(schema: Value, mut value: Value) -> Value {
        remove_nulls(&schema, &schema, &mut value, 0);
        value
    }

    #[test]
    fn only_nulls_of_missing_properties_are_removed() {
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
            cleaned(schema, value),
            json!({ "needed": null, "kept": null, "any": null, "list": [{}], "e": null })
        );
    }

    #[test]
    fn branches_are_tried_in_turn() {
        let schema = json!({ "anyOf": [
            { "type": "object", "properties": { "a": { "const": 1 }, "n": { "type": ["null", "string"] } }, "required": ["a", "n"] },
            { "$ref": "#/$defs/b" },
        ], "$defs": { "b": { "type": "object", "properties": { "a": { "const": 2 }, "n": { "type": "string" } }, "required": ["a"] } } });
        assert_eq!(cleaned(schema.clone(), json!({ "a": 1, "n": null })), json!({ "a": 1, "n": null }));
        assert_eq!(cleaned(schema.clone(), json!({ "a": 2, "n": null })), json!({ "a": 2 }));
        assert_eq!(cleaned(schema, json!({ "a": 3, "n": null })), json!({ "a": 3, "n": null }));
    }

    #[test]
    fn recursive_schemas_end() {
        let schema = json!({ "$ref": "#" });
        assert_eq!(cleaned(schema.clone(), json!(null)), json!(null));
        assert!(allows_null(&schema, &schema, 0));
    }
}
