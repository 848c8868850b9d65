//! Errors of servers, in words for people and models, without names of Rust types.

use std::error::Error;

use rmcp::service::{ClientInitializeError, ServiceError};
use rmcp::transport::streamable_http_client::StreamableHttpError;
use rmcp::transport::worker::WorkerQuitReason;

use super::invalid_message;
use crate::http::{cause, root_cause};

/// The maximum number of characters of an answer in a message.
const MAX_LENGTH: usize = 300;

/// The error of rmcp for a server whose stream has ended.
const CLOSED: &str = "streamable HTTP response stream closed before its final response";

/// The beginning of the error of rmcp for an invalid message. The name of a type follows.
const NO_MESSAGE: &str = "could not parse JSON response";

type Http = StreamableHttpError<reqwest::Error>;

/// Why a call has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallError {
    /// The server answered with an error.
    Reported(String),
    /// The connection to the server is lost, with the reason.
    Lost(String),
}

/// Why a call has no result.
pub fn of_call(error: &ServiceError) -> CallError {
    match error {
        ServiceError::McpError(error) if error.message == CLOSED => CallError::Lost(
            "the connection was closed before the answer, or the answer was larger than 16 MiB".to_owned(),
        ),
        ServiceError::McpError(error) => CallError::Reported(error.message.clone().into_owned()),
        ServiceError::TransportSend(error) => match transport(&*error.error) {
            Transport::Refused(words) => CallError::Reported(words),
            Transport::Broken(words) => CallError::Lost(words),
        },
        ServiceError::UnexpectedResponse => {
            CallError::Reported("its answer does not belong to the request".to_owned())
        }
        _ => CallError::Lost("the connection was closed".to_owned()),
    }
}

/// Why a server did not start.
pub fn of_start(error: &ClientInitializeError) -> String {
    use ClientInitializeError as E;
    match error {
        E::ConnectionClosed(_) => "it ended or closed the connection before it answered".to_owned(),
        E::JsonRpcError(error) => format!("it answered with an error: {}", error.message),
        E::TransportError { error, .. } => match transport(&*error.error) {
            Transport::Refused(words) | Transport::Broken(words) => words,
        },
        E::NoCompatibleProtocolVersion { .. } => {
            "unsupported version of the protocol: update the server or agmark".to_owned()
        }
        E::LegacyFallbackFailed { fallback, .. } => of_start(fallback),
        E::Cancelled => "it was cancelled".to_owned(),
        _ => "it does not answer like an MCP server".to_owned(),
    }
}

/// An error of the transport.
enum Transport {
    /// The server answered with an error or something unexpected.
    Refused(String),
    /// The connection failed.
    Broken(String),
}

fn transport(error: &(dyn Error + 'static)) -> Transport {
    match http_cause(error) {
        Some(HttpCause::Http(error)) => http(error),
        Some(HttpCause::Closed) => closed(),
        None => Transport::Broken(root_cause(error)),
    }
}

/// The cause inside an error of rmcp.
enum HttpCause<'a> {
    Http(&'a Http),
    Closed,
}

fn http_cause<'a>(error: &'a (dyn Error + 'static)) -> Option<HttpCause<'a>> {
    let mut at = Some(error);
    while let Some(one) = at {
        if let Some(error) = one.downcast_ref::<Http>() {
            return Some(HttpCause::Http(error));
        }
        if let Some(quit) = one.downcast_ref::<WorkerQuitReason<Http>>() {
            return Some(match quit {
                WorkerQuitReason::Fatal { error, .. } => HttpCause::Http(error),
                _ => HttpCause::Closed,
            });
        }
        at = one.source();
    }
    None
}

/// The request of a server for a sign-in, with its header `WWW-Authenticate`, if any.
pub struct SignInChallenge(pub Option<String>);

/// The request for a sign-in by a server that did not start, if any.
pub fn challenge_of_start(error: &ClientInitializeError) -> Option<SignInChallenge> {
    match error {
        ClientInitializeError::TransportError { error, .. } => challenge(&*error.error),
        ClientInitializeError::LegacyFallbackFailed { fallback, .. } => challenge_of_start(fallback),
        _ => None,
    }
}

/// The request for a sign-in instead of an answer, if any.
pub fn challenge_of_call(error: &ServiceError) -> Option<SignInChallenge> {
    match error {
        ServiceError::TransportSend(error) => challenge(&*error.error),
        _ => None,
    }
}

fn challenge(error: &(dyn Error + 'static)) -> Option<SignInChallenge> {
    let Some(HttpCause::Http(error)) = http_cause(error) else { return None };
    match error {
        StreamableHttpError::AuthRequired(asked) => {
            Some(SignInChallenge(Some(asked.www_authenticate_header.clone())))
        }
        StreamableHttpError::UnexpectedServerResponse(answer) if answer.starts_with("HTTP 401") => {
            Some(SignInChallenge(None))
        }
        _ => None,
    }
}

fn closed() -> Transport {
    Transport::Broken("the connection was closed".to_owned())
}

fn http(error: &Http) -> Transport {
    use StreamableHttpError as E;
    Transport::Refused(match error {
        E::Client(error) => return Transport::Broken(cause(error)),
        E::Io(error) => return Transport::Broken(root_cause(error)),
        E::Sse(_) | E::UnexpectedEndOfStream | E::TransportChannelClosed | E::ControlRequestTimeout => {
            return closed();
        }
        E::HttpStatus(status) => format!("it answered with the status {}", status.status),
        E::ResponseBodyTooLarge { max_size } => {
            format!("its answer is larger than {}: ask for less", size(*max_size))
        }
        E::UnexpectedServerResponse(answer) if answer.starts_with("HTTP 401") => sign_in(),
        E::UnexpectedServerResponse(answer) if answer.starts_with(NO_MESSAGE) => {
            invalid_message::MESSAGE.to_owned()
        }
        E::UnexpectedServerResponse(answer) => {
            format!("unexpected answer: {}", shortened(answer).trim_end_matches(':'))
        }
        E::UnexpectedContentType(kind) => format!(
            "it answered with {} instead of JSON or an event stream: check that this is the address of an MCP server",
            kind.as_deref().map_or_else(|| "an unknown type".to_owned(), shortened)
        ),
        E::AuthRequired(_) => sign_in(),
        E::Auth(error) => crate::sign_in::message(error),
        E::InsufficientScope(_) => "it refused the token (403): use one with more rights".to_owned(),
        E::ReservedHeaderConflict(name) => {
            format!("the header `{name}` is reserved for the protocol: remove it")
        }
        E::SessionExpired | E::SessionRecoveryTimeout | E::ReinitializationFailed(_) => {
            "it ended the session".to_owned()
        }
        _ => "it does not answer like an MCP server".to_owned(),
    })
}

fn sign_in() -> String {
    "it asks for a sign-in (401): run `agmark markdownlang login` with its address in a terminal, or give it a token, like `headers: { Authorization: \"Bearer ${TOKEN}\" }`"
        .to_owned()
}

fn size(bytes: usize) -> String {
    if bytes >= 1 << 20 { format!("{} MiB", bytes >> 20) } else { format!("{} KiB", bytes >> 10) }
}

fn shortened(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MAX_LENGTH) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
