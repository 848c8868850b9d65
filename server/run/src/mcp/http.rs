//! Servers at an address: how they are called.

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

use super::{expanded, garbled};
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

/// A client that answers at once where a server answers with something else than a message.
#[derive(Clone)]
pub struct Checked(pub reqwest::Client);

type Told<T> = Result<T, StreamableHttpError<reqwest::Error>>;
type Events = BoxStream<'static, Result<Sse, SseError>>;

impl StreamableHttpClient for Checked {
    type Error = reqwest::Error;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        token: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> Told<StreamableHttpPostResponse> {
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
    ) -> Told<StreamableHttpPostResponse> {
        let asked = match &message {
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
                StreamableHttpPostResponse::Json(belonging(answer, asked), session)
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
    ) -> Told<()> {
        self.0.delete_session(uri, session, token, headers).await
    }

    async fn get_stream(
        &self,
        uri: Arc<str>,
        session: Option<Arc<str>>,
        last: Option<String>,
        token: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> Told<Events> {
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
    ) -> Told<Events> {
        let events = self.0.get_stream_with_max_sse_event_size(uri, session, last, token, headers, size);
        Ok(checked(events.await?))
    }
}

/// Events with an error in the place of each answer that is not a message.
fn checked(events: Events) -> Events {
    let checked = events.map_ok(|mut event| {
        let instead = event.data.as_deref().and_then(|data| garbled::instead(data.as_bytes()));
        event.data = instead.or(event.data);
        event
    });
    Box::pin(checked)
}

/// The answer to a request, or an error if the answer belongs to another one.
fn belonging(answer: ServerJsonRpcMessage, asked: Option<RequestId>) -> ServerJsonRpcMessage {
    let Some(asked) = asked else { return answer };
    let belongs = match &answer {
        JsonRpcMessage::Response(response) => response.id == asked,
        // An error without an id is an answer to what was sent.
        JsonRpcMessage::Error(error) => error.id.as_ref() == Some(&asked),
        _ => false,
    };
    if belongs {
        return answer;
    }
    let error = match answer {
        JsonRpcMessage::Error(error) => error.error,
        _ => ErrorData::internal_error(garbled::WORDS, None),
    };
    ServerJsonRpcMessage::error(error, Some(asked))
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

/// Redirects are followed within the address that the person saw, and nowhere else.
pub fn redirects() -> Policy {
    Policy::custom(|attempt| {
        let origin = attempt.previous().first().map(url::Url::origin);
        if origin.as_ref() != Some(&attempt.url().origin()) {
            let to = attempt.url().origin().ascii_serialization();
            attempt
                .error(format!("it redirects to {to}: if that is right, write that address into the program"))
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
        assert!(sent("a b", "x").unwrap_err().contains("is not the name of a header"));
        assert!(sent("X", "a\r\nHost: evil").unwrap_err().contains("cannot carry"));
        for name in ["Host", "Mcp-Session-Id", "content-type", "Transfer-Encoding"] {
            assert!(sent(name, "x").unwrap_err().contains("belongs to the protocol"), "{name}");
        }
    }
}
