//! The errors of requests to the model.

use std::time::Duration;

use serde_json::Value;

/// Why a request has no reply.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ModelError {
    /// The server answered with an error.
    #[error("{}", refused(*status, message, base_url))]
    Refused { status: u16, message: String, base_url: String },
    /// The account has no credit left.
    #[error(
        "{base_url} answered {status}: {message}. The account has no credit left: add credit, or use another key"
    )]
    Quota { status: u16, message: String, base_url: String },
    /// The server cannot be reached, or the connection was closed.
    #[error(
        "cannot reach {base_url}: {message}. Check the network and the base URL (`-base-url`, OPENAI_BASE_URL)"
    )]
    Connection { message: String, base_url: String },
    /// There was no complete reply in time.
    #[error("no reply from {base_url} within {limit:?}")]
    Timeout { limit: Duration, base_url: String },
    /// The reply is too large.
    #[error("the reply is larger than {} MiB", limit >> 20)]
    TooLarge { limit: usize },
    /// The reply is invalid.
    #[error("invalid reply of {base_url}: {message}. Check that this is the address of a compatible server")]
    Unreadable { message: String, base_url: String },
    /// The base URL is invalid.
    #[error("invalid base URL `{base_url}`: {message}. Write it like https://api.openai.com/v1")]
    Address { message: String, base_url: String },
    /// The recording differs from the run, or has ended.
    #[error("{0}")]
    Replay(String),
}

impl ModelError {
    /// Whether the same request may succeed later.
    pub fn is_temporary(&self) -> bool {
        match self {
            Self::Refused { status, .. } => {
                is_temporary_status(*status) && !self.is_about_format() && !self.is_about_tools()
            }
            Self::Connection { .. } | Self::Timeout { .. } => true,
            Self::Quota { .. }
            | Self::TooLarge { .. }
            | Self::Unreadable { .. }
            | Self::Address { .. }
            | Self::Replay(_) => false,
        }
    }

    /// The error without advice, for a request that is repeated.
    pub fn brief(&self) -> String {
        match self {
            Self::Refused { status, message, base_url } => answered(*status, message, base_url),
            Self::Connection { message, base_url } => format!("cannot reach {base_url}: {message}"),
            other => other.to_string(),
        }
    }

    /// Whether the server does not support `response_format` or this schema.
    pub fn is_about_format(&self) -> bool {
        let Self::Refused { status: 400 | 404 | 422 | 500 | 501, message, .. } = self else { return false };
        mentions(message, &FORMAT_WORDS)
    }

    /// Whether the model or the server does not support tools.
    pub fn is_about_tools(&self) -> bool {
        let Self::Refused { status: 400 | 404 | 422 | 500 | 501, message, .. } = self else { return false };
        mentions(message, &["tool", "function call"]) && mentions(message, &REFUSAL_WORDS)
    }
}

/// The names of the reply format in error messages of servers.
const FORMAT_WORDS: [&str; 6] =
    ["json_schema", "json schema", "response_format", "text.format", "structured output", "grammar"];

/// The words of servers for something that they do not support.
const REFUSAL_WORDS: [&str; 6] =
    ["not support", "support tool use", "unsupported", "not enabled", "not available", "requires"];

fn mentions(message: &str, words: &[&str]) -> bool {
    let message = message.to_lowercase();
    words.iter().any(|word| message.contains(word))
}

/// Whether a request with this status may succeed later.
fn is_temporary_status(status: u16) -> bool {
    matches!(status, 408 | 409 | 429 | 500..=599)
}

/// The kinds of an error: `error.code` and `error.type`.
fn kinds(body: &Value) -> impl Iterator<Item = &str> {
    ["/error/code", "/error/type", "/code"].into_iter().filter_map(|at| body.pointer(at)?.as_str())
}

/// The error in an answer. `hidden` hides the key, which the answer may contain.
pub fn from_answer(
    status: u16,
    body: &[u8],
    base_url: String,
    hidden: impl Fn(&str) -> String,
) -> ModelError {
    let message = hidden(&message(body));
    let value: Option<Value> = serde_json::from_slice(body).ok();
    let is_spent = |kind: &str| matches!(kind, "insufficient_quota" | "billing_hard_limit_reached");
    match value.as_ref().is_some_and(|body| kinds(body).any(is_spent)) || status == 402 {
        true => ModelError::Quota { status, message, base_url },
        false => ModelError::Refused { status, message, base_url },
    }
}

/// The error in an answer with a successful status, as some servers and routers send it, with the status of the error.
pub fn in_successful_answer(body: &Value) -> Option<(u16, Value)> {
    let error = body.get("error").filter(|error| !error.is_null());
    let in_choice = || body.pointer("/choices/0/error").filter(|error| !error.is_null());
    let has_reply = body.get("choices").or_else(|| body.get("output")).is_some();
    let error = error.filter(|_| !has_reply).or_else(in_choice)?;
    let code = error.get("code").or_else(|| error.get("status"));
    let status = code.and_then(Value::as_u64).and_then(|code| u16::try_from(code).ok());
    let status = status.filter(|status| (400..=599).contains(status)).unwrap_or(200);
    Some((status, serde_json::json!({ "error": error })))
}

fn refused(status: u16, message: &str, base_url: &str) -> String {
    let fault = ModelError::Refused { status, message: message.to_owned(), base_url: String::new() };
    let advice = match status {
        _ if fault.is_about_tools() => {
            "The program needs tools: use a model that supports tools (`-model`), or another server"
        }
        401 => "Set OPENAI_API_KEY to a valid key",
        403 => {
            "The key may not use this model or this server: use another key, or another model with `-model`"
        }
        404 => {
            "The model or the address does not exist: check `-model` and the base URL (`-base-url`, OPENAI_BASE_URL)"
        }
        408 | 409 | 429 | 500..=599 => "The request was repeated without success: try again later",
        300..=399 => "Redirects are not followed: use the final address as the base URL",
        _ => "The request was refused",
    };
    format!("{}. {advice}", answered(status, message, base_url))
}

fn answered(status: u16, message: &str, base_url: &str) -> String {
    let colon = if message.is_empty() { "" } else { ": " };
    match status {
        200 => format!("{base_url} answered with an error{colon}{message}"),
        status => format!("{base_url} answered {status}{colon}{message}"),
    }
}

/// The message in the body of an error, shortened and on one line.
pub fn message(body: &[u8]) -> String {
    const MAX_LENGTH: usize = 500;
    let text = String::from_utf8_lossy(body);
    let value: Option<Value> = serde_json::from_str(&text).ok();
    let message = value.as_ref().and_then(|value| {
        let error = value.get("error").unwrap_or(value);
        let error = error.get("message").unwrap_or(error);
        error.as_str().map(str::to_owned)
    });
    let text = message.unwrap_or_else(|| text.into_owned());
    let mut line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() > MAX_LENGTH {
        line = line.chars().take(MAX_LENGTH).collect();
        line.push('…');
    }
    line.trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_of_an_error_is_found() {
        assert_eq!(message(br#"{"error":{"message":"No such\nmodel."}}"#), "No such model");
        assert_eq!(message(br#"{"error":"plain"}"#), "plain");
        assert_eq!(message(br#"{"message":"m"}"#), "m");
        assert_eq!(message(b"<html>bad gateway</html>"), "<html>bad gateway</html>");
        assert_eq!(message(&[b'a'; 900]).chars().count(), 501);
    }

    #[test]
    fn a_refusal_says_what_to_do() {
        let fault = |status| ModelError::Refused {
            status,
            message: "no".to_owned(),
            base_url: "http://h".to_owned(),
        };
        assert_eq!(fault(401).to_string(), "http://h answered 401: no. Set OPENAI_API_KEY to a valid key");
        assert!(!fault(401).is_temporary() && !fault(404).is_temporary() && fault(409).is_temporary());
        assert!(fault(503).is_temporary() && fault(429).is_temporary());
        assert_eq!(fault(503).brief(), "http://h answered 503: no");
    }

    #[test]
    fn unsupported_features_are_recognized() {
        let of = |status, message: &str| ModelError::Refused {
            status,
            message: message.to_owned(),
            base_url: "http://h".to_owned(),
        };
        for (status, message) in [
            (400, "registry.ollama.ai/library/gemma:2b does not support tools"),
            (400, "\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set"),
            (404, "No endpoints found that support tool use"),
            (500, "tools param requires --jinja flag"),
            (400, "`tools` is unsupported"),
        ] {
            let fault = of(status, message);
            assert!(fault.is_about_tools() && !fault.is_temporary(), "{message}");
            assert!(fault.to_string().contains("use a model that supports tools"), "{fault}");
        }
        for (status, message) in [
            (400, "'response_format.type' must be 'json_schema' or 'text'"),
            (400, "Unsupported param: response_format"),
            (501, "structured outputs are not implemented"),
            (500, "failed to parse grammar"),
        ] {
            assert!(
                of(status, message).is_about_format() && !of(status, message).is_temporary(),
                "{message}"
            );
        }
        for (status, message) in [
            (400, "tool_call_id is missing"),
            (429, "too many requests with tools: not supported by your plan"),
            (500, "the tool server crashed"),
            (400, "max_tokens is too large"),
        ] {
            assert!(
                !of(status, message).is_about_tools() && !of(status, message).is_about_format(),
                "{message}"
            );
        }
    }

    #[test]
    fn an_error_may_have_a_successful_status() {
        use serde_json::json;
        let found = |body: Value| {
            in_successful_answer(&body).map(|(status, body)| (status, message(body.to_string().as_bytes())))
        };
        let pair = |status, message: &str| Some((status, message.to_owned()));
        assert_eq!(found(json!({ "error": { "message": "no model", "code": 404 } })), pair(404, "no model"));
        assert_eq!(found(json!({ "error": "out of memory" })), pair(200, "out of memory"));
        assert_eq!(found(json!({ "error": { "message": "m", "code": "x" } })), pair(200, "m"));
        let inside = json!({ "choices": [{ "error": { "message": "upstream", "code": 502 } }] });
        assert_eq!(found(inside), pair(502, "upstream"));
        assert_eq!(found(json!({ "error": null, "choices": [] })), None);
        assert_eq!(found(json!({ "output": [], "error": { "message": "shown by the reader" } })), None);
        assert_eq!(found(json!([])), None);
    }

    #[test]
    fn an_account_without_credit_is_not_temporary() {
        let body = br#"{"error":{"message":"You exceeded your current quota.","type":"insufficient_quota"}}"#;
        let fault = from_answer(429, body, "http://h".to_owned(), str::to_owned);
        assert!(matches!(fault, ModelError::Quota { status: 429, .. }) && !fault.is_temporary());
        assert!(fault.to_string().contains("no credit left"), "{fault}");
        let busy = from_answer(
            429,
            br#"{"error":{"message":"slow down","type":"requests"}}"#,
            String::new(),
            str::to_owned,
        );
        assert!(busy.is_temporary());
    }
}
