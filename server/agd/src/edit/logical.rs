//! The operations of a stream: edits, and logical operations that agents write without knowing the blocks. Logical
//! operations name a list or a section by its id.

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};

use super::error::EditError;
use super::operation::{Operation, OperationError, Target};
use super::report::Report;
use crate::ast::{Block, Content, Kind, OwnedRun, Runs, Value};
use crate::document::Document;
use crate::json::input::{InputError, Json, JsonPart, listed};

/// An operation of a stream.
#[derive(Clone, Debug, PartialEq)]
pub enum StreamOperation {
    Edit(Operation),
    /// Adds an item at the end of a list.
    AppendItem {
        target: Target,
        /// Inline text, as it is written in a document.
        text: String,
    },
    /// Changes the text of the heading `target`. If that is not a heading, of the heading `target-h`.
    RenameSection {
        target: Target,
        /// Inline text, as it is written in a document.
        new_name: String,
    },
}

/// The names of the logical operations, each with the fields of its payload.
pub const LOGICAL_KINDS: [(&str, &[&str]); 3] =
    [("append_item", &["text"]), ("rename_section", &["new_name"]), ("set_attr", &["key", "value"])];

impl StreamOperation {
    /// The operation in a text of JSON. Its `agent` is ignored.
    ///
    /// # Errors
    /// If it is not JSON or not one operation. The message names the invalid field.
    pub fn read(json: &str) -> Result<Self, OperationError> {
        if let Some(operation) = simple(json) {
            return Ok(operation);
        }
        let json: Json =
            serde_json::from_str(json).map_err(|error| OperationError::Json(error.to_string()))?;
        if matches!(json, Json::List(_)) {
            let what = "must be one operation, not an array: write one entry for each";
            return Err(OperationError::Form(JsonPart::whole(&json).error(what)));
        }
        any(&JsonPart::whole(&json)).map_err(OperationError::Form)
    }

    /// The block or the section that it changes.
    pub fn target(&self) -> &Target {
        match self {
            Self::Edit(operation) => operation.target(),
            Self::AppendItem { target, .. } | Self::RenameSection { target, .. } => target,
        }
    }
}

/// An operation that is read without an intermediate value. Strings that are borrowed must not have escapes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SimpleOperation<'a> {
    #[serde(default, borrow, deserialize_with = "not_null")]
    op: Option<&'a str>,
    #[serde(default, borrow, deserialize_with = "not_null")]
    kind: Option<&'a str>,
    #[serde(default, borrow, deserialize_with = "not_null")]
    id: Option<&'a str>,
    #[serde(default, borrow, deserialize_with = "not_null")]
    target: Option<&'a str>,
    #[serde(default, deserialize_with = "not_null")]
    key: Option<String>,
    #[serde(default, deserialize_with = "not_null")]
    value: Option<Json>,
    #[serde(default, deserialize_with = "not_null")]
    payload: Option<SimplePayload>,
    #[serde(default, rename = "agent")]
    _agent: Option<IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SimplePayload {
    #[serde(default, deserialize_with = "not_null")]
    text: Option<String>,
    #[serde(default, deserialize_with = "not_null")]
    new_name: Option<String>,
    #[serde(default, deserialize_with = "not_null")]
    key: Option<String>,
    #[serde(default, deserialize_with = "not_null")]
    value: Option<Json>,
}

/// A value that is given. `null` is an error, because a field that is not expected must not be there at all.
fn not_null<'de, D: Deserializer<'de>, T: Deserialize<'de>>(given: D) -> Result<Option<T>, D::Error> {
    T::deserialize(given).map(Some)
}

/// The operation, if it is a simple one. `None` for all others and for all errors, which [`any`] names.
fn simple(json: &str) -> Option<StreamOperation> {
    let SimpleOperation { op, kind, id, target, key, value, payload, .. } =
        serde_json::from_str(json).ok()?;
    let value_of = |value: &Json| Value::given(&JsonPart::whole(value)).ok();
    let target_of = |id: &str| Some(Target::from(id)).filter(|t| !t.id.is_empty() && t.hash.is_none());
    match (op, kind, payload) {
        (Some("set_attr"), None, None) if target.is_none() => {
            let (id, value) = (target_of(id?)?, value_of(&value?)?);
            Some(StreamOperation::Edit(Operation::SetAttr { id, key: key?, value }))
        }
        (None, Some(kind), Some(payload)) if id.is_none() && key.is_none() && value.is_none() => {
            let target = target_of(target?)?;
            match (kind, payload) {
                (
                    "set_attr",
                    SimplePayload { text: None, new_name: None, key: Some(key), value: Some(value) },
                ) => {
                    let value = value_of(&value)?;
                    Some(StreamOperation::Edit(Operation::SetAttr { id: target, key, value }))
                }
                (
                    "append_item",
                    SimplePayload { text: Some(text), new_name: None, key: None, value: None },
                ) => Some(StreamOperation::AppendItem { target, text }),
                _ => None,
            }
        }
        _ => None,
    }
}

fn any(given: &JsonPart<'_>) -> Result<StreamOperation, InputError> {
    let has = |name: &str| {
        given.members().is_ok_and(|mut all| all.any(|(key, part)| key == name && *part.json != Json::Null))
    };
    if has("op") || !has("kind") {
        if !has("op") {
            drop(given.members()?);
            return Err(given.error("missing field \"op\" of an edit, or \"kind\" of a logical operation"));
        }
        return Operation::read(given).map(StreamOperation::Edit);
    }
    logical(given)
}

fn logical(given: &JsonPart<'_>) -> Result<StreamOperation, InputError> {
    let fields = given.fields(&["op", "kind", "target", "payload", "hash", "agent"])?;
    let kind = fields.need("kind")?.word(&LOGICAL_KINDS.map(|(kind, _)| kind))?;
    let mut target = Target::from(fields.need("target")?.text()?);
    if let Some(hash) = fields.get("hash") {
        target.hash = Some(hash.text()?.to_owned());
    }
    if target.id.is_empty() || target.hash.as_deref() == Some("") {
        return Err(given.error("the target is empty: write the id of a block"));
    }
    let known = LOGICAL_KINDS.iter().find(|(name, _)| *name == kind).map_or(&[][..], |(_, fields)| fields);
    let needs = |mut error: InputError| {
        error.what = format!("{}; the payload of {kind} needs {}", error.what, listed(known, "and"));
        error
    };
    let payload = fields.need("payload").map_err(needs)?.fields(known).map_err(needs)?;
    let text = |key| payload.need(key).and_then(|part| part.text().map(str::to_owned)).map_err(needs);
    Ok(match kind {
        "append_item" => StreamOperation::AppendItem { target, text: text("text")? },
        "rename_section" => StreamOperation::RenameSection { target, new_name: text("new_name")? },
        _ => {
            let value = Value::given(&payload.need("value").map_err(needs)?)?;
            StreamOperation::Edit(Operation::SetAttr { id: target, key: text("key")?, value })
        }
    })
}

impl Document<'_> {
    /// Applies an operation of a stream.
    ///
    /// # Errors
    /// If it cannot be applied. The document is not changed then.
    pub fn apply_from_stream(&mut self, operation: StreamOperation) -> Result<Report, EditError> {
        match operation {
            StreamOperation::Edit(operation) => self.apply(operation),
            StreamOperation::AppendItem { target, text } => {
                self.expected(&target)?;
                self.append_items(&target.id, &[text])
            }
            StreamOperation::RenameSection { target, new_name } => self.rename_section(target, &new_name),
        }
    }

    /// The block of a target, if it still has the content that the operation expects.
    fn expected(&self, target: &Target) -> Result<Block<'_>, EditError> {
        let block = self.find(&target.id);
        let block = block.ok_or_else(|| EditError::NotFound { id: target.id.clone(), near: None })?;
        match &target.hash {
            Some(expected) if !block.has_content_hash(expected) => {
                let (id, expected) = (target.id.clone(), expected.clone());
                Err(EditError::Conflict { id, expected, found: block.content_hash() })
            }
            _ => Ok(block),
        }
    }

    fn rename_section(&mut self, target: Target, new_name: &str) -> Result<Report, EditError> {
        let is_heading =
            |id: &str| self.find(id).is_some_and(|block| matches!(block.kind(), Kind::Heading(_)));
        let beside = format!("{}-h", target.id);
        let target = match (self.find(&target.id), is_heading(&beside)) {
            (Some(_), _) if is_heading(&target.id) => target,
            (_, true) => Target { id: beside, ..target },
            (Some(block), false) => {
                let kind = block.tag().to_owned();
                return Err(EditError::NotAHeading { id: target.id, kind });
            }
            (None, false) => return Err(EditError::NotFound { id: target.id, near: None }),
        };
        let mut with = self.expected(&target)?.to_owned();
        with.hash = None;
        with.content = Content::Inline(Runs::new(new_name).map(OwnedRun::from).collect());
        self.apply(Operation::Replace { id: target, with })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The quick reading gives what the complete one gives, or nothing.
    #[test]
    fn both_readings_give_the_same() {
        let parts = [
            r#""op":"set_attr""#,
            r#""op":null"#,
            r#""kind":"set_attr""#,
            r#""kind":"append_item""#,
            r##""id":"#a""##,
            r#""id":"a:12""#,
            r#""target":"a""#,
            r#""target":"\u0061""#,
            r#""key":"k""#,
            r#""value":true"#,
            r#""value":1.5"#,
            r#""payload":{"key":"k","value":"v"}"#,
            r#""payload":{"text":"x \"y\""}"#,
            r#""payload":{"text":"x","key":null}"#,
            r#""hash":"12""#,
            r#""agent":["b"]"#,
        ];
        let mut random = agmark_syntax::testing::Random(0x109);
        let mut seen = 0;
        for _ in 0..20_000 {
            let chosen: Vec<&str> = (0..=random.below(6)).map(|_| parts[random.below(parts.len())]).collect();
            let json = format!("{{{}}}", chosen.join(","));
            let Some(quick) = simple(&json) else { continue };
            seen += 1;
            let whole: Json = serde_json::from_str(&json).expect("it is JSON");
            assert_eq!(any(&JsonPart::whole(&whole)), Ok(quick), "{json}");
        }
        assert!(seen > 20, "{seen}");
    }
}
