//! The schemas of an input, as a table.

use std::collections::{HashMap, HashSet};

use agmark_schema::pointer::join;
use serde_json::Value as Json;

use crate::program::follow_to;
use crate::vocabulary::schema_keywords::{Holds, holds};

/// The maximum depth and number of schemas. Deeper and further ones are not read, and their values are unknown.
const MAX_DEPTH: usize = 64;
const MAX_SHAPES: usize = 20_000;

/// The schemas of an input. The first is that of the input itself.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Shapes {
    pub all: Vec<Shape>,
}

/// A schema.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Shape {
    pub kinds: Kinds,
    pub properties: Vec<(String, u32)>,
    /// The same, by name.
    by_name: HashMap<String, u32>,
    pub required: HashSet<String>,
    /// The schema of other properties; `Some(None)` if they are not allowed.
    pub additional: Option<Option<u32>>,
    /// Whether there may be unknown properties.
    pub open: bool,
    pub items: Option<u32>,
    pub prefix: Vec<u32>,
    /// `anyOf` and `oneOf`, a list each.
    pub choices: Vec<Vec<u32>>,
    /// `allOf` and `$ref`.
    pub also: Vec<u32>,
    pub has_default: bool,
    /// Whether it has an undefined reference or an unsupported keyword.
    pub opaque: bool,
    /// The schemas of the same value, without `$ref`: those of `allOf`, `anyOf`, `oneOf`, `if` and similar keywords.
    pub beside: Vec<u32>,
    /// The text of the schema.
    pub json: Json,
    /// Its JSON pointer in the whole schema.
    pub at: String,
}

/// A set of the types of JSON Schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kinds(pub u8);

impl Kinds {
    pub(crate) const NULL: Self = Self(1);
    pub(crate) const BOOLEAN: Self = Self(2);
    pub(crate) const INTEGER: Self = Self(4);
    /// A number that is not an integer.
    pub(crate) const FRACTION: Self = Self(8);
    pub(crate) const STRING: Self = Self(16);
    pub(crate) const ARRAY: Self = Self(32);
    pub(crate) const OBJECT: Self = Self(64);
    pub(crate) const ALL: Self = Self(127);

    pub(crate) fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    pub(crate) fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    fn named(name: &str) -> Self {
        match name {
            "null" => Self::NULL,
            "boolean" => Self::BOOLEAN,
            "integer" => Self::INTEGER,
            "number" => Self(Self::INTEGER.0 | Self::FRACTION.0),
            "string" => Self::STRING,
            "array" => Self::ARRAY,
            "object" => Self::OBJECT,
            _ => Self::ALL,
        }
    }

    fn of(value: &Json) -> Self {
        match value {
            Json::Null => Self::NULL,
            Json::Bool(_) => Self::BOOLEAN,
            Json::Number(n) if n.as_f64().is_some_and(|n| n.fract() == 0.0) => Self::INTEGER,
            Json::Number(_) => Self::FRACTION,
            Json::String(_) => Self::STRING,
            Json::Array(_) => Self::ARRAY,
            Json::Object(_) => Self::OBJECT,
        }
    }

    fn any_of(all: impl Iterator<Item = Self>) -> Self {
        Self(all.fold(0, |sum, one| sum | one.0))
    }
}

impl Default for Kinds {
    fn default() -> Self {
        Self::ALL
    }
}

impl Shape {
    /// The schema of the property with this name.
    pub(crate) fn property(&self, name: &str) -> Option<u32> {
        self.by_name.get(name).copied()
    }
}

impl Shapes {
    /// Reads a schema with all schemas in it.
    pub(crate) fn new(schema: &Json) -> Self {
        let mut reader = SchemaReader { root: schema, all: Vec::new(), known: HashMap::new() };
        reader.read(schema, 0, String::new());
        Self { all: reader.all }
    }

    pub(crate) fn get(&self, id: u32) -> Option<&Shape> {
        self.all.get(id as usize)
    }
}

struct SchemaReader<'a> {
    root: &'a Json,
    all: Vec<Shape>,
    /// The schemas that were read, by their address.
    known: HashMap<*const Json, u32>,
}

impl<'a> SchemaReader<'a> {
    fn read(&mut self, schema: &'a Json, depth: usize, at: String) -> u32 {
        if let Some(id) = self.known.get(&std::ptr::from_ref(schema)) {
            return *id;
        }
        let id = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        self.all.push(Shape { opaque: true, ..Shape::default() });
        if depth > MAX_DEPTH || self.all.len() > MAX_SHAPES {
            return id;
        }
        self.known.insert(std::ptr::from_ref(schema), id);
        let shape = Shape { at: at.clone(), ..self.shape(schema, depth + 1, &at) };
        if let Some(place) = self.all.get_mut(id as usize) {
            *place = shape;
        }
        id
    }

    fn shape(&mut self, schema: &'a Json, depth: usize, at: &str) -> Shape {
        let Some(map) = schema.as_object() else { return Shape::default() };
        let mut shape =
            Shape { json: schema.clone(), has_default: map.contains_key("default"), ..Shape::default() };
        match map.get("type") {
            Some(Json::String(name)) => shape.kinds = Kinds::named(name),
            Some(Json::Array(names)) => {
                shape.kinds = Kinds::any_of(names.iter().filter_map(Json::as_str).map(Kinds::named));
            }
            _ => {}
        }
        if let Some(value) = map.get("const") {
            shape.kinds = shape.kinds.and(Kinds::of(value));
        }
        if let Some(values) = map.get("enum").and_then(Json::as_array) {
            shape.kinds = shape.kinds.and(Kinds::any_of(values.iter().map(Kinds::of)));
        }
        let required = map.get("required").and_then(Json::as_array);
        shape.required = required.into_iter().flatten().filter_map(Json::as_str).map(str::to_owned).collect();
        if map.get("additionalProperties") == Some(&Json::Bool(false)) {
            shape.additional = Some(None);
        }
        let opening = ["patternProperties", "unevaluatedProperties", "dependentSchemas", "propertyNames"];
        shape.open = map.get("additionalProperties") == Some(&Json::Bool(true))
            || opening.iter().any(|key| map.get(*key).is_some_and(|v| *v != Json::Bool(false)));
        self.parts(map, depth, at, &mut shape);
        match map.get("$ref").and_then(Json::as_str).map(|to| follow_to(self.root, to)) {
            Some(Some((target, to))) => {
                let id = self.read(target, depth, to);
                shape.also.push(id);
            }
            Some(None) => shape.opaque = true,
            None => {}
        }
        shape.opaque |= ["$dynamicRef", "if", "not"].iter().any(|key| map.contains_key(*key));
        shape
    }

    /// Reads the schemas in a schema.
    fn parts(&mut self, map: &'a serde_json::Map<String, Json>, depth: usize, at: &str, shape: &mut Shape) {
        for (key, value) in map {
            let at = join(at, key);
            let parts: Vec<(&str, u32)> = match (holds(key), value) {
                // `true` and `false` contain no schemas.
                (Some(Holds::One), Json::Object(_)) => vec![("", self.read(value, depth, at))],
                (Some(Holds::One), Json::Bool(_)) if key == "items" => {
                    vec![("", self.read(value, depth, at))]
                }
                (Some(Holds::List), Json::Array(all)) => {
                    let all = all.iter().enumerate();
                    all.map(|(i, one)| ("", self.read(one, depth, join(&at, &i.to_string())))).collect()
                }
                (Some(Holds::Map), Json::Object(all)) => {
                    let all = all.iter();
                    all.map(|(name, one)| (name.as_str(), self.read(one, depth, join(&at, name)))).collect()
                }
                _ => continue,
            };
            let ids = || parts.iter().map(|(_, id)| *id);
            match key.as_str() {
                "properties" => {
                    shape.properties = parts.iter().map(|(name, id)| ((*name).to_owned(), *id)).collect();
                    shape.by_name = shape.properties.iter().cloned().collect();
                }
                "additionalProperties" => shape.additional = Some(ids().next()),
                "items" => shape.items = ids().next(),
                "prefixItems" => shape.prefix = ids().collect(),
                "anyOf" | "oneOf" => {
                    shape.beside.extend(ids());
                    if !parts.is_empty() {
                        shape.choices.push(ids().collect());
                    }
                }
                "allOf" => {
                    shape.beside.extend(ids());
                    shape.also = ids().collect();
                }
                "if" | "then" | "else" | "not" | "dependentSchemas" => shape.beside.extend(ids()),
                _ => {}
            }
        }
    }
}
