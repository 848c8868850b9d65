//! What can go wrong between us and the model.

use std::time::Duration;

use serde_json::Value;

/// Why a request has no reply.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Fault {
    /// The server answered with an error.
    #[error("{}", refused(*status, message, base_url))]
    Refused { status: u16, message: String, base_url: String },
    /// The server cannot be reached, or the connection was cut.
    #[error(
        "cannot reach {base_url}: {message}. Check the network and the base URL (`-base-url`, OPENAI_BASE_URL)"
    )]
    Connection { message: String, base_url: String },
    /// No whole reply came in time.
    #[error("no reply from {base_url} within {limit:?}")]
    Late { limit: Duration, base_url: String },
    /// The reply is longer than what is read.
    #[error("the reply is larger than {} MiB, which is the most that is read", limit >> 20)]
    TooLarge { limit: usize },
    /// The reply is not what the API replies.
    #[error(
        "{base_url} did not reply as the API does: {message}. Is this the address of a compatible server?"
    )]
    Unreadable { message: String, base_url: String },
    /// The base URL is none.
    #[error("`{base_url}` is no base URL: {message}. Write it like https://api.openai.com/v1")]
    Address { message: String, base_url: String },
    /// The recording says otherwise, or has come to its end.
    #[error("{0}")]
    Replay(String),
}

impl Fault {
    /// Whether the same request may well go through a moment later.
    pub fn is_transient(&self) -> bool {
        match self {
            Self::Refused { status, .. } => matches!(status, 408 | 409 | 429 | 500..=599),
            Self::Connection { .. } | Self::Late { .. } => true,
            Self::TooLarge { .. } | Self::Unreadable { .. } | Self::Address { .. } | Self::Replay(_) => false,
        }
    }

    /// What went wrong, without what to do about it: the same request goes out again.
    pub fn brief(&self) -> String {
        match self {
            Self::Refused { status, message, base_url } => answered(*status, message, base_url),
            Self::Connection { message, base_url } => format!("cannot reach {base_url}: {message}"),
            other => other.to_string(),
        }
    }

    /// Whether the server does not know `json_schema`, or not this schema.
    pub fn is_about_format(&self) -> bool {
        let Self::Refused { status: 400 | 422 | 501, message, .. } = self else { return false };
        let message = message.to_lowercase();
        ["json_schema", "response_format", "text.format", "structured output"]
            .iter()
            .any(|word| message.contains(word))
    }
}

fn refused(status: u16, message: &str, base_url: &str) -> String {
    let advice = match status {
        401 => "Set OPENAI_API_KEY to a valid key",
        403 => {
            "The key may not use this model or this server: use another key, or another model with `-model`"
        }
        404 => {
            "There is no such model or no such address: check `-model` and the base URL (`-base-url`, OPENAI_BASE_URL)"
        }
        408 | 409 | 429 | 500..=599 => "It was tried as often and as long as the run allows: try again later",
        300..=399 => "Redirects are not followed: use the final address as the base URL",
        _ => "The request was refused",
    };
    format!("{}. {advice}", answered(status, message, base_url))
}

fn answered(status: u16, message: &str, base_url: &str) -> String {
    let colon = if message.is_empty() { "" } else { ": " };
    format!("{base_url} answered {status}{colon}{message}")
}

/// The message in the body of an error, on one line and no longer than a person reads.
pub fn message(body: &[u8]) -> String {
    const LONGEST: usize = 500;
    let text = String::from_utf8_lossy(body);
    let value: Option<Value> = serde_json::from_str(&text).ok();
    let told = value.as_ref().and_then(|value| {
        let error = value.get("error").unwrap_or(value);
        let error = error.get("message").unwrap_or(error);
        error.as_str().map(str::to_owned)
    });
    let told = told.unwrap_or_else(|| text.into_owned());
    let mut line = told.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() > LONGEST {
        line = line.chars().take(LONGEST).collect();
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
        let fault =
            |status| Fault::Refused { status, message: "no".to_owned(), base_url: "http://h".to_owned() };
        assert_eq!(fault(401).to_string(), "http://h answered 401: no. Set OPENAI_API_KEY to a valid key");
        assert!(!fault(401).is_transient() && !fault(404).is_transient() && fault(409).is_transient());
        assert!(fault(503).is_transient() && fault(429).is_transient());
        assert_eq!(fault(503).brief(), "http://h answered 503: no");
    }
}
