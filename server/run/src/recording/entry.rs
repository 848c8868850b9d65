//! The entries of a recording.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::model::message::ToolSpec;

/// The version of the format.
pub const VERSION: u32 = 1;

/// The result of a request to the model.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Exchange {
    Reply(Value),
    Refused { status: u16, message: String, base_url: String },
    Failed(String),
}

/// The result of a tool, as the model gets it.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    Ok(String),
    Error(String),
}

impl Outcome {
    /// Changes the text.
    #[must_use]
    pub fn map(self, text: impl FnOnce(&str) -> String) -> Self {
        match self {
            Self::Ok(old) => Self::Ok(text(&old)),
            Self::Error(old) => Self::Error(text(&old)),
        }
    }
}

/// A line of a recording.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Entry {
    Recording {
        version: u32,
    },
    /// The input of the program.
    Input(Value),
    Model {
        at: String,
        request: Value,
        answer: Exchange,
    },
    Tools {
        at: String,
        tools: Vec<ListedTool>,
    },
    Tool {
        at: String,
        name: String,
        arguments: Value,
        outcome: Outcome,
    },
}

/// A tool of a server.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct ListedTool {
    pub server: String,
    pub name: String,
    pub description: String,
    pub parameters: Value,
}

impl ListedTool {
    /// The tool under the name that the model uses.
    pub fn spec(&self, name: String) -> ToolSpec {
        ToolSpec { name, description: self.description.clone(), parameters: self.parameters.clone() }
    }
}

/// The kind of an entry and its position in the run.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct EntryKey(pub EntryKind, pub String);

#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum EntryKind {
    Model,
    Tools,
    Tool,
}

impl Entry {
    /// The key of an entry that belongs to a position.
    pub fn key(&self) -> Option<EntryKey> {
        match self {
            Self::Recording { .. } | Self::Input(_) => None,
            Self::Model { at, .. } => Some(EntryKey(EntryKind::Model, at.clone())),
            Self::Tools { at, .. } => Some(EntryKey(EntryKind::Tools, at.clone())),
            Self::Tool { at, .. } => Some(EntryKey(EntryKind::Tool, at.clone())),
        }
    }
}
