//! What is wrong with a schema.

use std::collections::HashSet;

use agmark_schema::validate::{check_schema, check_value};
use agmark_schema::{Member, Node, Style, Value};
use agmark_syntax::nearest::meant;
use agmark_syntax::{Diagnostic, Edit, Span};
use serde_json::{Value as Json, json};

use crate::load::follow;
use crate::rules::{
    bad_pattern, bad_reference, bad_value, invalid_schema, missing_type, schema_dialect, unknown_format,
    unknown_keyword,
};
use crate::schema_words::{Holds, holds};

/// Checks the schema that is the value of a key in the front matter.
pub(super) fn check(text: &str, key: Span, schema: &Node, found: &mut Vec<Diagnostic>) {
    let root = schema.to_json();
    let invalid = check_schema(&root);
    for one in &invalid {
        found.push(match one.pointer.strip_suffix("/type").and_then(|_| schema.at(&one.pointer)) {
            Some(types) if types.as_list().is_some() => invalid_schema::in_types(types, one),
            _ => invalid_schema::at(schema, one),
        });
    }
    let mut checker = Checker { text, root: &root, node: schema, sound: invalid.is_empty(), found };
    checker.schema(key, schema, true);
    if let Some(dialect) = schema.get("$schema")
        && let Some(text) = dialect.as_str()
    {
        checker.found.extend(schema_dialect::at(dialect.content_span().into(), text));
    }
}

struct Checker<'a> {
    text: &'a str,
    root: &'a Json,
    node: &'a Node,
    /// The meta-schema has nothing against it.
    sound: bool,
    found: &'a mut Vec<Diagnostic>,
}

impl Checker<'_> {
    /// A schema, and those in it. `at` is what is marked where it lacks something; `typed` says that it has to have
    /// a type of its own.
    fn schema(&mut self, at: Span, schema: &Node, typed: bool) {
        let Some(map) = schema.as_map().filter(|_| schema.style != Style::Alias) else { return };
        if typed && !map.members.is_empty() && !says_type(schema) {
            self.found.push(missing_type::at(at, guess(self.text, schema)));
        }
        let keys: HashSet<&str> = map.into_iter().map(|member| member.key.text.as_str()).collect();
        for member in map {
            self.found.extend(unknown_keyword::at(&member.key, |key| keys.contains(key)));
            self.keyword(member);
        }
        self.values(schema);
    }

    fn keyword(&mut self, member: &Member) {
        let (key, value) = (&member.key, &member.value);
        // What these hold speaks of parts of a value whose type is said elsewhere.
        let typed = !matches!(
            key.text.as_str(),
            "not" | "if" | "then" | "else" | "allOf" | "dependentSchemas" | "propertyNames"
        );
        match holds(&key.text) {
            Some(Holds::One) => self.schema(key.span.clone().into(), value, typed),
            Some(Holds::List) => {
                for one in value.as_list().unwrap_or_default() {
                    self.schema(first_line(one), one, typed);
                }
            }
            Some(Holds::Map) => {
                for one in value.as_map().into_iter().flatten() {
                    self.schema(one.key.span.clone().into(), &one.value, typed);
                    if key.text == "patternProperties" {
                        self.pattern(one.key.content_span().into(), &one.key.text);
                    }
                }
            }
            None => {}
        }
        let Some(text) = value.as_str() else { return };
        let span: Span = value.content_span().into();
        match key.text.as_str() {
            "pattern" => self.pattern(span, text),
            "format" => self.found.extend(unknown_format::at(span, text)),
            "$ref" if follow(self.root, text).is_none() => {
                let known = self.definitions();
                let near = meant(text, known.iter().map(String::as_str), |_| false);
                self.found.push(bad_reference::at(span, text, near));
            }
            _ => {}
        }
    }

    fn pattern(&mut self, span: Span, pattern: &str) {
        if check_value(&json!({ "pattern": pattern }), &Json::Null).is_err() {
            self.found.push(bad_pattern::at(span, pattern));
        }
    }

    /// What references could lead to.
    fn definitions(&self) -> Vec<String> {
        let defs = self.node.get("$defs").and_then(Node::as_map).into_iter().flatten();
        defs.map(|m| format!("#/$defs/{}", m.key.text)).collect()
    }

    /// The values that a schema gives, held against the rest of it.
    fn values(&mut self, schema: &Node) {
        if !self.sound {
            return;
        }
        for key in ["default", "const"] {
            if let Some(value) = schema.get(key) {
                self.value(schema, key, value);
            }
        }
        for key in ["enum", "examples"] {
            for value in schema.get(key).and_then(Node::as_list).unwrap_or_default() {
                self.value(schema, key, value);
            }
        }
    }

    fn value(&mut self, schema: &Node, key: &'static str, value: &Node) {
        let Json::Object(mut rest) = schema.to_json() else { return };
        let json = value.to_json();
        let dropped: &[&str] = match key {
            "enum" | "const" => &["enum", "const"],
            _ => &[],
        };
        rest.retain(|word, _| !dropped.contains(&word.as_str()));
        let plain = rest.keys().all(|word| {
            matches!(
                word.as_str(),
                "type" | "title" | "description" | "default" | "examples" | "enum" | "const"
            )
        });
        if plain && fits(&rest, &json) {
            return;
        }
        if let (Some(defs), None) = (self.root.get("$defs"), rest.get("$defs")) {
            rest.insert("$defs".to_owned(), defs.clone());
        }
        let Ok(wrong) = check_value(&Json::Object(rest), &json) else { return };
        if let Some(first) = wrong.first() {
            let span = value.span.clone().into();
            self.found.push(bad_value::at(span, key, &first.message));
        }
    }
}

/// Whether a value fits `type` and `enum`, without the cost of a validator.
fn fits(schema: &serde_json::Map<String, Json>, value: &Json) -> bool {
    let of = |name: &str| match (name, value) {
        ("null", Json::Null) | ("boolean", Json::Bool(_)) | ("string", Json::String(_)) => true,
        ("array", Json::Array(_)) | ("object", Json::Object(_)) | ("number", Json::Number(_)) => true,
        ("integer", Json::Number(n)) => n.as_f64().is_some_and(|n| n.fract() == 0.0),
        _ => false,
    };
    let kind = match schema.get("type") {
        Some(Json::String(name)) => of(name),
        Some(Json::Array(names)) => names.iter().filter_map(Json::as_str).any(of),
        _ => true,
    };
    let listed = schema.get("enum").and_then(Json::as_array).is_none_or(|all| all.contains(value));
    kind && listed && schema.get("const").is_none_or(|one| one == value)
}

fn says_type(schema: &Node) -> bool {
    ["type", "$ref", "$dynamicRef", "anyOf", "oneOf", "allOf"].iter().any(|key| schema.get(key).is_some())
}

/// The type that the keywords of a schema speak of, with what writes it.
fn guess(text: &str, schema: &Node) -> Option<(&'static str, Edit)> {
    let has = |keys: &[&str]| keys.iter().any(|key| schema.get(key).is_some());
    let values =
        || schema.get("enum").and_then(Node::as_list).unwrap_or_default().iter().chain(schema.get("default"));
    let all = |is: fn(&Value) -> bool| values().next().is_some() && values().all(|v| is(&v.value));
    let kind = if has(&["properties", "required", "additionalProperties", "patternProperties"]) {
        "object"
    } else if has(&["items", "prefixItems", "minItems", "maxItems", "uniqueItems"]) {
        "array"
    } else if has(&["minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum"]) {
        "number"
    } else if all(|v| matches!(v, Value::Bool(_))) {
        "boolean"
    } else if all(|v| matches!(v, Value::Number(n) if !n.is_f64())) {
        "integer"
    } else if all(|v| matches!(v, Value::Number(_))) {
        "number"
    } else {
        "string"
    };
    let first = schema.as_map()?.members.first()?;
    let at = first.key.span.start;
    let text = match schema.style {
        Style::Flow => format!("type: {kind}, "),
        _ => {
            let line = text.get(..at)?.rfind('\n').map_or(0, |end| end + 1);
            format!("type: {kind}\n{}", " ".repeat(at - line))
        }
    };
    Some((kind, Edit::insert(at, text)))
}

fn first_line(node: &Node) -> Span {
    match node.as_map().and_then(|map| map.members.first()) {
        Some(first) => first.key.span.clone().into(),
        None => node.span.clone().into(),
    }
}
