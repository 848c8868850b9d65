//! Answers that are not valid messages. They are replaced with errors, so that requests do not wait for them.

use rmcp::service::{RoleClient, RxJsonRpcMessage};
use rmcp::transport::async_rw::DEFAULT_MAX_LINE_LENGTH as MAX_LENGTH;
use serde_json::{Value, json};

/// The message of the error.
pub const MESSAGE: &str = "its answer is not a valid message of the protocol";

/// The number of bytes at the beginning and the end of an answer that are searched for the id of its request.
pub const SEARCHED: usize = 512;

/// The error that replaces an invalid answer; `None` for a valid message, and for text that answers no request, such as a
/// log line.
pub fn replacement(text: &[u8]) -> Option<String> {
    let begins = text.iter().find(|byte| !byte.is_ascii_whitespace())?;
    if *begins != b'{' || serde_json::from_slice::<RxJsonRpcMessage<RoleClient>>(text).is_ok() {
        return None;
    }
    let id = match serde_json::from_slice::<Value>(text) {
        Ok(value) if value.get("method").is_some() => return None,
        Ok(value) => value.get("id").filter(|id| id.is_string() || id.is_number()).cloned()?,
        // Malformed, or nested too deep to be read.
        Err(_) => {
            let end = text.len().saturating_sub(SEARCHED);
            request_id(&start(text), &String::from_utf8_lossy(&text[end..]))?
        }
    };
    Some(error(&id, MESSAGE))
}

/// The error that replaces an answer that is too long, from its beginning and its end.
pub fn too_long(head: &[u8], tail: &[u8]) -> Option<String> {
    let id = request_id(&start(head), &String::from_utf8_lossy(tail))?;
    Some(error(&id, &format!("its answer is larger than {} MiB: ask for less", MAX_LENGTH >> 20)))
}

/// An error as the answer to a request.
fn error(id: &Value, message: &str) -> String {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": -32000, "message": message } }).to_string()
}

fn start(text: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(text.get(..SEARCHED).unwrap_or(text))
}

/// The id of the request that a message answers, from its beginning and its end; `None` for any other message.
fn request_id(head: &str, tail: &str) -> Option<Value> {
    let mut rest = head.trim_start().strip_prefix('{')?;
    let mut id = None;
    loop {
        let (key, after) = scalar(rest.trim_start())?;
        rest = after.trim_start().strip_prefix(':')?.trim_start();
        match key.as_str()? {
            "result" | "error" => break,
            "method" => return None,
            key => {
                let (value, after) = scalar(rest)?;
                if key == "id" {
                    id = Some(value);
                }
                rest = after.trim_start().strip_prefix(',')?;
            }
        }
    }
    id.or_else(|| {
        let end = tail.trim_end().strip_suffix('}')?;
        let (_, last) = end.rsplit_once("\"id\"")?;
        let (value, after) = scalar(last.trim_start().strip_prefix(':')?.trim_start())?;
        after.trim().is_empty().then_some(value)
    })
}

/// The string or number at the beginning of a text, and the rest.
fn scalar(text: &str) -> Option<(Value, &str)> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let value = match text.as_bytes().first()? {
        b'"' | b'-' | b'0'..=b'9' => values.next()?.ok()?,
        _ => return None,
    };
    Some((value, text.get(values.byte_offset()..)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_messages_become_errors() {
        let id = |text: &str| {
            let error: Value = serde_json::from_str(&replacement(text.as_bytes())?).unwrap();
            assert_eq!(error["error"]["message"], MESSAGE);
            Some(error["id"].clone())
        };
        let deep = format!(r#"{{"jsonrpc":"2.0","id":7,"result":{}{}}}"#, "[".repeat(500), "]".repeat(500));
        assert_eq!(id(&deep), Some(json!(7)));
        for text in [
            r#"{"jsonrpc":"2.0","id":7}"#,
            r#"{"id":7,"result":{}}"#,
            r#"{"jsonrpc":"1.0","id":7,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":7,"error":"no"}"#,
            r#"{"jsonrpc":"2.0","id":7,"result":{"#,
            r#" {"jsonrpc":"2.0","id":7,"result":{"x":NaN}}"#,
        ] {
            assert_eq!(id(text), Some(json!(7)), "{text}");
        }
        assert_eq!(id(r#"{"id":"a","result":1}"#), Some(json!("a")));
        for text in [
            "listening on 3000",
            r#"{"level":"info","msg":"started"}"#,
            r#"{"jsonrpc":"2.0","id":7,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"no"}}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/x","params":5}"#,
            r#"{"jsonrpc":"2.0","id":7,"method":"roots/list","params":5}"#,
            "[]",
            "",
            "\n",
        ] {
            assert_eq!(id(text), None, "{text}");
        }
    }

    #[test]
    fn the_request_of_a_message_is_found() {
        let found = |head: &str, tail: &str| request_id(head, tail).map(|id| id.to_string());
        let seven = Some("7".to_owned());
        assert_eq!(found(r#"{"jsonrpc":"2.0","id":7,"result":{"id":1"#, ""), seven);
        assert_eq!(found(r#" { "id" : 7 , "error" : {"#, ""), seven);
        assert_eq!(found(r#"{"id":"a\"b","result":"#, ""), Some(r#""a\"b""#.to_owned()));
        assert_eq!(found(r#"{"jsonrpc":"2.0","result":{"id":1"#, "{\"id\":3}], \"id\": 7 }\n"), seven);
        for (head, tail) in [
            (r#"{"jsonrpc":"2.0","id":7,"method":"x","params":{"#, "}}"),
            (r#"{"jsonrpc":"2.0","method":"x","params":{"#, r#"},"id":7}"#),
            (r#"{"result":{"#, r#""id":7}}"#),
            (r#"{"result":{"#, r#""id":[7]}"#),
            (r#"[{"id":7,"result":1"#, ""),
            ("xxxx", "xxxx"),
            ("", ""),
            (r#"{"id"#, ""),
        ] {
            assert_eq!(found(head, tail), None, "{head} {tail}");
        }
    }
}
