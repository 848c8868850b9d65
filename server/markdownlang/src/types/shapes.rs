//! Schemas, read once into a table.

use std::collections::HashMap;

use serde_json::Value as Json;

use crate::load::follow;

/// Schemas below this depth, and schemas beyond this count, are not read: nothing is known of what they describe.
const MAX_DEPTH: usize = 64;
const MAX_SHAPES: usize = 20_000;

/// The schemas of an input. The first is that of the input itself.
#[derive(Debug, Default)]
pub(crate) struct Shapes {
    pub all: Vec<Shape>,
}

/// What a schema says of a value.
#[derive(Debug, Default)]
pub(crate) struct Shape {
    pub kinds: Kinds,
    pub properties: Vec<(String, u32)>,
    pub required: Vec<String>,
    /// The schema of further properties; `Some(None)` where there are none.
    pub additional: Option<Option<u32>>,
    /// There may be properties of which nothing is known.
    pub open: bool,
    pub items: Option<u32>,
    pub prefix: Vec<u32>,
    /// `anyOf` and `oneOf`, a list each.
    pub choices: Vec<Vec<u32>>,
    /// `allOf` and `$ref`.
    pub also: Vec<u32>,
    pub has_default: bool,
    /// A reference that leads nowhere, or a keyword that is not understood here.
    pub opaque: bool,
    /// The schema as it is written.
    pub json: Json,
}

/// A set of the types of JSON Schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kinds(pub u8);

impl Kinds {
    pub(crate) const NULL: Self = Self(1);
    pub(crate) const BOOLEAN: Self = Self(2);
    pub(crate) const INTEGER: Self = Self(4);
    /// Without that it may be an integer.
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

impl Shapes {
    /// Reads a schema with all schemas in it.
    pub(crate) fn new(schema: &Json) -> Self {
        let mut reader = Reader { root: schema, all: Vec::new(), known: HashMap::new() };
        reader.read(schema, 0);
        Self { all: reader.all }
    }

    pub(crate) fn get(&self, id: u32) -> Option<&Shape> {
        self.all.get(id as usize)
    }
}

struct Reader<'a> {
    root: &'a Json,
    all: Vec<Shape>,
    /// Schemas that were read, by where they stand.
    known: HashMap<*const Json, u32>,
}

impl<'a> Reader<'a> {
    fn read(&mut self, schema: &'a Json, depth: usize) -> u32 {
        if let Some(id) = self.known.get(&std::ptr::from_ref(schema)) {
            return *id;
        }
        let id = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        self.all.push(Shape { opaque: true, ..Shape::default() });
        if depth > MAX_DEPTH || self.all.len() > MAX_SHAPES {
            return id;
        }
        self.known.insert(std::ptr::from_ref(schema), id);
        let shape = self.shape(schema, depth + 1);
        if let Some(place) = self.all.get_mut(id as usize) {
            *place = shape;
        }
        id
    }

    fn shape(&mut self, schema: &'a Json, depth: usize) -> Shape {
        let Some(map) = schema.as_object() else { return Shape::default() };
        let list = |key: &str| map.get(key).and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default();
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
        for (name, property) in map.get("properties").and_then(Json::as_object).into_iter().flatten() {
            let id = self.read(property, depth);
            shape.properties.push((name.clone(), id));
        }
        shape.required = list("required").iter().filter_map(Json::as_str).map(str::to_owned).collect();
        shape.additional = match map.get("additionalProperties") {
            Some(Json::Bool(false)) => Some(None),
            Some(Json::Bool(true)) | None => None,
            Some(further) => Some(Some(self.read(further, depth))),
        };
        let opening = ["patternProperties", "unevaluatedProperties", "dependentSchemas", "propertyNames"];
        shape.open = map.get("additionalProperties") == Some(&Json::Bool(true))
            || opening.iter().any(|key| map.get(*key).is_some_and(|v| *v != Json::Bool(false)));
        shape.items = map.get("items").map(|items| self.read(items, depth));
        shape.prefix = list("prefixItems").iter().map(|item| self.read(item, depth)).collect();
        for key in ["anyOf", "oneOf"] {
            let choices: Vec<u32> = list(key).iter().map(|one| self.read(one, depth)).collect();
            if !choices.is_empty() {
                shape.choices.push(choices);
            }
        }
        shape.also = list("allOf").iter().map(|one| self.read(one, depth)).collect();
        match map.get("$ref").and_then(Json::as_str).map(|to| follow(self.root, to)) {
            Some(Some(target)) => {
                let id = self.read(target, depth);
                shape.also.push(id);
            }
            Some(None) => shape.opaque = true,
            None => {}
        }
        shape.opaque |= ["$dynamicRef", "if", "not"].iter().any(|key| map.contains_key(*key));
        shape
    }
}
