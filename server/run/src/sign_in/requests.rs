//! The HTTP requests of a sign-in, with limits for addresses and answers.

use std::error::Error;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use http::{HeaderMap, Method, Request, Response};
use reqwest::redirect::Policy;
use rmcp::transport::auth::{AuthError, OAuthHttpClient, OAuthHttpClientFuture, OAuthHttpRequest};
use tokio::time::timeout;
use url::{Origin, Url};

use super::error::{self, SignInError};
use crate::http::{self as http_client, cause};
use crate::terminal_text::origin;
use agmark_task::http::is_loopback;

/// The maximum size of an answer, in bytes.
const MAX_SIZE: usize = 256 << 10;

/// The time limit for an answer.
const LIMIT: Duration = Duration::from_secs(15);

/// The maximum number of requests for metadata. A server may name any number of services.
const MAX_REQUESTS: u32 = 24;

/// Sends the requests of a sign-in. Requests for metadata may go to any server. Requests with a code or a token go only to the
/// service that the person agreed to. Redirects are not followed.
pub struct SignInRequests {
    server: Url,
    agreed: Mutex<Option<Origin>>,
    read: AtomicU32,
    /// The error of a request that broke a rule.
    error: Mutex<Option<SignInError>>,
}

impl SignInRequests {
    pub fn new(server: Url) -> Self {
        Self { server, agreed: Mutex::default(), read: AtomicU32::new(0), error: Mutex::default() }
    }

    /// Records that the person agreed to this service.
    pub fn agree(&self, service: Origin) {
        *lock(&self.agreed) = Some(service);
    }

    /// The error for an error of the protocol: the error of a request that broke a rule, if any.
    pub fn error_of(&self, error: &AuthError) -> SignInError {
        lock(&self.error).take().unwrap_or_else(|| error::from_protocol(error))
    }

    async fn send(&self, request: Request<Vec<u8>>) -> Result<Response<Vec<u8>>, SignInError> {
        let failed = |text: String| SignInError::Failed(text);
        let url = Url::parse(&request.uri().to_string()).map_err(|error| failed(error.to_string()))?;
        check(&url, &self.server)?;
        if request.method() == Method::GET {
            if self.read.fetch_add(1, Ordering::Relaxed) >= MAX_REQUESTS {
                return Err(SignInError::Refused(format!(
                    "no sign-in service after {MAX_REQUESTS} requests"
                )));
            }
        } else if lock(&self.agreed).as_ref() != Some(&url.origin()) {
            let to = origin(&url.origin());
            return Err(SignInError::Refused(format!("{to} is not the service that you agreed to")));
        }
        let at = origin(&url.origin());
        let answered = timeout(LIMIT, receive(url, request)).await;
        match answered {
            Ok(Ok(response)) => Ok(response),
            Ok(Err(why)) => Err(failed(format!("{at}: {why}"))),
            Err(_) => Err(failed(format!("{at}: no answer within {} seconds", LIMIT.as_secs()))),
        }
    }
}

impl OAuthHttpClient for SignInRequests {
    fn execute(&self, request: OAuthHttpRequest) -> OAuthHttpClientFuture<'_> {
        Box::pin(async move {
            self.send(request.request).await.map_err(|error| {
                *lock(&self.error) = Some(error.clone());
                Box::new(error) as Box<dyn Error + Send + Sync>
            })
        })
    }
}

/// Checks that an address is safe for the sign-in at a server: encrypted, or on this machine like the server.
///
/// # Errors
/// If it is not safe.
pub fn check(url: &Url, server: &Url) -> Result<(), SignInError> {
    let at = || origin(&url.origin());
    let refused = |text: String| Err(SignInError::Refused(text));
    let (is_local, is_server_local) = (is_loopback(url.as_str()), is_loopback(server.as_str()));
    if !url.username().is_empty() || url.password().is_some() {
        return refused(format!("the address at {} contains a user name", at()));
    }
    match url.scheme() {
        // The network must not read a token, and a remote server must not cause requests to this machine.
        "https" if !is_local || is_server_local => Ok(()),
        "http" if is_local && is_server_local => Ok(()),
        "http" if !is_local => refused(format!("{} is not encrypted: it must begin with https://", at())),
        "http" | "https" => refused(format!("{} is on this machine, but the server is not", at())),
        _ => refused("an address must begin with http:// or https://".to_owned()),
    }
}

async fn receive(url: Url, request: Request<Vec<u8>>) -> Result<Response<Vec<u8>>, String> {
    let http = http_client::client(Policy::none(), url.as_str(), &HeaderMap::new())
        .map_err(|error| cause(&error))?;
    let request = reqwest::Request::try_from(request).map_err(|error| cause(&error))?;
    let mut answer = http.execute(request).await.map_err(|error| cause(&error))?;
    let mut body = Vec::new();
    while let Some(piece) = answer.chunk().await.map_err(|error| cause(&error))? {
        if body.len() + piece.len() > MAX_SIZE {
            return Err(format!("the answer is larger than {} KiB", MAX_SIZE >> 10));
        }
        body.extend_from_slice(&piece);
    }
    let mut response = Response::new(body);
    *response.status_mut() = answer.status();
    *response.headers_mut() = answer.headers().clone();
    Ok(response)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_encrypted_or_on_this_machine() {
        let ok =
            |url: &str, server: &str| check(&Url::parse(url).unwrap(), &Url::parse(server).unwrap()).is_ok();
        assert!(ok("https://login.example/token", "https://mcp.example/mcp"));
        assert!(ok("http://127.0.0.1:5/token", "http://localhost:4/mcp"));
        assert!(ok("https://login.example/token", "http://localhost:4/mcp"));
        for (url, server) in [
            ("http://login.example/token", "https://mcp.example/mcp"),
            ("http://mcp.example/mcp", "http://mcp.example/mcp"),
            ("http://127.0.0.1/token", "https://mcp.example/mcp"),
            ("https://localhost/token", "https://mcp.example/mcp"),
            ("https://[::ffff:127.0.0.1]/token", "https://mcp.example/mcp"),
            ("https://mcp.example@evil.example/token", "https://mcp.example/mcp"),
            ("file:///etc/passwd", "https://mcp.example/mcp"),
            ("javascript:alert(1)", "http://localhost:4/mcp"),
        ] {
            assert!(!ok(url, server), "{url} for {server}");
        }
    }
}
