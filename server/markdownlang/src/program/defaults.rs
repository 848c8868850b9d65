//! The defaults of a schema.

use agmark_schema::pointer::join;
use serde_json::Value as Json;

/// The maximum depth of references and parts of a schema.
const MAX_DEPTH: usize = 64;

/// A value with the defaults of `schema` for the missing properties of the value and of the objects in it.
pub fn with_defaults(schema: &Json, value: &Json) -> Json {
    let mut value = value.clone();
    fill(schema, schema, &mut value, 0);
    value
}

fn fill(root: &Json, schema: &Json, value: &mut Json, depth: usize) {
    if depth > MAX_DEPTH {
        return;
    }
    if let Some(target) = schema.get("$ref").and_then(Json::as_str).and_then(|to| follow(root, to)) {
        fill(root, target, value, depth + 1);
    }
    for part in schema.get("allOf").and_then(Json::as_array).into_iter().flatten() {
        fill(root, part, value, depth + 1);
    }
    match value {
        Json::Object(map) => {
            for (name, property) in schema.get("properties").and_then(Json::as_object).into_iter().flatten() {
                if !map.contains_key(name)
                    && let Some(default) = default_of(root, property)
                {
                    map.insert(name.clone(), default.clone());
                }
                if let Some(inner) = map.get_mut(name) {
                    fill(root, property, inner, depth + 1);
                }
            }
        }
        Json::Array(items) => {
            if let Some(schema) = schema.get("items") {
                items.iter_mut().for_each(|item| fill(root, schema, item, depth + 1));
            }
        }
        _ => {}
    }
}

/// The default of a schema, or of the schema that it refers to.
fn default_of<'a>(root: &'a Json, schema: &'a Json) -> Option<&'a Json> {
    let mut schema = schema;
    for _ in 0..MAX_DEPTH {
        if let Some(default) = schema.get("default") {
            return Some(default);
        }
        schema = follow(root, schema.get("$ref")?.as_str()?)?;
    }
    None
}

/// The schema that a reference leads to.
pub(crate) fn follow<'a>(root: &'a Json, reference: &str) -> Option<&'a Json> {
    follow_to(root, reference).map(|(target, _)| target)
}

/// The same with its JSON pointer.
pub(crate) fn follow_to<'a>(root: &'a Json, reference: &str) -> Option<(&'a Json, String)> {
    let decoded = percent_decoded(reference.strip_prefix('#')?);
    if decoded.is_empty() || decoded.starts_with('/') {
        return Some((root.pointer(&decoded)?, decoded));
    }
    anchor(root, &decoded, String::new(), 0)
}

fn anchor<'a>(schema: &'a Json, name: &str, at: String, depth: usize) -> Option<(&'a Json, String)> {
    if depth > MAX_DEPTH {
        return None;
    }
    if schema.get("$anchor").and_then(Json::as_str) == Some(name) {
        return Some((schema, at));
    }
    match schema {
        Json::Object(map) => {
            map.iter().find_map(|(key, inner)| anchor(inner, name, join(&at, key), depth + 1))
        }
        Json::Array(items) => {
            let mut items = items.iter().enumerate();
            items.find_map(|(i, inner)| anchor(inner, name, join(&at, &i.to_string()), depth + 1))
        }
        _ => None,
    }
}

/// A percent-encoded text, decoded.
pub(crate) fn percent_decoded(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let digits = after.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        match digits.filter(|_| *first == b'%').and_then(|two| u8::from_str_radix(two, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                rest = after.get(2..).unwrap_or_default();
            }
            None => {
                out.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}
