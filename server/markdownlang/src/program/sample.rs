//! A sample input for a schema, for previews without an input.

use serde_json::{Map, Number, Value as Json};

use super::defaults::follow;

/// The maximum depth of a sample. Deeper optional objects are left out.
const MAX_DEPTH: usize = 8;

/// A value that is valid for the simple keywords of the schema. It uses examples and defaults, and has all properties and two
/// items of each list.
pub fn sample(schema: &Json) -> Json {
    make(schema, schema, "value", 0)
}

/// The same for a schema in another one.
pub(crate) fn sample_in(root: &Json, schema: &Json) -> Json {
    make(root, schema, "value", 0)
}

fn make(root: &Json, schema: &Json, name: &str, depth: usize) -> Json {
    if let Some(value) = given(schema) {
        return value;
    }
    if depth > MAX_DEPTH {
        return Json::Null;
    }
    if let Some(target) = schema.get("$ref").and_then(Json::as_str).and_then(|to| follow(root, to)) {
        return make(root, target, name, depth + 1);
    }
    for key in ["anyOf", "oneOf"] {
        if let Some(first) = schema.get(key).and_then(Json::as_array).and_then(|all| all.first()) {
            let made = make(root, first, name, depth + 1);
            return match schema.get("properties") {
                Some(_) => merged(object(root, schema, depth), made),
                None => made,
            };
        }
    }
    if let Some(parts) = schema.get("allOf").and_then(Json::as_array) {
        let own = schema.get("properties").map(|_| object(root, schema, depth));
        let made = parts.iter().map(|part| make(root, part, name, depth + 1));
        return own.into_iter().chain(made).reduce(merged).unwrap_or(Json::Null);
    }
    match kind(schema) {
        Some("object") => object(root, schema, depth),
        Some("array") => list(root, schema, name, depth),
        Some("integer") => Json::Number(number(schema, true)),
        Some("number") => Json::Number(number(schema, false)),
        Some("boolean") => Json::Bool(true),
        Some("null") => Json::Null,
        _ => Json::String(text(schema, name)),
    }
}

/// A value from the schema itself.
fn given(schema: &Json) -> Option<Json> {
    let first = |key: &str| schema.get(key)?.as_array()?.first().cloned();
    schema
        .get("const")
        .or_else(|| schema.get("default"))
        .cloned()
        .or_else(|| first("examples"))
        .or_else(|| first("enum"))
}

/// The type of a schema, the first one that is not null, or a type that other keywords suggest.
fn kind(schema: &Json) -> Option<&str> {
    match schema.get("type") {
        Some(Json::String(one)) => Some(one),
        Some(Json::Array(all)) => {
            let all = || all.iter().filter_map(Json::as_str);
            all().find(|t| *t != "null").or_else(|| all().next())
        }
        _ if schema.get("properties").is_some() => Some("object"),
        _ if schema.get("items").is_some() => Some("array"),
        _ => None,
    }
}

fn object(root: &Json, schema: &Json, depth: usize) -> Json {
    let required: Vec<&str> = schema
        .get("required")
        .and_then(Json::as_array)
        .into_iter()
        .flatten()
        .filter_map(Json::as_str)
        .collect();
    let mut map = Map::new();
    for (name, property) in schema.get("properties").and_then(Json::as_object).into_iter().flatten() {
        // Recursive schemas end at optional properties.
        if depth < MAX_DEPTH / 2 || required.contains(&name.as_str()) {
            map.insert(name.clone(), make(root, property, name, depth + 1));
        }
    }
    for name in required {
        if !map.contains_key(name) {
            map.insert(name.to_owned(), Json::String(name.to_owned()));
        }
    }
    Json::Object(map)
}

fn list(root: &Json, schema: &Json, name: &str, depth: usize) -> Json {
    let limit = |key: &str| schema.get(key).and_then(Json::as_u64).and_then(|n| usize::try_from(n).ok());
    let wanted = if depth < MAX_DEPTH / 2 { 2 } else { 0 };
    let count =
        wanted.max(limit("minItems").unwrap_or(0)).min(limit("maxItems").unwrap_or(usize::MAX)).min(100);
    let first: Vec<&Json> =
        schema.get("prefixItems").and_then(Json::as_array).into_iter().flatten().collect();
    let unique = schema.get("uniqueItems").and_then(Json::as_bool) == Some(true);
    let items = (0..count.max(first.len())).filter_map(|i| {
        let schema = first.get(i).copied().or_else(|| schema.get("items"))?;
        let made = make(root, schema, name, depth + 1);
        Some(match (unique && i > 0, &made) {
            (true, Json::String(text)) => Json::String(format!("{text} {}", i + 1)),
            (true, Json::Number(n)) => n.as_i64().map_or(made.clone(), |n| Json::from(n + i as i64)),
            (true, _) if given(schema).is_some() => return None,
            _ => made,
        })
    });
    Json::Array(items.collect())
}

fn number(schema: &Json, whole: bool) -> Number {
    let limit = |key: &str| schema.get(key).and_then(Json::as_f64);
    let least = limit("minimum").or_else(|| limit("exclusiveMinimum").map(|n| n + 1.0));
    let most = limit("maximum").or_else(|| limit("exclusiveMaximum").map(|n| n - 1.0));
    let mut value = least.unwrap_or(1.0).max(1.0).min(most.unwrap_or(f64::MAX));
    if let Some(step) = limit("multipleOf").filter(|step| *step > 0.0) {
        value = (value / step).ceil() * step;
    }
    if whole {
        return Number::from(value.ceil() as i64);
    }
    if value.fract() == 0.0 && value.abs() < 9e15 {
        return Number::from(value as i64);
    }
    Number::from_f64(value).unwrap_or_else(|| Number::from(1))
}

fn text(schema: &Json, name: &str) -> String {
    let written = match schema.get("format").and_then(Json::as_str) {
        Some("date") => "2025-06-01",
        Some("time") => "12:00:00Z",
        Some("date-time") => "2025-06-01T12:00:00Z",
        Some("duration") => "PT1H",
        Some("email" | "idn-email") => "name@example.com",
        Some("uri" | "iri" | "uri-reference" | "iri-reference") => "https://example.com/",
        Some("uri-template") => "https://example.com/{id}",
        Some("hostname" | "idn-hostname") => "example.com",
        Some("ipv4") => "192.0.2.1",
        Some("ipv6") => "2001:db8::1",
        Some("uuid") => "123e4567-e89b-42d3-a456-426614174000",
        Some("regex") => "^a+$",
        Some("json-pointer") => "/name",
        Some("relative-json-pointer") => "0",
        _ => name,
    };
    let limit = |key: &str| schema.get(key).and_then(Json::as_u64).and_then(|n| usize::try_from(n).ok());
    let mut written: String = written.chars().take(limit("maxLength").unwrap_or(usize::MAX)).collect();
    let least = limit("minLength").unwrap_or(0).min(10_000);
    while written.chars().count() < least {
        written.push('x');
    }
    written
}

fn merged(a: Json, b: Json) -> Json {
    match (a, b) {
        (Json::Object(mut a), Json::Object(b)) => {
            a.extend(b);
            Json::Object(a)
        }
        (Json::Null, other) | (other, _) => other,
    }
}
