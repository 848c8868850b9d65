//! What a model is given and what it replies, the same for all APIs.

use serde_json::Value;

/// A tool, as the model sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolSpec {
    /// A name that the API takes: `^[A-Za-z0-9_-]{1,64}$`.
    pub name: String,
    pub description: String,
    /// The JSON Schema of its arguments, an object's.
    pub parameters: Value,
}

/// How the model is held to JSON.
#[derive(Clone, Debug, PartialEq)]
pub enum Format {
    /// To a schema; strictly, where the schema can be had so.
    Schema { schema: Value, strict: bool },
    /// To any object, where the server knows no schemas.
    Object,
    /// To nothing, where the server takes no `response_format`.
    Text,
}

/// A reply of the model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reply {
    /// What it says, if it says something.
    pub text: Option<String>,
    /// Why it does not say all that it was asked for, if so.
    pub stopped: Option<Stopped>,
    /// The tools that it wants called, in their order.
    pub calls: Vec<Call>,
    /// Nothing where the server does not say.
    pub usage: Option<Usage>,
    /// What stands for it in the next request.
    pub items: Vec<Value>,
}

/// Why a reply is not whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The model does not want to: what it says.
    Refused(String),
    /// A filter held the reply back.
    Filtered,
    /// The reply is only a beginning: why.
    Cut(String),
}

impl Stopped {
    pub(super) fn cut() -> Self {
        Self::Cut("the reply was cut off: it is too long".to_owned())
    }
}

/// A call of a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    pub id: String,
    /// As the API knows it.
    pub name: String,
    /// JSON, as the model wrote it.
    pub arguments: String,
}

/// Tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    pub input: u64,
    pub output: u64,
}

/// The tokens at two pointers; nothing where the server says neither.
pub(super) fn usage(body: &Value, input: &str, output: &str) -> Option<Usage> {
    let count = |pointer: &str| body.pointer(pointer).and_then(Value::as_u64);
    match (count(input), count(output)) {
        (None, None) => None,
        (input, output) => Some(Usage { input: input.unwrap_or(0), output: output.unwrap_or(0) }),
    }
}
