//! The body of a request as text. Messages are serialized once, although the conversation is sent many times.

use serde_json::Value;

/// The messages of a conversation as JSON text.
#[derive(Clone, Debug, Default)]
pub struct Conversation(String);

impl Conversation {
    /// The length in bytes.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds a message.
    pub fn push(&mut self, item: &Value) {
        if !self.0.is_empty() {
            self.0.push(',');
        }
        self.0.push_str(&item.to_string());
    }
}

/// The tools of a request as JSON, see [`super::Api::tools`]; empty if there are none.
#[derive(Clone, Copy, Debug)]
pub enum Tools<'a> {
    /// The program needs them.
    Needed(&'a str),
    /// agmark has added them: the program works without them.
    Offered(&'a str),
}

impl Tools<'_> {
    /// The tools that the program needs.
    pub fn needed(self) -> Self {
        match self {
            Self::Needed(_) => self,
            Self::Offered(_) => Self::Needed(""),
        }
    }

    /// Whether the request can be sent without them.
    pub fn may_be_left_out(self) -> bool {
        matches!(self, Self::Offered(text) if !text.is_empty())
    }
}

/// A request to the model.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    pub model: &'a str,
    pub items: &'a Conversation,
    pub tools: Tools<'a>,
    /// The format of the reply, see [`super::Api::format`]; empty for free text.
    pub format: &'a str,
}

impl Request<'_> {
    /// The JSON of the request: `items` is the key of the conversation, `end` follows the tools.
    pub(super) fn body(&self, items: &str, end: &str) -> String {
        let Self {
            model,
            items: Conversation(said),
            tools: Tools::Needed(tools) | Tools::Offered(tools),
            ..
        } = self;
        let (before, tools) = if tools.is_empty() { ("", "") } else { (",\"tools\":", *tools) };
        let comma = if end.is_empty() { "" } else { "," };
        format!("{{\"model\":{},\"{items}\":[{said}]{before}{tools}{comma}{end}}}", Value::from(*model))
    }
}
