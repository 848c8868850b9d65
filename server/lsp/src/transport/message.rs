//! Parses the body of a message.

use std::borrow::Cow;

use serde_json::Value;
use tower_lsp::jsonrpc::{Error, ErrorCode, Id, Request, Response};

use super::peek::{Peek, peek};
use super::surrogates;

/// A message of the client.
#[derive(Debug)]
pub enum Message {
    /// A request, or a notification: a request without an id.
    Request(Request),
    Response(Response),
}

/// Why a body is not a valid message.
#[derive(Debug)]
pub struct Unreadable {
    pub code: ErrorCode,
    pub why: String,
    /// What is known of the message anyway.
    pub peek: Peek,
    /// The end of the message, if more bytes follow in the body.
    pub end: Option<usize>,
}

impl Unreadable {
    pub fn new(code: ErrorCode, why: impl Into<String>, body: &[u8]) -> Self {
        Self { code, why: why.into(), peek: peek(body), end: None }
    }

    /// The error answer, with the id if it is known.
    pub fn answer(&self) -> Response {
        let error = Error { code: self.code, message: self.why.clone().into(), data: None };
        Response::from_error(self.peek.id.clone().unwrap_or_default(), error)
    }
}

/// Parses a body. `ours` returns whether an id is that of a request for whose answer the server waits.
///
/// # Errors
/// If the body is not a JSON-RPC 2.0 message.
pub fn read(body: &mut [u8], ours: impl Fn(&Id) -> bool) -> Result<Message, Box<Unreadable>> {
    let value = parse(body)?;
    let wrong = |why: &str| Box::new(Unreadable::new(ErrorCode::InvalidRequest, why, body));
    let mut object = match value {
        Value::Object(object) => object,
        Value::Array(_) => {
            return Err(wrong("a batch of messages is not supported: send each message by itself"));
        }
        _ => return Err(wrong("a message must be a JSON object")),
    };
    let id = match object.get("id") {
        None => None,
        Some(Value::Null) => Some(Id::Null),
        Some(Value::String(id)) => Some(Id::String(id.clone())),
        Some(Value::Number(number)) => match number.as_i64() {
            Some(id) => Some(Id::Number(id)),
            None => return Err(wrong("the id must be an integer or a string")),
        },
        Some(_) => return Err(wrong("the id must be an integer or a string")),
    };
    if !object.contains_key("method")
        && let Some(id) = id.as_ref()
        && (object.contains_key("result") || object.contains_key("error") || ours(id))
    {
        return Ok(Message::Response(response(id.clone(), &mut object)));
    }
    if object.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return Err(wrong("`jsonrpc` must be \"2.0\""));
    }
    let method = match object.get("method") {
        Some(Value::String(method)) => method.clone(),
        Some(_) => return Err(wrong("`method` must be a string")),
        None => {
            return Err(wrong("a message must have a `method`, or, as an answer, a `result` or an `error`"));
        }
    };
    let mut request = Request::build(method);
    match id {
        // Some clients write an id into every message.
        Some(Id::Null) if super::notifications::is_known(&object) => {}
        Some(Id::Null) => return Err(wrong("the id must be an integer or a string")),
        Some(_) if super::notifications::is_known(&object) && object["method"] != "exit" => {
            return Err(wrong("this method is a notification: it must have no id"));
        }
        Some(id) => request = request.id(id),
        None => {}
    }
    if let Some(params) = object.remove("params") {
        request = request.params(params);
    }
    Ok(Message::Request(request.finish()))
}

/// An answer of the client. An invalid answer becomes an error, so that its request does not wait forever.
fn response(id: Id, object: &mut serde_json::Map<String, Value>) -> Response {
    let Some(error) = object.remove("error").filter(|error| !error.is_null()) else {
        return Response::from_ok(id, object.remove("result").unwrap_or_default());
    };
    let code = error.get("code").and_then(Value::as_i64).unwrap_or(ErrorCode::InternalError.code());
    let message = match error.get("message").and_then(Value::as_str) {
        Some(message) => message.to_owned(),
        None => error.to_string(),
    };
    Response::from_error(id, Error { code: code.into(), message: message.into(), data: None })
}

/// The value in a body.
fn parse(body: &mut [u8]) -> Result<Value, Box<Unreadable>> {
    surrogates::replace(body);
    let failed = |why: Cow<'_, str>, body: &[u8]| {
        Box::new(Unreadable::new(ErrorCode::ParseError, format!("the message cannot be read: {why}"), body))
    };
    let start = if body.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    // Some clients include the NUL at the end of a string.
    let end = body.iter().rposition(|b| *b != 0).map_or(start, |last| last + 1).max(start);
    let text = match std::str::from_utf8(&body[start..end]) {
        Ok(text) => text,
        Err(error) => {
            let why = format!("byte {} is not valid UTF-8", start + error.valid_up_to());
            return Err(failed(why.into(), body));
        }
    };
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let value = match values.next() {
        Some(Ok(value)) => value,
        Some(Err(error)) => {
            let why = error.to_string();
            let why = why.replace("recursion limit exceeded", "it is nested more than 128 levels deep");
            return Err(failed(why.into(), body));
        }
        None => return Err(failed("it is empty".into(), body)),
    };
    let after = values.byte_offset();
    if !text[after..].trim_ascii().is_empty() {
        let why = "more follows after the JSON value: is `Content-Length` the length of the body in bytes?";
        let mut unreadable = failed(why.into(), body);
        unreadable.end = Some(start + after);
        return Err(unreadable);
    }
    Ok(value)
}
