//! Why nobody could sign in: in words for people, without tokens and without the words of the other side, but for short
//! names.

use std::time::Duration;

use rmcp::transport::auth::{AuthError, ProtectedResourceMetadataInvalidReason as Invalid};

use super::wire::Wire;
use super::words::{origin, shown};
use crate::model::innermost;

/// What OAuth calls its errors. Only these are repeated: other words of a server may hold anything.
const CODES: [&str; 14] = [
    "invalid_request",
    "invalid_client",
    "invalid_grant",
    "invalid_scope",
    "invalid_target",
    "invalid_redirect_uri",
    "invalid_client_metadata",
    "unauthorized_client",
    "unsupported_grant_type",
    "unsupported_response_type",
    "access_denied",
    "server_error",
    "temporarily_unavailable",
    "login_required",
];

/// Why there is no sign-in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignInError {
    #[error("invalid address: {0}")]
    Address(String),
    #[error(
        "it asks for a sign-in: run `agmark markdownlang login \"{server}\"` in a terminal first, or give it a token, like `headers: {{ Authorization: \"Bearer ${{TOKEN}}\" }}`"
    )]
    Nobody { server: String },
    #[error(
        "it does not accept the sign-in any more: run `agmark markdownlang login \"{server}\"` in a terminal"
    )]
    Stale { server: String },
    #[error(
        "its sign-in service was {from} and is {to} now, so the old sign-in is not used: if that is right, run `agmark markdownlang logout \"{server}\"` and then `login`"
    )]
    Moved { server: String, from: String, to: String },
    #[error("it asks for a sign-in, and you did not agree to it")]
    Declined { server: String },
    #[error(
        "it asks for a sign-in, but does not say where: give it a token, like `headers: {{ Authorization: \"Bearer ${{TOKEN}}\" }}`"
    )]
    Unknown,
    #[error("the sign-in is refused: {0}")]
    Refused(String),
    #[error("the sign-in failed: {0}")]
    Failed(String),
    #[error("the sign-in service answered with the error `{0}`: nothing was kept")]
    Denied(String),
    #[error(
        "the answer of the browser belongs to another sign-in (wrong `state`): nothing was kept. Sign in again"
    )]
    State,
    #[error("nobody signed in within {}: try again", crate::time::spoken(*limit))]
    Late { limit: Duration },
    #[error("the sign-in failed: what describes it did not arrive within {} seconds", super::DISCOVERY.as_secs())]
    Slow,
    #[error("no port on this machine is free for the answer of the browser: {0}")]
    Listen(String),
    #[error("the sign-in cannot be kept: {0}")]
    Keep(String),
    #[error("the sign-in that is kept cannot be read: {0}. Remove it with `agmark markdownlang logout`")]
    Read(String),
}

/// What a fault of the protocol means. If our own rules stopped a request, they have the word.
pub(super) fn of(error: &AuthError, wire: &Wire) -> SignInError {
    match wire.fault() {
        Some(own) => own,
        None => translated(error),
    }
}

fn translated(error: &AuthError) -> SignInError {
    use AuthError as E;
    let failed = |text: &str| SignInError::Failed(text.to_owned());
    let refused = |text: String| SignInError::Refused(text);
    match error {
        E::NoAuthorizationSupport => SignInError::Unknown,
        E::RegistrationFailed(text) => SignInError::Failed(format!(
            "the sign-in service does not accept agmark as a new program{}",
            code(text)
        )),
        E::TokenExchangeFailed(text) => {
            SignInError::Failed(format!("the sign-in service gave no token{}", code(text)))
        }
        E::TokenRefreshFailed(text) => SignInError::Failed(format!("it could not be renewed{}", code(text))),
        E::AuthorizationRequired | E::TokenExpired | E::TokenRefreshRejected(_) => {
            failed("it is not valid any more")
        }
        E::DiscoveryRequestFailed { url, source } => {
            SignInError::Failed(format!("{}: {}", origin(&url.origin()), shown(&innermost(&**source))))
        }
        E::ProtectedResourceMetadataInvalid { reason, .. } => match &**reason {
            Invalid::ResourceMismatch { permitted, .. } => {
                refused(format!("what describes it is for another server, {}", origin(&permitted.origin())))
            }
            _ => refused("what describes it is invalid".to_owned()),
        },
        E::AuthorizationServersUnavailable { .. } => failed("the sign-in service does not answer as one"),
        E::PkceUnsupported => super::metadata::no_pkce(),
        E::AuthorizationServerMismatch { received_issuer, .. } => {
            refused(format!("the sign-in service says that it is another one, {}", shown(received_issuer)))
        }
        E::AuthorizationServerMissingIssuer { .. } => {
            refused("the sign-in service does not say who it is (`issuer`)".to_owned())
        }
        E::CredentialStoreError(text) => SignInError::Keep(text.clone()),
        E::HttpError(error) => SignInError::Failed(crate::model::cause(error)),
        _ => failed("the sign-in service does not answer as one"),
    }
}

/// A fault of a sign-in that is in use, in words.
pub(crate) fn why(error: &AuthError) -> String {
    translated(error).to_string()
}

/// The name of the error in an answer, if it is one that OAuth knows.
fn code(text: &str) -> String {
    let code = CODES.iter().find(|code| text.contains(**code));
    code.map(|code| format!(" (`{code}`)")).unwrap_or_default()
}

/// The name of an error that came through the browser.
pub(super) fn denied(error: &str) -> SignInError {
    SignInError::Denied(
        CODES
            .iter()
            .find(|code| **code == error)
            .map_or_else(|| "unknown".to_owned(), |code| (*code).to_owned()),
    )
}
