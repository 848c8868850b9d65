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

/// What one request says.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    pub model: &'a str,
    pub items: &'a Conversation,
    /// As [`super::Api::tools`] writes them.
    pub tools: &'a str,
    /// As [`super::Api::format`] writes it.
    pub format: &'a str,
}

impl Request<'_> {
    /// The JSON of the request: `items` is the key of the conversation, `end` what stands behind the tools.
    pub(super) fn body(&self, items: &str, end: &str) -> String {
        let Self { model, items: Conversation(said), tools, .. } = self;
        let (before, tools) = if tools.is_empty() { ("", "") } else { (",\"tools\":", *tools) };
        format!("{{\"model\":{},\"{items}\":[{said}]{before}{tools},{end}}}", Value::from(*model))
    }
}
