//! Converts the author's schema to the strict form that model APIs accept.
//!
//! In the strict form, the root is an object, all properties are required, other properties are not allowed, and only a few
//! keywords are known. An optional property becomes nullable. Keywords that only restrict values are left out, because
//! replies are checked with the author's schema. A schema with other keywords (open maps, `allOf`, `not`, `if`) is sent
//! unchanged and not as strict.

use serde_json::{Map, Value, json};

use super::check::Schema;
use super::remove_nulls::remove_nulls;

/// The property for a root that is not an object.
const WRAPPED: &str = "value";

/// The maximum depth of a strict schema.
const MAX_STRICT_DEPTH: usize = 10;

/// The maximum depth of recursion.
const MAX_DEPTH: usize = 128;

/// The schema that is sent to the model.
#[derive(Clone, Debug, PartialEq)]
pub struct Derived {
    pub schema: Value,
    pub strict: bool,
    /// The author's schema in the system message, wrapped like the schema that is sent.
    pub shown: Value,
    wrapped: bool,
}

impl Derived {
    /// The schema to send for an author's schema.
    pub fn new(author: &Value) -> Self {
        let wrapped = !is_object(author);
        let finished = |schema| if wrapped { wrap(schema) } else { schema };
        let shown = finished(author.clone());
        match strictly(author, 0) {
            Some(schema) => Self { schema: finished(schema), strict: true, shown, wrapped },
            None => Self { schema: shown.clone(), strict: false, shown, wrapped },
        }
    }

    /// The value in a reply, unwrapped and without the nulls of missing properties.
    pub fn value(&self, author: &Schema, reply: Value) -> Value {
        let mut value = match reply {
            Value::Object(mut members)
                if self.wrapped && members.len() == 1 && members.contains_key(WRAPPED) =>
            {
                members.remove(WRAPPED).unwrap_or_default()
            }
            other => other,
        };
        remove_nulls(author.value(), author.value(), &mut value, 0);
        value
    }
}

fn is_object(schema: &Value) -> bool {
    let composed = ["$ref", "anyOf", "oneOf", "enum", "const"].iter().any(|key| schema.get(key).is_some());
    !composed && schema.get("type").is_some_and(|kind| kind == "object" || kind == &json!(["object"]))
}

/// An object with the schema as its only property. References are adjusted.
fn wrap(mut schema: Value) -> Value {
    let mut definitions = Map::new();
    adjust_references(&mut schema, 0);
    if let Some(members) = schema.as_object_mut() {
        for key in ["$defs", "definitions", "$schema"] {
            if let Some(value) = members.remove(key) {
                definitions.insert(key.to_owned(), value);
            }
        }
    }
    let mut root = Map::new();
    root.insert("type".to_owned(), "object".into());
    root.insert("properties".to_owned(), json!({ WRAPPED: schema }));
    root.insert("required".to_owned(), json!([WRAPPED]));
    root.insert("additionalProperties".to_owned(), false.into());
    root.extend(definitions);
    Value::Object(root)
}

/// Adjusts references from the root, except for those to definitions, which stay at the root.
fn adjust_references(schema: &mut Value, depth: usize) {
    if depth > MAX_DEPTH {
        return;
    }
    match schema {
        Value::Object(members) => {
            if let Some(Value::String(to)) = members.get_mut("$ref")
                && let Some(rest) = to.strip_prefix('#')
                && !rest.starts_with("/$defs/")
                && !rest.starts_with("/definitions/")
                && (rest.is_empty() || rest.starts_with('/'))
            {
                *to = format!("#/properties/{WRAPPED}{rest}");
            }
            members.values_mut().for_each(|value| adjust_references(value, depth + 1));
        }
        Value::Array(items) => items.iter_mut().for_each(|value| adjust_references(value, depth + 1)),
        _ => {}
    }
}

/// The strict form of a schema, if it has one.
fn strictly(schema: &Value, depth: usize) -> Option<Value> {
    let members = schema.as_object()?;
    if depth > MAX_STRICT_DEPTH {
        return None;
    }
    let mut out = Map::new();
    for (key, value) in members {
        match key.as_str() {
            "type" | "description" | "title" | "enum" | "pattern" | "minimum" | "maximum"
            | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" | "minItems" | "maxItems" => {
                out.insert(key.clone(), value.clone());
            }
            "const" => {
                out.insert("enum".to_owned(), json!([value]));
            }
            "format" if FORMATS.contains(&value.as_str().unwrap_or_default()) => {
                out.insert(key.clone(), value.clone());
            }
            "$ref" if value.as_str().is_some_and(|to| to.starts_with('#')) => {
                out.insert(key.clone(), value.clone());
            }
            "items" => {
                out.insert(key.clone(), strictly(value, depth + 1)?);
            }
            "anyOf" | "oneOf" => {
                let branches = value.as_array()?.iter().map(|branch| strictly(branch, depth + 1));
                out.insert("anyOf".to_owned(), Value::Array(branches.collect::<Option<_>>()?));
            }
            "$defs" | "definitions" => {
                let all = value.as_object()?.iter();
                let all = all.map(|(name, schema)| Some((name.clone(), strictly(schema, depth + 1)?)));
                out.insert(key.clone(), Value::Object(all.collect::<Option<_>>()?));
            }
            // These are converted together below.
            "properties" | "required" | "additionalProperties" => {}
            other if CHECKED_LOCALLY.contains(&other) => {}
            _ => return None,
        }
    }
    let has_type = ["type", "$ref", "anyOf", "enum"].iter().any(|key| out.contains_key(*key));
    if !has_type || out.contains_key("anyOf") && out.contains_key("type") {
        return None;
    }
    if allows(members.get("type"), "array") && !members.contains_key("items") {
        return None;
    }
    if allows(members.get("type"), "object") {
        strict_object(members, &mut out, depth)?;
    } else if members.contains_key("properties") {
        return None;
    }
    Some(Value::Object(out))
}

/// The formats that strict APIs know.
const FORMATS: &[&str] =
    &["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"];

/// Keywords that are left out. They only restrict values, and replies are checked with the whole schema.
const CHECKED_LOCALLY: &[&str] = &[
    "$schema",
    "$id",
    "$comment",
    "$anchor",
    "default",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
    "format",
    "minLength",
    "maxLength",
    "uniqueItems",
    "minProperties",
    "maxProperties",
    "contains",
    "minContains",
    "maxContains",
    "contentEncoding",
    "contentMediaType",
];

fn allows(kind: Option<&Value>, name: &str) -> bool {
    match kind {
        Some(Value::String(kind)) => kind == name,
        Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == name),
        _ => false,
    }
}

fn strict_object(members: &Map<String, Value>, out: &mut Map<String, Value>, depth: usize) -> Option<()> {
    let none = Map::new();
    let closed = members.get("additionalProperties") == Some(&Value::Bool(false));
    let properties = match members.get("properties") {
        Some(properties) => properties.as_object()?,
        None if closed => &none,
        None => return None,
    };
    if !closed && members.contains_key("additionalProperties") {
        return None;
    }
    let required: Vec<&str> = members
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    if required.iter().any(|name| !properties.contains_key(*name)) {
        return None;
    }
    let mut strict = Map::new();
    for (name, schema) in properties {
        let schema = strictly(schema, depth + 1)?;
        let schema = if required.contains(&name.as_str()) { schema } else { nullable(schema) };
        strict.insert(name.clone(), schema);
    }
    out.insert("required".to_owned(), strict.keys().cloned().collect());
    out.insert("properties".to_owned(), Value::Object(strict));
    out.insert("additionalProperties".to_owned(), false.into());
    Some(())
}

/// The schema, with `null` as an additional value.
fn nullable(mut schema: Value) -> Value {
    let Some(members) = schema.as_object_mut() else { return schema };
    if let Some(Value::Array(branches)) = members.get_mut("anyOf") {
        if !branches.iter().any(|branch| allows(branch.get("type"), "null")) {
            branches.push(json!({ "type": "null" }));
        }
        return schema;
    }
    if members.contains_key("$ref") || !members.contains_key("type") {
        return json!({ "anyOf": [schema, { "type": "null" }] });
    }
    if let Some(kind) = members.get_mut("type")
        && !allows(Some(&*kind), "null")
    {
        let mut kinds = kind.as_array().cloned().unwrap_or_else(|| vec![kind.clone()]);
        kinds.push("null".into());
        *kind = kinds.into();
    }
    if let Some(Value::Array(values)) = members.get_mut("enum")
        && !values.contains(&Value::Null)
    {
        values.push(Value::Null);
    }
    schema
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strict(author: Value) -> Value {
        let derived = Derived::new(&author);
        assert!(derived.strict, "{author}");
        derived.schema
    }

    #[test]
    fn optional_properties_may_be_null_and_maps_are_closed() {
        let derived = strict(json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": {
                "name": { "type": "string", "minLength": 1 },
                "kind": { "type": "string", "enum": ["a", "b"], "default": "a" },
                "note": { "type": ["string", "null"] },
                "part": { "$ref": "#/$defs/part" },
                "one": { "oneOf": [{ "type": "string" }, { "type": "integer" }] },
            },
            "required": ["name"],
            "$defs": { "part": { "type": "object", "properties": { "at": { "type": "string", "format": "uri" } } } },
        }));
        assert_eq!(
            derived,
            json!({
                "type": "object",
                "$defs": { "part": {
                    "type": "object",
                    "properties": { "at": { "type": ["string", "null"] } },
                    "required": ["at"],
                    "additionalProperties": false,
                } },
                "properties": {
                    "name": { "type": "string" },
                    "kind": { "type": ["string", "null"], "enum": ["a", "b", null] },
                    "note": { "type": ["string", "null"] },
                    "part": { "anyOf": [{ "$ref": "#/$defs/part" }, { "type": "null" }] },
                    "one": { "anyOf": [{ "type": "string" }, { "type": "integer" }, { "type": "null" }] },
                },
                "required": ["name", "kind", "note", "part", "one"],
                "additionalProperties": false,
            })
        );
    }

    #[test]
    fn a_root_that_is_not_an_object_is_wrapped() {
        let author = json!({
            "type": "array",
            "items": { "anyOf": [{ "type": "string" }, { "$ref": "#" }, { "$ref": "#/$defs/n" }] },
            "$defs": { "n": { "type": "number" } },
        });
        let derived = Derived::new(&author);
        assert!(derived.strict);
        assert_eq!(
            derived.schema.pointer("/properties/value/items/anyOf/1/$ref").unwrap(),
            "#/properties/value"
        );
        assert_eq!(derived.schema.pointer("/properties/value/items/anyOf/2/$ref").unwrap(), "#/$defs/n");
        assert_eq!(derived.schema.pointer("/$defs/n/type").unwrap(), "number");
        let schema = Schema::new(&author).unwrap();
        assert_eq!(derived.value(&schema, json!({ "value": ["a"] })), json!(["a"]));
        assert_eq!(derived.value(&schema, json!(["a"])), json!(["a"]));
        assert!(Schema::new(&derived.schema).unwrap().fits(&json!({ "value": ["a", ["b", 3]] })));
    }

    #[test]
    fn schemas_without_a_strict_form_are_not_changed() {
        let open = [
            json!({ "type": "object" }),
            json!({ "type": "object", "properties": { "m": { "type": "object" } } }),
            json!({ "type": "object", "additionalProperties": { "type": "string" } }),
            json!({ "type": "object", "properties": {}, "patternProperties": { "^x": {} } }),
            json!({ "type": "object", "properties": { "x": {} } }),
            json!({ "type": "object", "properties": { "x": true } }),
            json!({ "type": "object", "properties": { "x": { "allOf": [{ "type": "string" }] } } }),
            json!({ "type": "object", "properties": { "x": { "not": { "type": "string" } } } }),
            json!({ "type": "object", "properties": { "x": { "type": "array" } } }),
            json!({ "type": "object", "properties": { "x": { "type": "string" } }, "if": {}, "then": {} }),
            json!({ "type": "object", "properties": {}, "required": ["x"] }),
        ];
        for author in open {
            let derived = Derived::new(&author);
            assert!(!derived.strict, "{author}");
            assert_eq!(derived.schema, author);
        }
        assert!(
            strict(json!({ "type": "object", "additionalProperties": false })).get("properties").is_some()
        );
    }

    #[test]
    fn anything_is_wrapped_and_not_strict() {
        for author in [json!({}), json!(true)] {
            let derived = Derived::new(&author);
            assert!(!derived.strict);
            assert_eq!(derived.schema["properties"]["value"], author);
        }
    }

    #[test]
    fn a_deep_schema_is_not_strict() {
        let mut author = json!({ "type": "string" });
        for _ in 0..60 {
            author = json!({ "type": "array", "items": author });
        }
        assert!(!Derived::new(&author).strict);
    }
}
