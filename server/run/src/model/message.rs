//! Tools, replies and formats, independent of the API.

use serde_json::Value;

/// A tool in a request.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolSpec {
    /// A name that APIs accept: `^[A-Za-z0-9_-]{1,64}$`.
    pub name: String,
    pub description: String,
    /// The JSON Schema of its arguments, which are an object.
    pub parameters: Value,
}

/// The format of a reply.
#[derive(Clone, Debug, PartialEq)]
pub enum Format {
    /// A JSON Schema.
    Schema { schema: Value, strict: bool },
    /// Any JSON object, for servers that do not support schemas.
    Object,
    /// Free text, for servers that do not support `response_format`.
    Text,
}

/// A reply of the model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reply {
    /// Its text, if any.
    pub text: Option<String>,
    /// Why it is incomplete, if it is.
    pub incomplete: Option<IncompleteReply>,
    /// Its tool calls.
    pub calls: Vec<Call>,
    /// `None` if the server does not report it.
    pub usage: Option<Usage>,
    /// The reply in the next request.
    pub items: Vec<Value>,
}

/// Why a reply is incomplete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IncompleteReply {
    /// The model refused, with its reason.
    Refused(String),
    /// A content filter blocked the reply.
    Filtered,
    /// The reply was cut off, with the reason.
    Cut(String),
}

impl IncompleteReply {
    pub(super) fn cut() -> Self {
        Self::Cut("it was cut off because it is too long".to_owned())
    }
}

/// A tool call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    pub id: String,
    /// The name of the tool in the request.
    pub name: String,
    /// JSON text of the model.
    pub arguments: String,
}

/// The number of tokens of a request and its reply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    pub input: u64,
    pub output: u64,
}

/// The numbers at two JSON Pointers; `None` if both are missing.
pub(super) fn usage(body: &Value, input: &str, output: &str) -> Option<Usage> {
    let count = |pointer: &str| body.pointer(pointer).and_then(Value::as_u64);
    match (count(input), count(output)) {
        (None, None) => None,
        (input, output) => Some(Usage { input: input.unwrap_or(0), output: output.unwrap_or(0) }),
    }
}
