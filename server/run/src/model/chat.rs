//! The API Chat Completions.

use serde_json::{Map, Value, json};

use super::message::{Call, Format, IncompleteReply, Reply, ToolSpec, usage};
use super::request::Request;

/// The body of a request.
pub fn body(request: Request<'_>) -> String {
    match request.format {
        "" => request.body("messages", ""),
        format => request.body("messages", &format!("\"response_format\":{format}")),
    }
}

pub fn tool(tool: &ToolSpec) -> Value {
    json!({
        "type": "function",
        "function": {
            "name": tool.name,
            "description": tool.description,
            "parameters": tool.parameters,
        },
    })
}

pub fn format(format: &Format) -> String {
    let format = match format {
        Format::Schema { schema, strict } => json!({
            "type": "json_schema",
            "json_schema": { "name": "output", "strict": strict, "schema": schema },
        }),
        Format::Object => json!({ "type": "json_object" }),
        Format::Text => return String::new(),
    };
    format.to_string()
}

/// Reads a reply.
pub fn read(body: &Value) -> Result<Reply, String> {
    let choice = body.pointer("/choices/0").ok_or("it has no `choices`")?;
    let message = choice.get("message").and_then(Value::as_object).ok_or("it has no `message`")?;
    let calls = match message.get("tool_calls") {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Array(calls)) => calls.iter().enumerate().map(call).collect::<Result<_, _>>()?,
        Some(_) => return Err("its `tool_calls` is not a list".to_owned()),
    };
    let text = message.get("content").and_then(text).filter(|text| !text.is_empty());
    let incomplete = match (message.get("refusal").and_then(Value::as_str), &choice["finish_reason"]) {
        (Some(refusal), _) if !refusal.is_empty() => Some(IncompleteReply::Refused(refusal.to_owned())),
        (_, Value::String(reason)) if reason == "length" => Some(IncompleteReply::cut()),
        (_, Value::String(reason)) if reason == "content_filter" => Some(IncompleteReply::Filtered),
        _ => None,
    };
    let usage = usage(body, "/usage/prompt_tokens", "/usage/completion_tokens");
    let items = vec![echo(text.as_deref(), &calls)];
    Ok(Reply { text, incomplete, calls, usage, items })
}

/// The text of a message. Some servers write a list of parts.
fn text(content: &Value) -> Option<String> {
    match content {
        Value::String(text) => Some(text.clone()),
        Value::Array(parts) => Some(parts.iter().filter_map(|part| part.get("text")?.as_str()).collect()),
        _ => None,
    }
}

fn call((index, call): (usize, &Value)) -> Result<Call, String> {
    let function = call.get("function").ok_or("a tool call has no `function`")?;
    let name = function.get("name").and_then(Value::as_str).ok_or("a tool call has no `name`")?;
    let arguments = match function.get("arguments") {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Null) | None => "{}".to_owned(),
        // Some servers write an object instead of its text.
        Some(other) => other.to_string(),
    };
    let id = call.get("id").and_then(Value::as_str).map_or_else(|| format!("call_{index}"), str::to_owned);
    Ok(Call { id, name: name.to_owned(), arguments })
}

/// The reply as a message of the next request, without members that only replies have.
fn echo(text: Option<&str>, calls: &[Call]) -> Value {
    let mut message = Map::new();
    message.insert("role".to_owned(), "assistant".into());
    message.insert("content".to_owned(), text.map_or(Value::Null, Value::from));
    if calls.is_empty() {
        // Without calls, `content` must be a string.
        message.insert("content".to_owned(), text.unwrap_or("").into());
    } else {
        let calls = calls.iter().map(|call| {
            let function = json!({ "name": call.name, "arguments": call.arguments });
            json!({ "id": call.id, "type": "function", "function": function })
        });
        message.insert("tool_calls".to_owned(), calls.collect());
    }
    Value::Object(message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::message::Usage;

    #[test]
    fn a_reply_is_repeated_in_the_next_request() {
        let body = json!({
            "id": "x",
            "choices": [{ "index": 0, "finish_reason": "stop", "message": {
                "role": "assistant", "content": "{\"a\":1}", "refusal": null, "annotations": [] } }],
            "usage": { "prompt_tokens": 12, "completion_tokens": 3, "total_tokens": 15 },
        });
        let reply = read(&body).unwrap();
        assert_eq!(reply.text.as_deref(), Some("{\"a\":1}"));
        assert_eq!(reply.usage, Some(Usage { input: 12, output: 3 }));
        assert_eq!(reply.items, [json!({ "role": "assistant", "content": "{\"a\":1}" })]);
    }

    #[test]
    fn calls_of_all_servers_are_read() {
        let body = json!({ "choices": [{ "message": { "content": null, "tool_calls": [
            { "id": "c1", "type": "function", "function": { "name": "a", "arguments": "{\"x\":1}" } },
            { "function": { "name": "b", "arguments": { "y": 2 } } },
            { "id": "c3", "function": { "name": "c" } },
        ] } }] });
        let reply = read(&body).unwrap();
        let seen: Vec<_> = reply.calls.iter().map(|c| (&*c.id, &*c.name, &*c.arguments)).collect();
        assert_eq!(seen, [("c1", "a", "{\"x\":1}"), ("call_1", "b", "{\"y\":2}"), ("c3", "c", "{}")]);
        assert_eq!(reply.items[0]["content"], Value::Null);
        assert_eq!(reply.items[0]["tool_calls"][1]["id"], "call_1");
    }

    #[test]
    fn an_invalid_reply_says_what_is_missing() {
        assert_eq!(read(&json!({ "error": {} })).unwrap_err(), "it has no `choices`");
        assert_eq!(read(&json!({ "choices": [{}] })).unwrap_err(), "it has no `message`");
        let cut = json!({ "choices": [{ "finish_reason": "length", "message": { "content": "{\"a\":" } }] });
        assert_eq!(read(&cut).unwrap().incomplete, Some(IncompleteReply::cut()));
    }
}
