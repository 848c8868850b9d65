//! The APIs of models.

use std::str::FromStr;

use serde_json::{Value, json};

use super::message::{Call, Format, Reply, ToolSpec};
use super::request::Request;
use super::{chat, responses};

/// The supported APIs.
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
            other => Err(format!("unknown API `{other}`: must be `chat` or `responses`")),
        }
    }
}

impl Api {
    /// The path of requests, relative to the base URL.
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

    /// Tools as JSON; empty if there are none.
    pub fn tools(self, tools: &[ToolSpec]) -> String {
        let each = tools.iter().map(|tool| match self {
            Self::Chat => chat::tool(tool),
            Self::Responses => responses::tool(tool),
        });
        if tools.is_empty() { String::new() } else { each.collect::<Value>().to_string() }
    }

    /// The format of a reply as JSON; empty for free text.
    pub fn format(self, format: &Format) -> String {
        match self {
            Self::Chat => chat::format(format),
            Self::Responses => responses::format(format),
        }
    }

    /// Reads the body of a reply.
    ///
    /// # Errors
    /// If the body is invalid. The message is a clause about the reply.
    pub fn read(self, body: &Value) -> Result<Reply, String> {
        match self {
            Self::Chat => chat::read(body),
            Self::Responses => responses::read(body),
        }
    }

    /// The system message.
    pub fn system(self, text: &str) -> Value {
        json!({ "role": "system", "content": text })
    }

    /// A message of the user.
    pub fn user(self, text: &str) -> Value {
        json!({ "role": "user", "content": text })
    }

    /// The result of a tool call.
    pub fn result(self, call: &Call, content: &str) -> Value {
        match self {
            Self::Chat => json!({ "role": "tool", "tool_call_id": call.id, "content": content }),
            Self::Responses => {
                json!({ "type": "function_call_output", "call_id": call.id, "output": content })
            }
        }
    }
}
