//! The API Responses.

use serde_json::{Value, json};

use super::message::{Call, Format, IncompleteReply, Reply, ToolSpec, usage};
use super::request::Request;

/// The body of a request. The server stores nothing, so each request contains the whole conversation.
pub fn body(request: Request<'_>) -> String {
    match request.format {
        "" => request.body("input", "\"store\":false"),
        format => request.body("input", &format!("\"text\":{{\"format\":{format}}},\"store\":false")),
    }
}

/// A tool. In this API tools are strict by default.
pub fn tool(tool: &ToolSpec) -> Value {
    json!({
        "type": "function",
        "name": tool.name,
        "description": tool.description,
        "parameters": tool.parameters,
        "strict": false,
    })
}

pub fn format(format: &Format) -> String {
    let format = match format {
        Format::Schema { schema, strict } => {
            json!({ "type": "json_schema", "name": "output", "strict": strict, "schema": schema })
        }
        Format::Object => json!({ "type": "json_object" }),
        Format::Text => return String::new(),
    };
    format.to_string()
}

/// Reads a reply. The next request does not contain its reasoning, because the server does not store it.
pub fn read(body: &Value) -> Result<Reply, String> {
    let output = body.get("output").and_then(Value::as_array).ok_or("it has no `output`")?;
    let mut reply = Reply::default();
    let (mut text, mut refusal) = (String::new(), String::new());
    for item in output {
        match item.get("type").and_then(Value::as_str) {
            Some("message") => {
                for part in item.get("content").and_then(Value::as_array).into_iter().flatten() {
                    text.push_str(part.get("text").and_then(Value::as_str).unwrap_or_default());
                    refusal.push_str(part.get("refusal").and_then(Value::as_str).unwrap_or_default());
                }
            }
            Some("function_call") => reply.calls.push(call(item)?),
            _ => {}
        }
    }
    if !text.is_empty() || reply.calls.is_empty() {
        reply.items.push(json!({ "role": "assistant", "content": text }));
    }
    for call in &reply.calls {
        reply.items.push(json!({
            "type": "function_call", "call_id": call.id, "name": call.name, "arguments": call.arguments,
        }));
    }
    reply.incomplete = if !refusal.is_empty() {
        Some(IncompleteReply::Refused(refusal))
    } else {
        body.pointer("/incomplete_details/reason").and_then(Value::as_str).map(|reason| match reason {
            "max_output_tokens" => IncompleteReply::cut(),
            "content_filter" => IncompleteReply::Filtered,
            other => IncompleteReply::Cut(other.to_owned()),
        })
    };
    if let Some(message) = body.pointer("/error/message").and_then(Value::as_str) {
        return Err(message.to_owned());
    }
    reply.text = (!text.is_empty()).then_some(text);
    reply.usage = usage(body, "/usage/input_tokens", "/usage/output_tokens");
    Ok(reply)
}

fn call(item: &Value) -> Result<Call, String> {
    let text = |key: &str| item.get(key).and_then(Value::as_str).map(str::to_owned);
    Ok(Call {
        id: text("call_id").ok_or("a function call has no `call_id`")?,
        name: text("name").ok_or("a function call has no `name`")?,
        arguments: text("arguments").unwrap_or_else(|| "{}".to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::message::Usage;

    #[test]
    fn output_items_are_text_and_calls() {
        let body = json!({
            "output": [
                { "type": "reasoning", "id": "rs_1", "summary": [] },
                { "type": "function_call", "id": "fc_1", "call_id": "c1", "name": "a", "arguments": "{}" },
                { "type": "message", "content": [{ "type": "output_text", "text": "{\"x\"" }, { "text": ":1}" }] },
            ],
            "error": null,
            "usage": { "input_tokens": 5, "output_tokens": 7 },
        });
        let reply = read(&body).unwrap();
        assert_eq!(reply.text.as_deref(), Some("{\"x\":1}"));
        assert_eq!(reply.calls[0].id, "c1");
        assert_eq!(reply.usage, Some(Usage { input: 5, output: 7 }));
        assert_eq!(reply.items.len(), 2);
        assert!(reply.items.iter().all(|item| item.get("id").is_none()));
    }

    #[test]
    fn an_incomplete_reply_says_why() {
        let body = json!({ "output": [], "incomplete_details": { "reason": "max_output_tokens" } });
        assert_eq!(read(&body).unwrap().incomplete, Some(IncompleteReply::cut()));
        assert_eq!(read(&json!({})).unwrap_err(), "it has no `output`");
    }
}
