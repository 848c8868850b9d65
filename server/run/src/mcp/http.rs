//! Servers at an address: how they are called.

use std::time::Duration;

use http::header::{HeaderMap, HeaderName, HeaderValue};
use reqwest::redirect::Policy;
use rmcp::transport::common::client_side_sse::SseRetryPolicy;

use super::expanded;
use crate::model::http_client;

/// Headers that the protocol sets itself.
const RESERVED: [&str; 9] = [
    "accept",
    "connection",
    "content-length",
    "content-type",
    "host",
    "last-event-id",
    "mcp-protocol-version",
    "mcp-session-id",
    "transfer-encoding",
];

/// How often an event stream that has ended is opened again: a server that is gone is noticed after a second.
#[derive(Debug)]
pub struct FewRetries;

impl SseRetryPolicy for FewRetries {
    fn retry(&self, current_times: usize) -> Option<Duration> {
        let pause = [50, 200, 500].get(current_times)?;
        Some(Duration::from_millis(*pause))
    }
}

/// A client for one server, with the headers that each request carries.
///
/// # Errors
/// When TLS cannot be set up.
pub fn client(url: &str, headers: &HeaderMap, redirects: Policy) -> Result<reqwest::Client, String> {
    http_client(redirects, url, headers).map_err(|error| error.to_string())
}

/// The headers as they are sent, with the variables of the environment in them.
///
/// # Errors
/// When a header cannot be sent, or a variable is not set.
pub fn headers(
    written: &[(String, String)],
    variable: impl Fn(&str) -> Option<String>,
) -> Result<HeaderMap, String> {
    let mut headers = HeaderMap::new();
    for (name, value) in written {
        let sent = HeaderName::try_from(name.as_str())
            .map_err(|_| format!("{name:?} is not the name of a header: rename it in `headers`"))?;
        if RESERVED.contains(&sent.as_str()) {
            return Err(format!("the header `{sent}` belongs to the protocol: remove it from `headers`"));
        }
        // A line break at the end of a token from a file is not part of it.
        let value = expanded(value, &variable)?;
        let mut value = HeaderValue::try_from(value.trim()).map_err(|_| {
            format!("the value of the header `{sent}` has characters that a header cannot carry")
        })?;
        value.set_sensitive(true);
        headers.append(sent, value);
    }
    Ok(headers)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(name: &str, value: &str) -> Result<String, String> {
        let written = [(name.to_owned(), value.to_owned())];
        let headers = headers(&written, |name| (name == "TOKEN").then(|| "t\n".to_owned()))?;
        Ok(headers.iter().map(|(name, value)| format!("{name}: {}", value.to_str().unwrap())).collect())
    }

    #[test]
    fn headers_take_variables_and_keep_to_the_protocol() {
        assert_eq!(sent("X-Team", "a b"), Ok("x-team: a b".to_owned()));
        assert_eq!(sent("Authorization", "Bearer ${TOKEN}"), Ok("authorization: Bearer t".to_owned()));
        assert!(sent("Authorization", "Bearer ${GONE}").unwrap_err().contains("`GONE` is not set"));
        assert!(sent("a b", "x").unwrap_err().contains("is not the name of a header"));
        assert!(sent("X", "a\r\nHost: evil").unwrap_err().contains("cannot carry"));
        for name in ["Host", "Mcp-Session-Id", "content-type", "Transfer-Encoding"] {
            assert!(sent(name, "x").unwrap_err().contains("belongs to the protocol"), "{name}");
        }
    }
}
