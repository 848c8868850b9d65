//! What one request says, as text: a conversation is sent again and again, and each message of it is written once.

use serde_json::Value;

/// The conversation so far, as the API writes it.
#[derive(Clone, Debug, Default)]
pub struct Conversation(String);

impl Conversation {
    /// Its bytes.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds what was said last.
    pub fn push(&mut self, item: &Value) {
        if !self.0.is_empty() {
            self.0.push(',');
        }
        self.0.push_str(&item.to_string());
    }
}

/// The tools of a request, as [`super::Api::tools`] writes them: JSON, empty where there are none.
#[derive(Clone, Copy, Debug)]
pub enum Tools<'a> {
    /// The program does not work without them.
    Needed(&'a str),
    /// The program can do without them: nobody but us has named them.
    Offered(&'a str),
}

impl Tools<'_> {
    /// Those that a server must take.
    pub fn needed(self) -> Self {
        match self {
            Self::Needed(_) => self,
            Self::Offered(_) => Self::Needed(""),
        }
    }

    /// Whether the same request makes sense without them.
    pub fn may_be_left_out(self) -> bool {
        matches!(self, Self::Offered(text) if !text.is_empty())
    }
}

/// What one request says.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    pub model: &'a str,
    pub items: &'a Conversation,
    pub tools: Tools<'a>,
    /// As [`super::Api::format`] writes it: empty where the reply is not held to anything.
    pub format: &'a str,
}

impl Request<'_> {
    /// The JSON of the request: `items` is the key of the conversation, `end` what stands after the tools.
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
