//! From the author's schema to one that model APIs take strictly.
//!
//! Strict APIs want a root that is an object, every property required, nothing besides them, and few keywords. An
//! optional property becomes one that may be null; what an API does not know is left out, and is checked by us when
//! the reply is there. Where the meaning would be lost (open maps, `allOf`, `not`, `if` and the like), the schema
//! goes as it is, not strictly.

use serde_json::{Map, Value, json};

use super::check::Schema;
use super::prune;

/// Under which a root that is no object is wrapped.
const WRAPPED: &str = "value";

/// No API takes schemas that are nested deeper strictly.
const DEEPEST: usize = 10;

/// Not even for an API that is not strict is more looked at; recursion ends here.
const BOTTOM: usize = 128;

/// What is sent in place of an author's schema.
#[derive(Clone, Debug, PartialEq)]
pub struct Derived {
    pub schema: Value,
    pub strict: bool,
    /// What the model is told: the author's schema, wrapped like the one that is sent.
    pub told: Value,
    wrapped: bool,
}

impl Derived {
    /// Derives from an author's schema.
    pub fn new(author: &Value) -> Self {
        let wrapped = !is_object(author);
        let finished = |schema| if wrapped { wrap(schema) } else { schema };
        let told = finished(author.clone());
        match strictly(author, 0) {
            Some(schema) => Self { schema: finished(schema), strict: true, told, wrapped },
            None => Self { schema: told.clone(), strict: false, told, wrapped },
        }
    }

    /// The author's value in a reply: out of its wrapping, and without the nulls that stand for what is not there.
    pub fn value(&self, author: &Schema, reply: Value) -> Value {
        let mut value = match reply {
            Value::Object(mut members)
                if self.wrapped && members.len() == 1 && members.contains_key(WRAPPED) =>
            {
                members.remove(WRAPPED).unwrap_or_default()
            }
            other => other,
        };
        prune::nulls(author.value(), author.value(), &mut value, 0);
        value
    }
}

fn is_object(schema: &Value) -> bool {
    let composed = ["$ref", "anyOf", "oneOf", "enum", "const"].iter().any(|key| schema.get(key).is_some());
    !composed && schema.get("type").is_some_and(|kind| kind == "object" || kind == &json!(["object"]))
}

/// An object with the schema as its only property. What it refers to moves along.
fn wrap(mut schema: Value) -> Value {
    let mut definitions = Map::new();
    rewrite(&mut schema, 0);
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

/// References from the root go through the wrapping, but for those to definitions, which stay at the root.
fn rewrite(schema: &mut Value, depth: usize) {
    if depth > BOTTOM {
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
            members.values_mut().for_each(|value| rewrite(value, depth + 1));
        }
        Value::Array(items) => items.iter_mut().for_each(|value| rewrite(value, depth + 1)),
        _ => {}
    }
}

/// The strict form of a schema, if it has one.
fn strictly(schema: &Value, depth: usize) -> Option<Value> {
    let members = schema.as_object()?;
    if depth > DEEPEST {
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
            // These are put together below, all at once.
            "properties" | "required" | "additionalProperties" => {}
            other if CHECKED_BY_US.contains(&other) => {}
            _ => return None,
        }
    }
    let says_what = ["type", "$ref", "anyOf", "enum"].iter().any(|key| out.contains_key(*key));
    if !says_what || out.contains_key("anyOf") && out.contains_key("type") {
        return None;
    }
    if allows(members.get("type"), "array") && !members.contains_key("items") {
        return None;
    }
    if allows(members.get("type"), "object") {
        object(members, &mut out, depth)?;
    } else if members.contains_key("properties") {
        return None;
    }
    Some(Value::Object(out))
}

/// Formats that strict APIs know; the others are checked by us.
const FORMATS: &[&str] =
    &["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"];

/// Keywords that can be left out: they only narrow, and what a reply says is checked against the whole schema.
const CHECKED_BY_US: &[&str] = &[
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

fn object(members: &Map<String, Value>, out: &mut Map<String, Value>, depth: usize) -> Option<()> {
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
        let schema = if required.contains(&name.as_str()) { schema } else { or_null(schema) };
        strict.insert(name.clone(), schema);
    }
    out.insert("required".to_owned(), strict.keys().cloned().collect());
    out.insert("properties".to_owned(), Value::Object(strict));
    out.insert("additionalProperties".to_owned(), false.into());
    Some(())
}

/// The schema, or null.
fn or_null(mut schema: Value) -> Value {
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

/// The schema that a local reference leads to.
pub(super) fn resolve<'a>(root: &'a Value, to: &str) -> Option<&'a Value> {
    let pointer = to.strip_prefix('#')?;
    // Pointers in references may be percent-encoded.
    let pointer = url::form_urlencoded::parse(format!("p={}", pointer.replace('+', "%2B")).as_bytes())
        .next()
        .map(|(_, pointer)| pointer.into_owned())?;
    root.pointer(&pointer)
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
    fn a_root_that_is_no_object_is_wrapped() {
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
    fn what_strictness_would_change_goes_as_it_is() {
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
    fn a_schema_without_end_is_not_strict() {
        let mut author = json!({ "type": "string" });
        for _ in 0..60 {
            author = json!({ "type": "array", "items": author });
        }
        assert!(!Derived::new(&author).strict);
    }
}
