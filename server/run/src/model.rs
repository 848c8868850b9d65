//! The model: what it is asked, and what it replies, whichever API it speaks.

mod chat;
mod client;
mod fault;
mod refused;
mod request;
mod responses;
mod retry;

use std::str::FromStr;

use serde_json::{Value, json};

pub use client::{Asker, Client, cause, http_client, innermost, is_loopback};
pub use fault::Fault;
pub use request::{Conversation, Request, Tools};

/// The APIs that are spoken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Api {
    /// Chat Completions.
    #[default]
    Chat,
    /// Responses.
    Responses,
}

impl FromStr for Api {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "chat" => Ok(Self::Chat),
            "responses" => Ok(Self::Responses),
            other => Err(format!("unknown API `{other}`: there are `chat` and `responses`")),
        }
    }
}

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
    fn cut() -> Self {
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

impl Api {
    /// Where under the base URL requests go.
    pub fn path(self) -> &'static str {
        match self {
            Self::Chat => "chat/completions",
            Self::Responses => "responses",
        }
    }

    /// The body of a request: JSON.
    pub fn body(self, request: Request<'_>) -> String {
        match self {
            Self::Chat => chat::body(request),
            Self::Responses => responses::body(request),
        }
    }

    /// Tools, as JSON; nothing if there are none.
    pub fn tools(self, tools: &[ToolSpec]) -> String {
        let each = tools.iter().map(|tool| match self {
            Self::Chat => chat::tool(tool),
            Self::Responses => responses::tool(tool),
        });
        if tools.is_empty() { String::new() } else { each.collect::<Value>().to_string() }
    }

    /// What a reply is held to, as JSON; empty where it is not held to anything.
    pub fn format(self, format: &Format) -> String {
        match self {
            Self::Chat => chat::format(format),
            Self::Responses => responses::format(format),
        }
    }

    /// Reads the body of a reply.
    ///
    /// # Errors
    /// When it is not what the API replies; says what is amiss.
    pub fn read(self, body: &Value) -> Result<Reply, String> {
        match self {
            Self::Chat => chat::read(body),
            Self::Responses => responses::read(body),
        }
    }

    /// What the program as a whole is.
    pub fn system(self, text: &str) -> Value {
        json!({ "role": "system", "content": text })
    }

    /// What a person, or the program on its behalf, says.
    pub fn user(self, text: &str) -> Value {
        json!({ "role": "user", "content": text })
    }

    /// What a tool gave.
    pub fn result(self, call: &Call, content: &str) -> Value {
        match self {
            Self::Chat => json!({ "role": "tool", "tool_call_id": call.id, "content": content }),
            Self::Responses => {
                json!({ "type": "function_call_output", "call_id": call.id, "output": content })
            }
        }
    }
}

/// The tokens at two pointers; nothing where the server says neither.
fn usage(body: &Value, input: &str, output: &str) -> Option<Usage> {
    let count = |pointer: &str| body.pointer(pointer).and_then(Value::as_u64);
    match (count(input), count(output)) {
        (None, None) => None,
        (input, output) => Some(Usage { input: input.unwrap_or(0), output: output.unwrap_or(0) }),
    }
}
