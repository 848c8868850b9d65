//! HTTP requests to servers.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use futures_util::TryStreamExt;
use futures_util::stream::BoxStream;
use http::header::{HeaderMap, HeaderName, HeaderValue};
use reqwest::redirect::Policy;
use rmcp::ErrorData;
use rmcp::model::{ClientJsonRpcMessage, JsonRpcMessage, RequestId, ServerJsonRpcMessage};
use rmcp::transport::common::client_side_sse::SseRetryPolicy;
use rmcp::transport::streamable_http_client::{
    SseError, StreamableHttpClient, StreamableHttpClientTransportConfig, StreamableHttpError,
    StreamableHttpPostResponse,
};
use sse_stream::Sse;

use super::invalid_message;
use crate::variables;

/// The headers that the protocol sets. Programs cannot set them.
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

/// Opens an ended event stream three times more, so that a stopped server is noticed after a second.
#[derive(Debug)]
pub struct FewRetries;

impl SseRetryPolicy for FewRetries {
    fn retry(&self, current_times: usize) -> Option<Duration> {
        let pause = [50, 200, 500].get(current_times)?;
        Some(Duration::from_millis(*pause))
    }
}

/// A client that replaces invalid messages of a server with errors, so that requests do not wait for an answer.
#[derive(Clone)]
pub struct CheckedClient(pub reqwest::Client);

type HttpResult<T> = Result<T, StreamableHttpError<reqwest::Error>>;
type Events = BoxStream<'static, Result<Sse, SseError>>;

impl StreamableHttpClient for CheckedClient {
    type Error = reqwest::Error;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        token: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> HttpResult<StreamableHttpPostResponse> {
        let size = StreamableHttpClientTransportConfig::default().max_sse_event_size;
        self.post_message_with_max_sse_event_size(uri, message, session, token, headers, size).await
    }

    async fn post_message_with_max_sse_event_size(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        token: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
        size: usize,
    ) -> HttpResult<StreamableHttpPostResponse> {
        let request = match &message {
            JsonRpcMessage::Request(request) => Some(request.id.clone()),
            _ => None,
        };
        let http = &self.0;
        let answer = http.post_message_with_max_sse_event_size(uri, message, session, token, headers, size);
        Ok(match answer.await? {
            StreamableHttpPostResponse::Sse(events, session) => {
                StreamableHttpPostResponse::Sse(checked(events), session)
            }
            StreamableHttpPostResponse::Json(answer, session) => {
                StreamableHttpPostResponse::Json(matching(answer, request), session)
            }
            other => other,
        })
    }

    async fn delete_session(
        &self,
        uri: Arc<str>,
        session: Arc<str>,
        token: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> HttpResult<()> {
        self.0.delete_session(uri, session, token, headers).await
    }

    async fn get_stream(
        &self,
        uri: Arc<str>,
        session: Option<Arc<str>>,
        last: Option<String>,
        token: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> HttpResult<Events> {
        Ok(checked(self.0.get_stream(uri, session, last, token, headers).await?))
    }

    async fn get_stream_with_max_sse_event_size(
        &self,
        uri: Arc<str>,
        session: Option<Arc<str>>,
        last: Option<String>,
        token: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
        size: usize,
    ) -> HttpResult<Events> {
        let events = self.0.get_stream_with_max_sse_event_size(uri, session, last, token, headers, size);
        Ok(checked(events.await?))
    }
}

/// The events, with invalid messages replaced with errors.
fn checked(events: Events) -> Events {
    let checked = events.map_ok(|mut event| {
        let replacement =
            event.data.as_deref().and_then(|data| invalid_message::replacement(data.as_bytes()));
        event.data = replacement.or(event.data);
        event
    });
    Box::pin(checked)
}

/// The answer to a request, or an error if it answers another request.
fn matching(answer: ServerJsonRpcMessage, request: Option<RequestId>) -> ServerJsonRpcMessage {
    let Some(request) = request else { return answer };
    let matches = match &answer {
        JsonRpcMessage::Response(response) => response.id == request,
        // An error without an id answers the request that was sent.
        JsonRpcMessage::Error(error) => error.id.as_ref() == Some(&request),
        _ => false,
    };
    if matches {
        return answer;
    }
    let error = match answer {
        JsonRpcMessage::Error(error) => error.error,
        _ => ErrorData::internal_error(invalid_message::MESSAGE, None),
    };
    ServerJsonRpcMessage::error(error, Some(request))
}

/// A client for a server. The headers are sent with each request.
///
/// # Errors
/// If TLS cannot be set up.
pub fn client(url: &str, headers: &HeaderMap, redirects: Policy) -> Result<reqwest::Client, String> {
    crate::http::client(redirects, url, headers).map_err(|error| error.to_string())
}

/// The headers, with the values of environment variables.
///
/// # Errors
/// If a header is invalid, or a variable is not set.
pub fn headers(
    written: &[(String, String)],
    variable: impl Fn(&str) -> Option<String>,
) -> Result<HeaderMap, String> {
    let mut headers = HeaderMap::new();
    for (name, value) in written {
        let sent = HeaderName::try_from(name.as_str())
            .map_err(|_| format!("invalid name of a header: {name:?}. Rename it in `headers`"))?;
        if RESERVED.contains(&sent.as_str()) {
            return Err(format!(
                "the header `{sent}` is reserved for the protocol: remove it from `headers`"
            ));
        }
        // A token from a file may end with a line break.
        let value = variables::expand(value, &variable)?;
        let mut value = HeaderValue::try_from(value.trim())
            .map_err(|_| format!("the value of the header `{sent}` has invalid characters"))?;
        value.set_sensitive(true);
        headers.append(sent, value);
    }
    Ok(headers)
}

/// Follows redirects only within the origin that the person has seen.
pub fn redirects() -> Policy {
    Policy::custom(|attempt| {
        let origin = attempt.previous().first().map(url::Url::origin);
        if origin.as_ref() != Some(&attempt.url().origin()) {
            let to = attempt.url().origin().ascii_serialization();
            attempt.error(format!(
                "it redirects to {to}: if this is correct, write this address into the program"
            ))
        } else if attempt.previous().len() > 5 {
            attempt.error("it redirects too often")
        } else {
            attempt.follow()
        }
    })
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
        assert!(sent("a b", "x").unwrap_err().contains("invalid name of a header"));
        assert!(sent("X", "a\r\nHost: evil").unwrap_err().contains("invalid characters"));
        for name in ["Host", "Mcp-Session-Id", "content-type", "Transfer-Encoding"] {
            assert!(sent(name, "x").unwrap_err().contains("reserved for the protocol"), "{name}");
        }
    }
}
