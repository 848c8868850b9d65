//! Fetches texts of one site.

use std::collections::HashSet;
use std::error::Error;
use std::io::{self, Read};
use std::iter;
use std::sync::LazyLock;
use std::time::Duration;

use agmark_task::http::{Proxy, client_builder};
use reqwest::blocking::{self, Response};
use reqwest::redirect::Policy;
use reqwest::{StatusCode, header};
use url::Url;

use super::address::same_site;
use super::cookies::Cookies;
use super::secrets::Secrets;
use crate::charset;

/// How long a body may be after decompression, in bytes.
pub const MAX_BODY_BYTES: u64 = 10 << 20;

/// How long a request may take, from the connection to the end of the body.
const TIMEOUT: Duration = Duration::from_secs(10);

const MAX_REDIRECTS: usize = 10;

/// Fetches from one site, also in several threads at once.
#[derive(Clone)]
pub struct Client {
    site: Url,
    cookies: Cookies,
    timeout: Duration,
}

/// The answer of a server.
#[derive(Clone, Debug)]
pub struct Fetched {
    /// The address after all redirects.
    pub url: Url,
    /// The content type that the server states, such as `text/html`, in lowercase.
    pub content_type: Option<String>,
    pub text: String,
    /// A screenshot of the page: a JPEG in base64, if one was taken.
    pub screenshot: Option<String>,
}

/// Why a page was not fetched.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    #[error("answered {0}{reason}", reason = reason_phrase(*.0))]
    Status(u16),
    #[error("no answer within {} s", .0.as_secs())]
    Timeout(Duration),
    #[error("larger than {} MiB", MAX_BODY_BYTES >> 20)]
    TooLarge,
    #[error("redirects to another site, {0}: audit it there")]
    OtherSite(String),
    #[error("redirects in a circle")]
    RedirectLoop,
    #[error("redirects to nowhere")]
    InvalidRedirect,
    #[error("no server of this name is known")]
    UnknownHost,
    #[error("no connection: {0}")]
    Connection(String),
    #[error("its certificate is not accepted: {0}")]
    Certificate(String),
    #[error("it is not HTML but {0}")]
    ContentType(String),
    #[error("the audit was ended before it came")]
    Stopped,
    #[error("{0}")]
    Other(String),
}

impl Client {
    /// A client for the site of an address. The cookies go to no other site.
    pub fn new(site: &Url, cookies: Cookies) -> Self {
        Self::with_timeout(site, cookies, TIMEOUT)
    }

    /// A client with its own limit for the time of a request.
    pub fn with_timeout(site: &Url, cookies: Cookies, timeout: Duration) -> Self {
        Client { site: site.clone(), cookies, timeout }
    }

    /// Whether requests have the cookies of a signed-in user.
    pub fn has_credentials(&self) -> bool {
        !self.cookies.is_empty()
    }

    /// The credentials that requests have.
    pub fn secrets(&self) -> Secrets {
        let mut secrets = Secrets::default();
        self.cookies.secrets().for_each(|(name, value)| secrets.add(name, value));
        secrets.add_address(&self.site);
        secrets
    }

    /// Fetches a page.
    ///
    /// # Errors
    /// If it cannot be fetched or is not HTML.
    pub fn page(&self, url: &Url) -> Result<Fetched, FetchError> {
        self.get(url, |content_type| match content_type {
            None | Some("text/html" | "application/xhtml+xml") => Ok(()),
            Some(other) => Err(FetchError::ContentType(other.to_owned())),
        })
    }

    /// Fetches a text of any content type.
    ///
    /// # Errors
    /// If it cannot be fetched.
    pub fn text(&self, url: &Url) -> Result<Fetched, FetchError> {
        self.get(url, |_| Ok(()))
    }

    fn get(
        &self,
        url: &Url,
        accepts: impl Fn(Option<&str>) -> Result<(), FetchError>,
    ) -> Result<Fetched, FetchError> {
        let mut url = url.clone();
        let mut seen = HashSet::new();
        loop {
            if !same_site(&url, &self.site) {
                return Err(FetchError::OtherSite(url.origin().ascii_serialization()));
            }
            if seen.len() > MAX_REDIRECTS || !seen.insert(url.clone()) {
                return Err(FetchError::RedirectLoop);
            }
            let response = self.send(&url)?;
            let status = response.status();
            if status.is_redirection() && response.headers().contains_key(header::LOCATION) {
                url = redirect_target(&url, &response).ok_or(FetchError::InvalidRedirect)?;
                continue;
            }
            // 204 and 205 are answers without a page.
            if !status.is_success() || matches!(status.as_u16(), 204 | 205) {
                return Err(FetchError::Status(status.as_u16()));
            }
            let stated = response.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
            let stated = stated.map(str::to_owned);
            let content_type = stated.as_deref().and_then(|value| value.split(';').next());
            let content_type = content_type.map(|name| name.trim().to_ascii_lowercase());
            let content_type = content_type.filter(|name| !name.is_empty());
            accepts(content_type.as_deref())?;
            let text = self.body(response, stated.as_deref())?;
            return Ok(Fetched { url, content_type, text, screenshot: None });
        }
    }

    fn send(&self, url: &Url) -> Result<Response, FetchError> {
        let transport = transport(&self.site).as_ref().map_err(|error| self.fetch_error(error))?;
        let mut request = transport.get(url.clone()).timeout(self.timeout);
        if let Some(cookies) = self.cookies.header(url) {
            request = request.header(header::COOKIE, cookies);
        }
        request.send().map_err(|error| self.fetch_error(&error))
    }

    /// The text of a response, decoded as browsers do; `stated` is its content type.
    fn body(&self, response: Response, stated: Option<&str>) -> Result<String, FetchError> {
        let mut bytes = Vec::new();
        let read = response.take(MAX_BODY_BYTES + 1).read_to_end(&mut bytes);
        read.map_err(|error| self.fetch_error(&error))?;
        if bytes.len() as u64 > MAX_BODY_BYTES {
            return Err(FetchError::TooLarge);
        }
        Ok(charset::decode(&bytes, stated))
    }

    /// The reason in an error of the HTTP library. Its own message can contain the address with its password.
    fn fetch_error(&self, error: &(dyn Error + 'static)) -> FetchError {
        let mut innermost = String::new();
        let mut in_connection = false;
        for cause in causes(error) {
            innermost = cause.to_string();
            if let Some(error) = cause.downcast_ref::<reqwest::Error>() {
                if error.is_timeout() {
                    return FetchError::Timeout(self.timeout);
                }
                in_connection |= error.is_connect();
            } else if let Some(error) = cause.downcast_ref::<io::Error>() {
                match error.kind() {
                    io::ErrorKind::TimedOut => return FetchError::Timeout(self.timeout),
                    io::ErrorKind::ConnectionRefused => {
                        return FetchError::Connection("refused".to_owned());
                    }
                    // Others are about the content, such as an invalid gzip header.
                    _ => in_connection |= error.raw_os_error().is_some(),
                }
            } else if cause.is::<rustls::Error>() {
                return FetchError::Certificate(innermost);
            } else if innermost == "dns error" {
                return FetchError::UnknownHost;
            }
        }
        if in_connection { FetchError::Connection(innermost) } else { FetchError::Other(innermost) }
    }
}

/// The connections to a site. They are shared by the whole process and never dropped: dropping them would wait for name
/// look-ups that are still running.
fn transport(site: &Url) -> &'static reqwest::Result<blocking::Client> {
    static DIRECT: LazyLock<reqwest::Result<blocking::Client>> = LazyLock::new(|| connect(Proxy::None));
    static PROXIED: LazyLock<reqwest::Result<blocking::Client>> =
        LazyLock::new(|| connect(Proxy::FromEnvironment));
    match Proxy::for_address(site.as_str()) {
        Proxy::None => &DIRECT,
        Proxy::FromEnvironment => &PROXIED,
    }
}

fn connect(proxy: Proxy) -> reqwest::Result<blocking::Client> {
    // Redirects are followed in `Client::get`, which stays on the site.
    let builder = || blocking::ClientBuilder::from(client_builder(proxy)).redirect(Policy::none()).gzip(true);
    // A machine without certificates can still audit sites over http.
    builder().build().or_else(|_| builder().tls_certs_only([]).build())
}

/// An error and its causes, outermost first.
fn causes<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    iter::successors(Some(error), |error| cause(*error))
}

fn cause<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a (dyn Error + 'static)> {
    match error.downcast_ref::<io::Error>().and_then(io::Error::get_ref) {
        // `source` of such an error skips the error in it.
        Some(inner) => Some(inner),
        None => error.source(),
    }
}

fn redirect_target(from: &Url, response: &Response) -> Option<Url> {
    let location = response.headers().get(header::LOCATION)?.to_str().ok()?;
    let mut to = from.join(location).ok()?;
    to.set_fragment(None);
    Some(to)
}

/// The standard phrase of a status, after a space.
fn reason_phrase(status: u16) -> String {
    let known = StatusCode::from_u16(status).ok();
    known.and_then(|known| known.canonical_reason()).map(|phrase| format!(" {phrase}")).unwrap_or_default()
}
