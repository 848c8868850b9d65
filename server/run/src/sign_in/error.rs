//! Errors of sign-ins. Their messages contain no tokens, and no text of a server except for the error codes of OAuth.

use std::time::Duration;

use rmcp::transport::auth::{AuthError, ProtectedResourceMetadataInvalidReason as Invalid};

use crate::http::{cause, root_cause};
use crate::terminal_text::{origin, shown};

/// The time limit for the metadata of a sign-in service.
pub const DISCOVERY_TIME: Duration = Duration::from_secs(30);

/// The error codes of OAuth. Messages repeat only these: other text of a server may contain anything.
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
        "it asks for a sign-in: run `agmark markdownlang login \"{server}\"` in a terminal first, or add a token, like `headers: {{ Authorization: \"Bearer ${{TOKEN}}\" }}`"
    )]
    NoPerson { server: String },
    #[error(
        "it does not accept the stored sign-in: run `agmark markdownlang login \"{server}\"` in a terminal"
    )]
    Expired { server: String },
    #[error(
        "its sign-in service has changed from {from} to {to}, so the stored sign-in is not used: if this is correct, run `agmark markdownlang logout \"{server}\"` and then `login`"
    )]
    Moved { server: String, from: String, to: String },
    #[error("it asks for a sign-in, and you did not agree to it")]
    Declined { server: String },
    #[error(
        "it asks for a sign-in, but names no sign-in service: add a token, like `headers: {{ Authorization: \"Bearer ${{TOKEN}}\" }}`"
    )]
    Unknown,
    #[error("the sign-in was refused: {0}")]
    Refused(String),
    #[error("the sign-in failed: {0}")]
    Failed(String),
    #[error("the sign-in service answered with the error `{0}`: nothing was stored")]
    Denied(String),
    #[error(
        "the answer of the browser belongs to another sign-in (wrong `state`): nothing was stored. Sign in again"
    )]
    State,
    #[error("no sign-in within {}: try again", crate::time::spoken(*limit))]
    Late { limit: Duration },
    #[error("the sign-in failed: no metadata within {} seconds", DISCOVERY_TIME.as_secs())]
    Slow,
    #[error("cannot open a port for the answer of the browser: {0}")]
    Listen(String),
    #[error("cannot store the sign-in: {0}")]
    Store(String),
    #[error("cannot read the stored sign-in: {0}. Remove it with `agmark markdownlang logout`")]
    Read(String),
}

impl SignInError {
    /// The service does not protect the code on its way through the browser.
    pub(super) fn no_pkce() -> Self {
        Self::Refused(
            "the sign-in service does not support PKCE (`code_challenge_methods_supported` with S256)"
                .to_owned(),
        )
    }
}

/// An error of the protocol.
pub(super) fn from_protocol(error: &AuthError) -> SignInError {
    use AuthError as E;
    let failed = |text: &str| SignInError::Failed(text.to_owned());
    let refused = |text: String| SignInError::Refused(text);
    match error {
        E::NoAuthorizationSupport => SignInError::Unknown,
        E::RegistrationFailed(text) => {
            SignInError::Failed(format!("the sign-in service does not register agmark{}", code(text)))
        }
        E::TokenExchangeFailed(text) => {
            SignInError::Failed(format!("the sign-in service returned no token{}", code(text)))
        }
        E::TokenRefreshFailed(text) => SignInError::Failed(format!("it cannot be renewed{}", code(text))),
        E::AuthorizationRequired | E::TokenExpired | E::TokenRefreshRejected(_) => failed("it has expired"),
        E::DiscoveryRequestFailed { url, source } => {
            SignInError::Failed(format!("{}: {}", origin(&url.origin()), shown(&root_cause(&**source))))
        }
        E::ProtectedResourceMetadataInvalid { reason, .. } => match &**reason {
            Invalid::ResourceMismatch { permitted, .. } => {
                refused(format!("its metadata is for another server, {}", origin(&permitted.origin())))
            }
            _ => refused("its metadata is invalid".to_owned()),
        },
        E::AuthorizationServersUnavailable { .. } => failed("the sign-in service does not answer like one"),
        E::PkceUnsupported => SignInError::no_pkce(),
        E::AuthorizationServerMismatch { received_issuer, .. } => {
            refused(format!("the sign-in service has another `issuer`, {}", shown(received_issuer)))
        }
        E::AuthorizationServerMissingIssuer { .. } => {
            refused("the sign-in service has no `issuer`".to_owned())
        }
        E::CredentialStoreError(text) => SignInError::Store(text.clone()),
        E::HttpError(error) => SignInError::Failed(cause(error)),
        _ => failed("the sign-in service does not answer like one"),
    }
}

/// The message for an error of a sign-in in use.
pub(crate) fn message(error: &AuthError) -> String {
    from_protocol(error).to_string()
}

/// The error code in an answer, if OAuth defines it.
fn code(text: &str) -> String {
    let code = CODES.iter().find(|code| text.contains(**code));
    code.map(|code| format!(" (`{code}`)")).unwrap_or_default()
}

/// The error for a code from the browser.
pub(super) fn denied(error: &str) -> SignInError {
    SignInError::Denied(
        CODES
            .iter()
            .find(|code| **code == error)
            .map_or_else(|| "unknown".to_owned(), |code| (*code).to_owned()),
    )
}
