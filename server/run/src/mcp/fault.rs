//! Why a server cannot be spoken to: in words for people and for the model, without the names of types.

use std::error::Error;

use rmcp::service::{ClientInitializeError, ServiceError};
use rmcp::transport::streamable_http_client::StreamableHttpError;
use rmcp::transport::worker::WorkerQuitReason;

use super::garbled;
use crate::model::{cause, innermost};

/// An answer is not longer in a message.
const LONGEST: usize = 300;

/// What rmcp answers in place of a server whose stream has ended.
const CLOSED: &str = "streamable HTTP response stream closed before its final response";

/// What rmcp says of JSON that is no message; the name of a type follows.
const NO_MESSAGE: &str = "could not parse JSON response";

type Http = StreamableHttpError<reqwest::Error>;

/// What went wrong in a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallFault {
    /// The server says so itself.
    Told(String),
    /// The server cannot be reached any more: why.
    Gone(String),
}

/// Why a call has no result.
pub fn of_call(error: &ServiceError) -> CallFault {
    match error {
        ServiceError::McpError(error) if error.message == CLOSED => CallFault::Gone(
            "the connection was closed before the answer, or the answer was larger than 16 MiB".to_owned(),
        ),
        ServiceError::McpError(error) => CallFault::Told(error.message.clone().into_owned()),
        ServiceError::TransportSend(error) => match transport(&*error.error) {
            Transport::Refused(words) => CallFault::Told(words),
            Transport::Broken(words) => CallFault::Gone(words),
        },
        ServiceError::UnexpectedResponse => {
            CallFault::Told("it gave an answer that does not belong to the request".to_owned())
        }
        _ => CallFault::Gone("the connection was closed".to_owned()),
    }
}

/// Why a server did not start.
pub fn of_start(error: &ClientInitializeError) -> String {
    use ClientInitializeError as E;
    match error {
        E::ConnectionClosed(_) => "it ended, or closed the connection, before it answered".to_owned(),
        E::JsonRpcError(error) => format!("it answered with an error: {}", error.message),
        E::TransportError { error, .. } => match transport(&*error.error) {
            Transport::Refused(words) | Transport::Broken(words) => words,
        },
        E::NoCompatibleProtocolVersion { .. } => {
            "it speaks no version of the protocol that is known here: update the server, or agmark".to_owned()
        }
        E::LegacyFallbackFailed { fallback, .. } => of_start(fallback),
        E::Cancelled => "it was cancelled".to_owned(),
        _ => "it does not answer as an MCP server does".to_owned(),
    }
}

/// What went wrong on the way.
enum Transport {
    /// The server answered, but not as it should.
    Refused(String),
    /// There is no connection.
    Broken(String),
}

fn transport(error: &(dyn Error + 'static)) -> Transport {
    match found(error) {
        Some(Found::Http(error)) => http(error),
        Some(Found::Closed) => closed(),
        None => Transport::Broken(innermost(error)),
    }
}

/// What is inside the errors of rmcp.
enum Found<'a> {
    Http(&'a Http),
    Closed,
}

fn found<'a>(error: &'a (dyn Error + 'static)) -> Option<Found<'a>> {
    let mut at = Some(error);
    while let Some(one) = at {
        if let Some(error) = one.downcast_ref::<Http>() {
            return Some(Found::Http(error));
        }
        if let Some(quit) = one.downcast_ref::<WorkerQuitReason<Http>>() {
            return Some(match quit {
                WorkerQuitReason::Fatal { error, .. } => Found::Http(error),
                _ => Found::Closed,
            });
        }
        at = one.source();
    }
    None
}

/// A server asks for a sign-in: what it says about it (`WWW-Authenticate`), if anything.
pub struct Challenge(pub Option<String>);

/// What a server that did not start asks for, if that is a sign-in.
pub fn challenge_of_start(error: &ClientInitializeError) -> Option<Challenge> {
    match error {
        ClientInitializeError::TransportError { error, .. } => challenge(&*error.error),
        ClientInitializeError::LegacyFallbackFailed { fallback, .. } => challenge_of_start(fallback),
        _ => None,
    }
}

/// What a server asks for in place of an answer, if that is a sign-in.
pub fn challenge_of_call(error: &ServiceError) -> Option<Challenge> {
    match error {
        ServiceError::TransportSend(error) => challenge(&*error.error),
        _ => None,
    }
}

fn challenge(error: &(dyn Error + 'static)) -> Option<Challenge> {
    let Some(Found::Http(error)) = found(error) else { return None };
    match error {
        StreamableHttpError::AuthRequired(asked) => {
            Some(Challenge(Some(asked.www_authenticate_header.clone())))
        }
        StreamableHttpError::UnexpectedServerResponse(answer) if answer.starts_with("HTTP 401") => {
            Some(Challenge(None))
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
        E::Io(error) => return Transport::Broken(innermost(error)),
        E::Sse(_) | E::UnexpectedEndOfStream | E::TransportChannelClosed | E::ControlRequestTimeout => {
            return closed();
        }
        E::HttpStatus(status) => format!("it answered with the status {}", status.status),
        E::ResponseBodyTooLarge { max_size } => {
            format!("its answer is too large: more than {}. Ask for less", size(*max_size))
        }
        E::UnexpectedServerResponse(answer) if answer.starts_with("HTTP 401") => sign_in(),
        E::UnexpectedServerResponse(answer) if answer.starts_with(NO_MESSAGE) => garbled::WORDS.to_owned(),
        E::UnexpectedServerResponse(answer) => {
            format!("its answer is unexpected: {}", shortened(answer).trim_end_matches(':'))
        }
        E::UnexpectedContentType(kind) => format!(
            "it answered with {} instead of JSON or an event stream: is this the address of an MCP server?",
            kind.as_deref().map_or_else(|| "an unknown type".to_owned(), shortened)
        ),
        E::AuthRequired(_) => sign_in(),
        E::Auth(error) => crate::sign_in::why(error),
        E::InsufficientScope(_) => "it refused the token (403): use one with more rights".to_owned(),
        E::ReservedHeaderConflict(name) => format!("the header `{name}` belongs to the protocol: remove it"),
        E::SessionExpired | E::SessionRecoveryTimeout | E::ReinitializationFailed(_) => {
            "it has ended the session".to_owned()
        }
        _ => "it does not answer as an MCP server does".to_owned(),
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
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
