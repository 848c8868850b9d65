//! What is wrong with a schema.

use std::cell::OnceCell;
use std::collections::HashSet;

use agmark_schema::validate::{Validator, check_schema, check_value};
use agmark_schema::{Member, Node, Style, Value};
use agmark_syntax::nearest::suggestion;
use agmark_syntax::{Diagnostic, Edit, Span, work};
use serde_json::{Value as Json, json};

use crate::program::follow;
use crate::rules::impossible_limits::Touch;
use crate::rules::{
    bad_pattern, bad_reference, bad_value, impossible_limits, invalid_schema, missing_type, schema_dialect,
    unknown_format, unknown_keyword,
};
use crate::vocabulary::schema_keywords::{Holds, holds};

/// Checks the schema that is the value of a key in the front matter.
pub(super) fn check(text: &str, key: Span, schema: &Node, found: &mut Vec<Diagnostic>) {
    let root = schema.to_json();
    let invalid = check_schema(&root);
    for one in &invalid {
        found.push(match one.pointer.strip_suffix("/type").and_then(|_| schema.at(&one.pointer)) {
            Some(types) if types.as_list().is_some() => invalid_schema::in_types(types, one),
            Some(kind) if matches!(kind.value, Value::Null) => invalid_schema::null_type(schema, one),
            _ => invalid_schema::at(schema, one),
        });
    }
    let mut checker = Checker {
        text,
        root: &root,
        node: schema,
        sound: invalid.is_empty(),
        found,
        definitions: OnceCell::new(),
    };
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
    definitions: OnceCell<Vec<String>>,
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
        self.limits(schema);
        self.values(schema);
    }

    /// Lower and upper limits that leave no room for a value.
    fn limits(&mut self, schema: &Node) {
        let limit = |key: &str| {
            let member = schema.member(key)?;
            match &member.value.value {
                Value::Number(number) => Some((Span::from(member.value.span.clone()), number.as_f64()?)),
                _ => None,
            }
        };
        for (lower, upper, touch) in impossible_limits::PAIRS {
            let (Some((at, least)), Some((other, most))) = (limit(lower), limit(upper)) else { continue };
            if least > most || (least >= most && touch == Touch::Fails) {
                self.found.push(impossible_limits::at(at, lower, upper, other));
            }
        }
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
                let near = suggestion(text, known.iter().map(String::as_str), |_| false);
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
    fn definitions(&self) -> &[String] {
        self.definitions.get_or_init(|| {
            let defs = self.node.get("$defs").and_then(Node::as_map).into_iter().flatten();
            defs.map(|m| format!("#/$defs/{}", m.key.text)).collect()
        })
    }

    /// The values that a schema gives, held against the rest of it.
    fn values(&mut self, schema: &Node) {
        if !self.sound {
            return;
        }
        for key in ["default", "const", "enum", "examples"] {
            let given = schema.get(key);
            let values = match key {
                "default" | "const" => given.map(std::slice::from_ref),
                _ => given.and_then(Node::as_list),
            };
            let values = values.unwrap_or_default();
            if !values.is_empty()
                && let Some(rest) = Rest::of(schema, key)
            {
                self.given(&rest, key, values);
            }
        }
    }

    fn given(&mut self, rest: &Rest, key: &'static str, values: &[Node]) {
        let mut validator = None;
        for value in values {
            work::add(1);
            let json = value.to_json();
            if rest.fits(&json) {
                continue;
            }
            let validator = validator.get_or_insert_with(|| Validator::new(&self.with_definitions(rest)));
            let Ok(validator) = validator else { return };
            if let Some(first) = validator.check(&json).first() {
                let span = value.span.clone().into();
                self.found.push(bad_value::at(span, key, &first.message));
            }
        }
    }

    /// A schema with the definitions that its references lead to. They are copied where there are references only: a
    /// thousand properties with a default each would copy them a thousand times.
    fn with_definitions(&self, rest: &Rest) -> Json {
        let mut map = rest.map.clone();
        if let (Some(defs), None) = (self.root.get("$defs"), map.get("$defs"))
            && map.values().any(refers)
        {
            work::add(defs.as_object().map_or(1, serde_json::Map::len));
            map.insert("$defs".to_owned(), defs.clone());
        }
        Json::Object(map)
    }
}

/// Whether there are references in a part of a schema.
fn refers(part: &Json) -> bool {
    match part {
        Json::Object(map) => {
            map.iter().any(|(key, one)| key == "$ref" || key == "$dynamicRef" || refers(one))
        }
        Json::Array(all) => all.iter().any(refers),
        _ => false,
    }
}

/// A schema, but for what is held against it.
struct Rest {
    map: serde_json::Map<String, Json>,
    /// Nothing in it takes a validator.
    plain: bool,
    /// The values of `enum`, as JSON writes them.
    listed: Option<HashSet<String>>,
}

impl Rest {
    fn of(schema: &Node, key: &str) -> Option<Self> {
        let Json::Object(mut map) = schema.to_json() else { return None };
        work::add(map.len());
        if matches!(key, "enum" | "const") {
            map.retain(|word, _| word != "enum" && word != "const");
        }
        // What the schema gives elsewhere is held against it there.
        map.retain(|word, _| word != "default" && word != "examples");
        let plain =
            |word: &String| matches!(word.as_str(), "type" | "title" | "description" | "enum" | "const");
        let listed = map.get("enum").and_then(Json::as_array);
        let listed = listed.map(|all| all.iter().map(Json::to_string).collect());
        Some(Self { plain: map.keys().all(plain), listed, map })
    }

    /// Whether a value fits `type` and `enum`, without the cost of a validator.
    fn fits(&self, value: &Json) -> bool {
        let of = |name: &str| match (name, value) {
            ("null", Json::Null) | ("boolean", Json::Bool(_)) | ("string", Json::String(_)) => true,
            ("array", Json::Array(_)) | ("object", Json::Object(_)) | ("number", Json::Number(_)) => true,
            ("integer", Json::Number(n)) => n.as_f64().is_some_and(|n| n.fract() == 0.0),
            _ => false,
        };
        let kind = match self.map.get("type") {
            Some(Json::String(name)) => of(name),
            Some(Json::Array(names)) => names.iter().filter_map(Json::as_str).any(of),
            _ => true,
        };
        let listed = || self.listed.as_ref().is_none_or(|all| all.contains(&value.to_string()));
        self.plain && kind && listed() && self.map.get("const").is_none_or(|one| one == value)
    }
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
