//! The model: what it is asked, and what it replies, whichever API it speaks.

mod chat;
mod client;
mod fault;
mod message;
mod refused;
mod request;
mod responses;
mod retry;

use std::str::FromStr;

use serde_json::{Value, json};

pub use client::{Asker, Client, cause, http_client, innermost};
pub use fault::Fault;
pub use message::{Call, Format, Reply, Stopped, ToolSpec, Usage};
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
