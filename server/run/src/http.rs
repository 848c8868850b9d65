//! HTTP clients, as models, servers and sign-ins use them.

use std::time::Duration;

use agmark_task::http::{Proxy, client_builder};
use reqwest::header::HeaderMap;
use reqwest::redirect::Policy;

/// An HTTP client. `to` is the address of the server; a server on this
/// machine is reached without a proxy. `headers` are sent with each request.
///
/// # Errors
/// When TLS cannot be set up.
pub fn client(redirects: Policy, to: &str, headers: &HeaderMap) -> reqwest::Result<reqwest::Client> {
    let builder = client_builder(Proxy::for_address(to)).redirect(redirects);
    builder.default_headers(headers.clone()).connect_timeout(Duration::from_secs(30)).build()
}

/// The root cause of a failed request, for a person.
pub fn cause(error: &reqwest::Error) -> String {
    if error.is_timeout() { "it took too long".to_owned() } else { root_cause(error) }
}

/// The root cause of an error. Common causes are in plain words.
pub fn root_cause(error: &(dyn std::error::Error + 'static)) -> String {
    let mut innermost = error;
    while let Some(source) = innermost.source() {
        innermost = source;
    }
    let kind = innermost.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
    match kind {
        Some(std::io::ErrorKind::ConnectionRefused) => "connection refused: nothing listens there".to_owned(),
        Some(std::io::ErrorKind::ConnectionReset | std::io::ErrorKind::ConnectionAborted) => {
            "the connection was closed".to_owned()
        }
        _ => innermost.to_string(),
    }
}
