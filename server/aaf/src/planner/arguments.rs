//! The arguments of a reply: collected from the places where models put them, converted to the types of the schema.

use agmark_schema::shown;
use agmark_syntax::nearest::nearest;
use serde_json::{Map, Number, Value};

use super::selectors::is_selector;
use crate::manifest::model::Entry;

/// Other names for `args`.
pub(super) const ARGUMENTS: [&str; 5] = ["args", "arguments", "parameters", "params", "input"];

/// Other keys of a reply.
const OTHERS: [&str; 4] = ["action", "navigate", "answer", "type"];

/// Keys with which models comment on their reply. Such a key is an argument only if the schema declares it.
const REMARKS: [&str; 10] = [
    "thought",
    "thoughts",
    "reasoning",
    "reason",
    "explanation",
    "rationale",
    "confidence",
    "comment",
    "message",
    "note",
];

/// The arguments of a reply, in `args` or flat beside the action.
///
/// # Errors
/// A sentence: why the arguments are unclear.
pub(super) fn collect(
    id: &str,
    entry: &Entry,
    reply: &Map<String, Value>,
) -> Result<Map<String, Value>, String> {
    let mut args = match ARGUMENTS.iter().find_map(|name| reply.get(*name)) {
        None | Some(Value::Null) => Map::new(),
        Some(value) => {
            object(value).ok_or_else(|| format!("invalid arguments of \"{id}\": expected an object"))?
        }
    };
    let is_declared = |name: &str| entry.fields.iter().any(|field| field.name == name);
    for (name, value) in reply {
        let reserved = OTHERS.contains(&name.as_str()) || ARGUMENTS.contains(&name.as_str());
        let remark = REMARKS.contains(&name.as_str());
        if (reserved || remark) && !(remark && is_declared(name)) {
            continue;
        }
        match args.get(name) {
            Some(other) if other != value => {
                return Err(format!(
                    "argument \"{}\" of \"{id}\" is given twice with different values",
                    shown(name)
                ));
            }
            _ => drop(args.insert(name.clone(), value.clone())),
        }
    }
    Ok(args)
}

/// An object, or a text that contains one.
pub(super) fn object(value: &Value) -> Option<Map<String, Value>> {
    match value {
        Value::Object(object) => Some(object.clone()),
        Value::String(text) if text.trim().is_empty() => Some(Map::new()),
        Value::String(text) => match serde_json::from_str(text.trim()) {
            Ok(Value::Object(object)) => Some(object),
            _ => None,
        },
        _ => None,
    }
}

/// Rejects arguments that the schema does not declare, each with the nearest declared name.
///
/// # Errors
/// A sentence that lists them.
pub(super) fn declared(
    id: &str,
    entry: &Entry,
    schema: Option<&Value>,
    args: &Map<String, Value>,
) -> Result<(), String> {
    let more = schema.and_then(|schema| schema.get("additionalProperties"));
    if schema.is_some_and(|_| entry.open) || more.is_some_and(|more| *more != Value::Bool(false)) {
        return Ok(());
    }
    let names = || entry.fields.iter().map(|field| field.name.as_str());
    let unknown: Vec<String> = args
        .keys()
        .filter(|name| !names().any(|known| known == *name))
        .map(|name| match nearest(name, names()) {
            Some(near) => format!("\"{}\" (did you mean \"{}\"?)", shown(name), shown(near)),
            None => format!("\"{}\"", shown(name)),
        })
        .collect();
    if unknown.is_empty() {
        return Ok(());
    }
    let known: Vec<_> = names().take(20).map(shown).collect();
    let expected = if known.is_empty() { "no arguments".to_owned() } else { known.join(", ") };
    Err(format!("unknown argument of \"{id}\": {}; expected {expected}", unknown.join(", ")))
}

/// Converts values to the types of a schema, if nothing is lost: `"150"` for a number, `150` for a text. Optional
/// arguments that are null are removed.
pub(super) fn coerce(args: &mut Map<String, Value>, schema: &Value) {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return };
    let required = schema.get("required").and_then(Value::as_array);
    let is_required =
        |name: &str| required.is_some_and(|all| all.iter().any(|one| one.as_str() == Some(name)));
    args.retain(|name, value| {
        let takes_null = properties.get(name).is_none_or(|schema| takes(schema, "null"));
        !value.is_null() || takes_null || is_required(name)
    });
    for (name, value) in args.iter_mut() {
        if let Some(schema) = properties.get(name) {
            coerce_value(value, schema);
        }
    }
}

fn coerce_value(value: &mut Value, schema: &Value) {
    match value {
        Value::Object(object) => coerce(object, schema),
        Value::Array(items) => {
            if let Some(schema) = schema.get("items") {
                items.iter_mut().for_each(|item| coerce_value(item, schema));
            }
        }
        Value::String(text) if !takes(schema, "string") => {
            if let Some(new) = of_text(text.trim(), schema) {
                *value = new;
            }
        }
        Value::Number(number)
            if takes(schema, "string") && !takes(schema, "number") && !takes(schema, "integer") =>
        {
            *value = Value::String(number.to_string());
        }
        _ => {}
    }
}

/// The number or boolean that a text spells, if the schema takes one and the text is its only spelling.
fn of_text(text: &str, schema: &Value) -> Option<Value> {
    if takes(schema, "boolean") && matches!(text, "true" | "false") {
        return Some(Value::Bool(text == "true"));
    }
    if takes(schema, "number") || takes(schema, "integer") {
        let number: Number = text.parse().ok()?;
        return (number.to_string() == text).then_some(Value::Number(number));
    }
    let parsed = || serde_json::from_str::<Value>(text).ok();
    match () {
        () if takes(schema, "object") => parsed().filter(Value::is_object),
        () if takes(schema, "array") => parsed().filter(Value::is_array),
        () => None,
    }
}

/// Whether a schema names a type.
fn takes(schema: &Value, kind: &str) -> bool {
    match schema.get("type") {
        Some(Value::String(one)) => one == kind,
        Some(Value::Array(all)) => all.iter().any(|one| one.as_str() == Some(kind)),
        _ => false,
    }
}

/// A CSS selector among the values, at any depth.
pub(super) fn selector(value: &Value) -> Option<&str> {
    match value {
        Value::String(text) => is_selector(text).then_some(text),
        Value::Array(items) => items.iter().find_map(selector),
        Value::Object(members) => members.values().find_map(selector),
        _ => None,
    }
}
