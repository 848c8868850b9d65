//! The results of tools, as the model gets them.

use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::Value;

use crate::recording::Outcome;

/// The result of a tool for the model: its text. Images and other data are named, but not included.
pub fn outcome(result: &CallToolResult) -> Outcome {
    let mut parts: Vec<String> = result.content.iter().map(part).collect();
    if let Some(value) = &result.structured_content
        && parts.is_empty()
    {
        parts.push(value.to_string());
    }
    let text = parts.join("\n");
    if result.is_error == Some(true) { Outcome::Error(text) } else { Outcome::Ok(text) }
}

fn part(block: &ContentBlock) -> String {
    let summary =
        |kind: &str, mime: &str, data: &str| format!("[{kind}, {mime}, {} bytes]", data.len() / 4 * 3);
    match block {
        ContentBlock::Text(text) => text.text.clone(),
        ContentBlock::Image(image) => summary("image", &image.mime_type, &image.data),
        ContentBlock::Audio(audio) => summary("audio", &audio.mime_type, &audio.data),
        other => {
            let value = serde_json::to_value(other).unwrap_or_default();
            let text = value.pointer("/resource/text").and_then(Value::as_str);
            let uri = value.pointer("/resource/uri").or_else(|| value.get("uri")).and_then(Value::as_str);
            match (text, uri) {
                (Some(text), _) => text.to_owned(),
                (None, Some(uri)) => format!("[resource: {uri}]"),
                (None, None) => value.to_string(),
            }
        }
    }
}
