//! The requests of a sign-in: to whom they may go, and how much may come back.

use std::error::Error;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use agmark_task::http::is_loopback;
use http::{HeaderMap, Method, Request, Response};
use reqwest::redirect::Policy;
use rmcp::transport::auth::{OAuthHttpClient, OAuthHttpClientFuture, OAuthHttpRequest};
use tokio::time::timeout;
use url::{Origin, Url};

use super::fault::SignInError;
use super::words::origin;
use crate::model::{cause, http_client};

/// Bytes of one answer.
const LARGEST: usize = 256 << 10;

/// How long one answer may take.
const LIMIT: Duration = Duration::from_secs(15);

/// So many descriptions are looked for: a server may name any number of services.
const MOST: u32 = 24;

/// Makes the requests of one sign-in. Reads descriptions wherever they are; what carries a code or a token goes only
/// to the service that the person agreed to. No redirect is followed here.
pub struct Wire {
    server: Url,
    agreed: Mutex<Option<Origin>>,
    read: AtomicU32,
    /// Which of our rules stopped a request.
    fault: Mutex<Option<SignInError>>,
}

impl Wire {
    pub fn new(server: Url) -> Self {
        Self { server, agreed: Mutex::default(), read: AtomicU32::new(0), fault: Mutex::default() }
    }

    /// The person agreed to this service.
    pub fn agree(&self, service: Origin) {
        *lock(&self.agreed) = Some(service);
    }

    /// Which of our rules stopped a request, if one did.
    pub fn fault(&self) -> Option<SignInError> {
        lock(&self.fault).take()
    }

    async fn send(&self, request: Request<Vec<u8>>) -> Result<Response<Vec<u8>>, SignInError> {
        let failed = |text: String| SignInError::Failed(text);
        let url = Url::parse(&request.uri().to_string()).map_err(|error| failed(error.to_string()))?;
        check(&url, &self.server)?;
        if request.method() == Method::GET {
            if self.read.fetch_add(1, Ordering::Relaxed) >= MOST {
                return Err(SignInError::Refused(format!("it takes more than {MOST} requests to find it")));
            }
        } else if lock(&self.agreed).as_ref() != Some(&url.origin()) {
            let to = origin(&url.origin());
            return Err(SignInError::Refused(format!("{to} is not the service that you agreed to")));
        }
        let at = origin(&url.origin());
        let answered = timeout(LIMIT, received(url, request)).await;
        match answered {
            Ok(Ok(response)) => Ok(response),
            Ok(Err(why)) => Err(failed(format!("{at}: {why}"))),
            Err(_) => Err(failed(format!("{at}: no answer within {} seconds", LIMIT.as_secs()))),
        }
    }
}

impl OAuthHttpClient for Wire {
    fn execute(&self, request: OAuthHttpRequest) -> OAuthHttpClientFuture<'_> {
        Box::pin(async move {
            self.send(request.request).await.map_err(|fault| {
                *lock(&self.fault) = Some(fault.clone());
                Box::new(fault) as Box<dyn Error + Send + Sync>
            })
        })
    }
}

/// Whether an address is safe for the sign-in at a server: encrypted, or on this machine if the server is there, too.
///
/// # Errors
/// When it is not.
pub fn check(url: &Url, server: &Url) -> Result<(), SignInError> {
    let at = || origin(&url.origin());
    let refused = |text: String| Err(SignInError::Refused(text));
    let (near, server_near) = (is_loopback(url.as_str()), is_loopback(server.as_str()));
    if !url.username().is_empty() || url.password().is_some() {
        return refused(format!("the address at {} has a user in it", at()));
    }
    match url.scheme() {
        // Others on the way must not read a token, and a server elsewhere must not send us to this machine.
        "https" if !near || server_near => Ok(()),
        "http" if near && server_near => Ok(()),
        "http" if !near => refused(format!("{} is not encrypted: it must begin with https://", at())),
        "http" | "https" => refused(format!("{} is on this machine, and the server is not", at())),
        _ => refused("an address in it is neither http:// nor https://".to_owned()),
    }
}

async fn received(url: Url, request: Request<Vec<u8>>) -> Result<Response<Vec<u8>>, String> {
    let http = http_client(Policy::none(), url.as_str(), &HeaderMap::new()).map_err(|error| cause(&error))?;
    let request = reqwest::Request::try_from(request).map_err(|error| cause(&error))?;
    let mut answer = http.execute(request).await.map_err(|error| cause(&error))?;
    let mut body = Vec::new();
    while let Some(piece) = answer.chunk().await.map_err(|error| cause(&error))? {
        if body.len() + piece.len() > LARGEST {
            return Err(format!("the answer is larger than {} KiB", LARGEST >> 10));
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
