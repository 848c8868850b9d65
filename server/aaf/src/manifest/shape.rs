//! The shape of a manifest (6.4, 6.5), in tables. Checks, hover and completion read them.

use agmark_schema::pointer;

use crate::vocabulary::patterns::Pattern;
use crate::vocabulary::{CONFIRMATIONS, RISKS, Word};

/// What a value must be.
#[derive(Debug)]
pub enum Shape {
    Text,
    Like(Pattern),
    OneOf(&'static [Word]),
    Bool,
    /// A JSON Schema: an object, or `true` or `false`.
    Schema,
    Anything,
    Object(&'static Object),
    /// An object whose keys are names.
    Map(&'static Map),
    /// A list of texts.
    Names,
}

/// An object with fixed keys.
#[derive(Debug)]
pub struct Object {
    /// Its name in messages: `an action`.
    pub what: &'static str,
    pub keys: &'static [Key],
}

/// A key of an object.
#[derive(Debug)]
pub struct Key {
    pub name: &'static str,
    pub required: bool,
    pub shape: Shape,
    /// One sentence, Markdown.
    pub docs: &'static str,
    /// Other names that users write for it.
    pub also: &'static [&'static str],
}

/// An object whose keys are names.
#[derive(Debug)]
pub struct Map {
    /// The pattern of the keys, if there is one.
    pub names: Option<Pattern>,
    pub values: Shape,
    /// Whether at least one member is required.
    pub some: bool,
}

const fn required(
    name: &'static str,
    shape: Shape,
    docs: &'static str,
    also: &'static [&'static str],
) -> Key {
    Key { name, required: true, shape, docs, also }
}

const fn optional(
    name: &'static str,
    shape: Shape,
    docs: &'static str,
    also: &'static [&'static str],
) -> Key {
    Key { name, required: false, shape, docs, also }
}

/// The manifest.
pub static ROOT: Object = Object {
    what: "the manifest",
    keys: &[
        optional(
            "@context",
            Shape::Anything,
            "A JSON-LD context. Only prefixes: `x-semantic` states the meaning of a field.",
            &["context"],
        ),
        required("version", Shape::Like(Pattern::Version), "The version of the manifest: `0.1`.", &[]),
        required("site", Shape::Object(&SITE), "The site.", &["app"]),
        required("actions", Shape::Map(&ACTIONS), "The actions, by name.", &["action"]),
        optional("data", Shape::Map(&VIEWS), "The data views, by name.", &["views", "dataViews"]),
        optional(
            "pages",
            Shape::Map(&PAGES),
            "The pages, by route, with their actions and data views.",
            &["page", "routes"],
        ),
        optional("errors", Shape::Map(&ERRORS), "The errors, by id.", &["error"]),
    ],
};

static SITE: Object = Object {
    what: "a site",
    keys: &[
        required("name", Shape::Text, "The name of the site.", &["title"]),
        required(
            "origin",
            Shape::Like(Pattern::Uri),
            "The address of the site: scheme and host.",
            &["url", "host"],
        ),
        optional(
            "description",
            Shape::Text,
            "The purpose of the site, for the model of a planner.",
            &["summary"],
        ),
    ],
};

static ACTIONS: Map = Map { names: Some(Pattern::Action), values: Shape::Object(&ACTION), some: false };

static ACTION: Object = Object {
    what: "an action",
    keys: &[
        required("title", Shape::Text, "A short title, as on a button.", &["name", "label"]),
        optional("description", Shape::Text, "What the action does, for planners.", &["summary"]),
        required(
            "scope",
            Shape::Like(Pattern::Scope),
            "The permission that the action needs.",
            &["permission", "scopes"],
        ),
        required(
            "risk",
            Shape::OneOf(RISKS),
            "How much harm the action can do; `data-agent-danger` on the page.",
            &["danger"],
        ),
        required(
            "confirmation",
            Shape::OneOf(CONFIRMATIONS),
            "Whether the user must agree; `data-agent-confirm` on the page.",
            &["confirm"],
        ),
        required("idempotent", Shape::Bool, "Whether the action may be repeated without harm.", &[]),
        required(
            "inputSchema",
            Shape::Schema,
            "JSON Schema of the arguments; the properties are the fields of the page.",
            &["input", "parameters"],
        ),
        required("outputSchema", Shape::Schema, "JSON Schema of the result.", &["output", "returns"]),
        optional(
            "endpoint",
            Shape::Like(Pattern::Page),
            "The route or address that executes the action directly, without its page.",
            &["url", "href"],
        ),
        optional(
            "handoff",
            Shape::Object(&HANDOFF),
            "The action of another site that continues this one.",
            &[],
        ),
    ],
};

static HANDOFF: Object = Object {
    what: "a handoff",
    keys: &[
        required("target", Shape::Like(Pattern::Uri), "The address of the other site.", &["url", "origin"]),
        required(
            "targetAction",
            Shape::Like(Pattern::Action),
            "The name of the action on the other site.",
            &["action"],
        ),
        required(
            "fieldMap",
            Shape::Map(&FIELD_MAP),
            "For each field of this action, the field of the other.",
            &["fields"],
        ),
    ],
};

static FIELD_MAP: Map = Map { names: None, values: Shape::Text, some: true };

static VIEWS: Map = Map { names: Some(Pattern::Action), values: Shape::Object(&VIEW), some: false };

static VIEW: Object = Object {
    what: "a data view",
    keys: &[
        required("title", Shape::Text, "A short title.", &["name", "label"]),
        optional("description", Shape::Text, "What the data view shows, for planners.", &["summary"]),
        required(
            "scope",
            Shape::Like(Pattern::Scope),
            "The permission that the data view needs.",
            &["permission", "scopes"],
        ),
        optional(
            "inputSchema",
            Shape::Schema,
            "JSON Schema of the query: its properties become parameters of the page's address.",
            &["input", "query"],
        ),
        required("outputSchema", Shape::Schema, "JSON Schema of the data.", &["output"]),
    ],
};

static PAGES: Map = Map { names: Some(Pattern::Route), values: Shape::Object(&PAGE), some: false };

static PAGE: Object = Object {
    what: "a page",
    keys: &[
        required("title", Shape::Text, "The title of the page.", &["name"]),
        optional("description", Shape::Text, "The purpose of the page.", &["summary"]),
        optional("actions", Shape::Names, "The actions on the page.", &["action"]),
        optional("data", Shape::Names, "The data views on the page.", &["views"]),
    ],
};

static ERRORS: Map = Map { names: None, values: Shape::Object(&ERROR), some: false };

static ERROR: Object = Object {
    what: "an error",
    keys: &[required("message", Shape::Text, "The message for the user.", &["description", "title"])],
};

/// The shape at a pointer; `None` in a schema and at unknown keys.
pub fn at(pointer: &str) -> Option<&'static Shape> {
    static WHOLE: Shape = Shape::Object(&ROOT);
    let mut shape = &WHOLE;
    for step in pointer::steps(pointer) {
        shape = match shape {
            Shape::Object(object) => &object.keys.iter().find(|key| key.name == step)?.shape,
            Shape::Map(map) => &map.values,
            _ => return None,
        };
    }
    Some(shape)
}

/// Whether a pointer leads to a schema, or into one to an object with keywords of schemas.
pub fn in_schema(pointer: &str) -> bool {
    let steps: Vec<String> = pointer::steps(pointer).collect();
    let Some(first) = steps.iter().position(|step| step == "inputSchema" || step == "outputSchema") else {
        return false;
    };
    let registry = matches!(steps.first().map(String::as_str), Some("actions" | "data"));
    // The keys below `properties` are names.
    let mut names = false;
    for step in &steps[first + 1..] {
        names = !names && matches!(step.as_str(), "properties" | "$defs" | "patternProperties");
    }
    registry && first == 2 && !names
}

/// The fixed key that a pointer leads to.
pub fn key_at(pointer: &str) -> Option<&'static Key> {
    let mut steps = pointer::steps(pointer);
    let first = steps.next()?;
    let mut found = ROOT.keys.iter().find(|key| key.name == first)?;
    let mut shape = &found.shape;
    for step in steps {
        match shape {
            Shape::Object(object) => {
                found = object.keys.iter().find(|key| key.name == step)?;
                shape = &found.shape;
            }
            Shape::Map(map) => {
                shape = &map.values;
                // A name: the keys below it may be fixed again.
                if !matches!(shape, Shape::Object(_)) {
                    return None;
                }
                continue;
            }
            _ => return None,
        }
    }
    // The pointer must end on the key itself, not on a name below it.
    (pointer::steps(pointer).last().as_deref() == Some(found.name)).then_some(found)
}
