//! Edit operations.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, de};

use crate::ast::{OwnedBlock, Value};
use crate::document::parse;
use crate::json::input::{InputError, Json, JsonPart, listed};

/// One edit.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(into = "Wire")]
pub enum Operation {
    /// Replaces the block. The new block gets the old id if it has none.
    Replace {
        id: Target,
        with: OwnedBlock,
    },
    InsertAfter {
        id: Target,
        block: OwnedBlock,
    },
    /// Comments directly before the block stay with it.
    InsertBefore {
        id: Target,
        block: OwnedBlock,
    },
    Delete {
        id: Target,
    },
    SetAttr {
        id: Target,
        key: String,
        value: Value<'static>,
    },
    RemoveAttr {
        id: Target,
        key: String,
    },
}

impl Operation {
    /// The block that it changes.
    pub fn target(&self) -> &Target {
        match self {
            Self::Replace { id, .. }
            | Self::InsertAfter { id, .. }
            | Self::InsertBefore { id, .. }
            | Self::Delete { id }
            | Self::SetAttr { id, .. }
            | Self::RemoveAttr { id, .. } => id,
        }
    }
}

/// The block that an edit is for: `intro`; or `intro:1a2b3c4d` if its content must have this hash; or `:1a2b3c4d` for the
/// only block without an id that has this hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Empty for a block without an id.
    pub id: String,
    /// The first digits of the content hash that the block must have.
    pub hash: Option<String>,
}

impl From<&str> for Target {
    fn from(written: &str) -> Self {
        let written = written.strip_prefix('#').unwrap_or(written);
        match written.split_once(':') {
            Some((id, hash)) => Self { id: id.to_owned(), hash: Some(hash.to_owned()) },
            None => Self { id: written.to_owned(), hash: None },
        }
    }
}

impl From<String> for Target {
    fn from(written: String) -> Self {
        written.as_str().into()
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id)?;
        self.hash.as_ref().map_or(Ok(()), |hash| write!(f, ":{hash}"))
    }
}

/// The JSON form of an operation.
#[derive(Clone, Copy, Debug)]
pub struct OperationForm {
    /// Its name in `op`.
    pub op: &'static str,
    /// What it does, in a sentence.
    pub what: &'static str,
    /// Its other fields. Each operation also takes `hash`, and `agent`, which is ignored.
    pub fields: &'static [&'static str],
    pub example: &'static str,
}

/// All operations, in the order of the documentation.
pub const OPERATION_FORMS: [OperationForm; 6] = [
    OperationForm {
        op: "set_attr",
        what: "sets an attribute to a string, an integer, true or false",
        fields: &["id", "key", "value"],
        example: r#"{"op":"set_attr","id":"intro","key":"lang","value":"en"}"#,
    },
    OperationForm {
        op: "remove_attr",
        what: "removes an attribute",
        fields: &["id", "key"],
        example: r#"{"op":"remove_attr","id":"intro","key":"lang"}"#,
    },
    OperationForm {
        op: "replace",
        what: "replaces the block; the new block gets the old id if it has none",
        fields: &["id", "with"],
        example: r#"{"op":"replace","id":"intro","with":"@p New words."}"#,
    },
    OperationForm {
        op: "insert_after",
        what: "inserts a block after it",
        fields: &["id", "block"],
        example: r#"{"op":"insert_after","id":"intro","block":"@ul [#gear]\n- ropes"}"#,
    },
    OperationForm {
        op: "insert_before",
        what: "inserts a block before it and its comments",
        fields: &["id", "block"],
        example: r#"{"op":"insert_before","id":"intro","block":{"kind":"code","attrs":{"lang":"sh"},"content":{"type":"fenced","value":"make"}}}"#,
    },
    OperationForm {
        op: "delete",
        what: "deletes it",
        fields: &["id"],
        example: r#"{"op":"delete","id":"intro"}"#,
    },
];

/// The reason that a text is not a list of operations.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OperationError {
    #[error("invalid JSON: {0}")]
    Json(String),
    #[error("{0}")]
    Form(InputError),
}

/// The operations in a text of JSON: one, or an array of them.
///
/// # Errors
/// If it is not JSON or not a list of operations. The message names the invalid field.
pub fn operations(json: &str) -> Result<Vec<Operation>, OperationError> {
    let json: Json = serde_json::from_str(json).map_err(|error| OperationError::Json(error.to_string()))?;
    let whole = JsonPart::whole(&json);
    let read = match &json {
        Json::List(_) => whole.list().and_then(|list| list.map(|part| Operation::read(&part)).collect()),
        _ => Operation::read(&whole).map(|operation| vec![operation]),
    };
    read.map_err(OperationError::Form)
}

impl<'de> Deserialize<'de> for Operation {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let json = Json::deserialize(deserializer)?;
        Self::read(&JsonPart::whole(&json)).map_err(de::Error::custom)
    }
}

impl Operation {
    pub(super) fn read(given: &JsonPart<'_>) -> Result<Self, InputError> {
        let ops = OPERATION_FORMS.map(|form| form.op);
        let Some((_, op)) = given.members()?.find(|(key, _)| *key == "op") else {
            return Err(given.error(format!("missing field \"op\": it is {}", listed(&ops, "or"))));
        };
        let op = op.word(&ops)?;
        let form = OPERATION_FORMS.iter().find(|form| form.op == op).unwrap_or(&OPERATION_FORMS[0]);
        Self::of(form, given).map_err(|error| form.explain(error, given))
    }

    fn of(form: &OperationForm, given: &JsonPart<'_>) -> Result<Self, InputError> {
        let known: Vec<&'static str> =
            ["op", "hash", "agent"].into_iter().chain(form.fields.iter().copied()).collect();
        let fields = given.fields(&known)?;
        let text = |key| fields.need(key).and_then(|part| part.text().map(str::to_owned));
        let block = |key| fields.need(key).and_then(|part| block(&part));
        let mut id = Target::from(text("id")?);
        if let Some(hash) = fields.get("hash") {
            id.hash = Some(hash.text()?.to_owned());
        }
        if id.hash.as_deref() == Some("") {
            return Err(
                given.error("the hash is empty: leave it out, or write the one that `agd ids --hash` prints")
            );
        }
        if id.id.is_empty() && id.hash.is_none() {
            return Err(given.error("the id is empty: `agd ids` prints the ids"));
        }
        Ok(match form.op {
            "replace" => Self::Replace { id, with: block("with")? },
            "insert_after" => Self::InsertAfter { id, block: block("block")? },
            "insert_before" => Self::InsertBefore { id, block: block("block")? },
            "delete" => Self::Delete { id },
            "set_attr" => {
                Self::SetAttr { id, key: text("key")?, value: Value::given(&fields.need("value")?)? }
            }
            _ => Self::RemoveAttr { id, key: text("key")? },
        })
    }
}

/// A block, as AGD text or in the form that `agd get --json` prints. Text costs a model a third of the tokens.
fn block(given: &JsonPart<'_>) -> Result<OwnedBlock, InputError> {
    let Json::Text(text) = given.json else { return OwnedBlock::read(given) };
    let document = parse(text).map_err(|error| given.error(format!("invalid AGD: {error}")))?;
    let mut blocks = document.blocks();
    match (blocks.next(), blocks.next()) {
        (Some(block), None) => Ok(block.to_owned()),
        (None, _) => Err(given.error("there is no block in the text: write one, such as \"@p New words.\"")),
        (Some(_), Some(_)) => Err(given.error("several blocks: use one operation for each block")),
    }
}

impl OperationForm {
    /// Adds the fields of the operation to an error that is about the operation and not about a block in it.
    fn explain(&self, mut error: InputError, given: &JsonPart<'_>) -> InputError {
        if error.path == given.error("").path {
            let fields = listed(self.fields, "and");
            error.what = format!("{}; {} needs {fields}, as in {}", error.what, self.op, self.example);
        }
        error
    }
}

/// An edit in JSON, where the hash is a separate field.
#[derive(Serialize)]
#[serde(tag = "op", rename_all = "snake_case")]
enum Wire {
    Replace {
        id: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        hash: Option<String>,
        with: OwnedBlock,
    },
    InsertAfter {
        id: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        hash: Option<String>,
        block: OwnedBlock,
    },
    InsertBefore {
        id: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        hash: Option<String>,
        block: OwnedBlock,
    },
    Delete {
        id: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        hash: Option<String>,
    },
    SetAttr {
        id: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        hash: Option<String>,
        key: String,
        value: Value<'static>,
    },
    RemoveAttr {
        id: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        hash: Option<String>,
        key: String,
    },
}

impl From<Operation> for Wire {
    fn from(operation: Operation) -> Self {
        match operation {
            Operation::Replace { id: Target { id, hash }, with } => Self::Replace { id, hash, with },
            Operation::InsertAfter { id: Target { id, hash }, block } => {
                Self::InsertAfter { id, hash, block }
            }
            Operation::InsertBefore { id: Target { id, hash }, block } => {
                Self::InsertBefore { id, hash, block }
            }
            Operation::Delete { id: Target { id, hash } } => Self::Delete { id, hash },
            Operation::SetAttr { id: Target { id, hash }, key, value } => {
                Self::SetAttr { id, hash, key, value }
            }
            Operation::RemoveAttr { id: Target { id, hash }, key } => Self::RemoveAttr { id, hash, key },
        }
    }
}
