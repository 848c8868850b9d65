//! Edits as they are sent.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::ast::{OwnedBlock, Value};

/// One edit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "Wire", from = "Wire")]
pub enum Operation {
    /// Puts another block in its place, which gets its id if it has none.
    Replace {
        id: Target,
        with: OwnedBlock,
    },
    InsertAfter {
        id: Target,
        block: OwnedBlock,
    },
    /// Comments that stand directly before the block stay with it.
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
    /// The block that it is for.
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

/// The block that an edit is for: `intro`; or `intro:1a2b3c4d`, if it must still say what it said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
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

/// An edit as JSON has it: with the hash beside the id, or in it.
#[derive(Clone, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case", deny_unknown_fields)]
enum Wire {
    Replace {
        id: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hash: Option<String>,
        with: OwnedBlock,
    },
    InsertAfter {
        id: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hash: Option<String>,
        block: OwnedBlock,
    },
    InsertBefore {
        id: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hash: Option<String>,
        block: OwnedBlock,
    },
    Delete {
        id: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hash: Option<String>,
    },
    SetAttr {
        id: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hash: Option<String>,
        key: String,
        value: Value<'static>,
    },
    RemoveAttr {
        id: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hash: Option<String>,
        key: String,
    },
}

impl From<Wire> for Operation {
    fn from(wire: Wire) -> Self {
        let target = |id: String, hash: Option<String>| {
            let mut target = Target::from(id);
            target.hash = hash.or(target.hash);
            target
        };
        match wire {
            Wire::Replace { id, hash, with } => Self::Replace { id: target(id, hash), with },
            Wire::InsertAfter { id, hash, block } => Self::InsertAfter { id: target(id, hash), block },
            Wire::InsertBefore { id, hash, block } => Self::InsertBefore { id: target(id, hash), block },
            Wire::Delete { id, hash } => Self::Delete { id: target(id, hash) },
            Wire::SetAttr { id, hash, key, value } => Self::SetAttr { id: target(id, hash), key, value },
            Wire::RemoveAttr { id, hash, key } => Self::RemoveAttr { id: target(id, hash), key },
        }
    }
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
