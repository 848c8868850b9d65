//! Fetches texts of one site.

use std::collections::HashSet;
use std::io::Read;
use std::time::Duration;

use ureq::http::{Response, header};
use ureq::{Agent, Body};
use url::{Host, Url};

use super::address::same_site;
use super::cookies::Cookies;
use super::secrets::Secrets;
use crate::charset;

/// How long a body may be, in bytes.
pub const MOST: u64 = 10 << 20;

/// How long a request may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often a request may be sent elsewhere.
const REDIRECTS: usize = 10;

/// What fetches from one site, also from several threads at once.
#[derive(Clone)]
pub struct Client {
    agent: Agent,
    site: Url,
    cookies: Cookies,
    patience: Duration,
}

/// What a server gave.
#[derive(Clone, Debug)]
pub struct Fetched {
    /// Where it was in the end.
    pub url: Url,
    /// What the server says that it is, as in `text/html`; in small letters.
    pub kind: Option<String>,
    pub text: String,
    /// What it looks like: a JPEG in base64, where one was taken.
    pub picture: Option<String>,
}

/// Why a page was not fetched.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    #[error("answered {status}{words}", status = .0, words = words(*.0))]
    Status(u16),
    #[error("no answer within {} s", .0.as_secs())]
    Slow(Duration),
    #[error("larger than {} MiB", MOST >> 20)]
    Large,
    #[error("redirects to another site, {0}: audit it there")]
    Away(String),
    #[error("redirects in a circle")]
    Circle,
    #[error("redirects to nowhere")]
    Nowhere,
    #[error("no server of this name is known")]
    Unknown,
    #[error("no connection: {0}")]
    Connection(String),
    #[error("its certificate is not accepted: {0}")]
    Certificate(String),
    #[error("it is not HTML but {0}")]
    Kind(String),
    #[error("the audit was ended before it came")]
    Stopped,
    #[error("{0}")]
    Other(String),
}

impl Client {
    /// A client for the site of an address. The cookies go to no other.
    pub fn new(site: &Url, cookies: Cookies) -> Self {
        Self::with_patience(site, cookies, PATIENCE)
    }

    /// One that waits longer or shorter for an answer.
    pub fn with_patience(site: &Url, cookies: Cookies, patience: Duration) -> Self {
        let config = Agent::config_builder();
        // What runs on this machine is not asked for through another one.
        let config = if is_here(site) { config.proxy(None) } else { config };
        let config = config
            .http_status_as_error(false)
            // Followed here, where it is seen whether they leave the site.
            .max_redirects(0)
            .timeout_global(Some(patience))
            .user_agent(concat!("agmark/", env!("CARGO_PKG_VERSION")))
            .build();
        Client { agent: config.into(), site: site.clone(), cookies, patience }
    }

    /// Whether requests are those of somebody who is logged in.
    pub fn has_credentials(&self) -> bool {
        !self.cookies.is_empty()
    }

    /// What is sent as credentials.
    pub fn secrets(&self) -> Secrets {
        let mut secrets = Secrets::default();
        self.cookies.secrets().for_each(|(name, value)| secrets.add(name, value));
        secrets.add_address(&self.site);
        secrets
    }

    /// Fetches a page.
    ///
    /// # Errors
    /// Where there is none, or something else.
    pub fn page(&self, url: &Url) -> Result<Fetched, FetchError> {
        self.get(url, |kind| match kind {
            None | Some("text/html" | "application/xhtml+xml") => Ok(()),
            Some(kind) => Err(FetchError::Kind(kind.to_owned())),
        })
    }

    /// Fetches a text of whatever kind.
    ///
    /// # Errors
    /// Where there is none.
    pub fn text(&self, url: &Url) -> Result<Fetched, FetchError> {
        self.get(url, |_| Ok(()))
    }

    fn get(
        &self,
        url: &Url,
        fits: impl Fn(Option<&str>) -> Result<(), FetchError>,
    ) -> Result<Fetched, FetchError> {
        let mut url = url.clone();
        let mut seen = HashSet::new();
        loop {
            if !same_site(&url, &self.site) {
                return Err(FetchError::Away(url.origin().ascii_serialization()));
            }
            if seen.len() > REDIRECTS || !seen.insert(url.clone()) {
                return Err(FetchError::Circle);
            }
            let response = self.send(&url).map_err(|error| self.why(error))?;
            let status = response.status();
            if status.is_redirection() && response.headers().contains_key(header::LOCATION) {
                url = target(&url, &response).ok_or(FetchError::Nowhere)?;
                continue;
            }
            // 204 and 205 are answers without a page.
            if !status.is_success() || matches!(status.as_u16(), 204 | 205) {
                return Err(FetchError::Status(status.as_u16()));
            }
            let stated = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
            let stated = stated.map(str::to_owned);
            let kind = stated.as_deref().and_then(|kind| kind.split(';').next());
            let kind = kind.map(|kind| kind.trim().to_ascii_lowercase()).filter(|kind| !kind.is_empty());
            fits(kind.as_deref())?;
            let text = self.body(response, stated.as_deref())?;
            return Ok(Fetched { url, kind, text, picture: None });
        }
    }

    fn send(&self, url: &Url) -> Result<Response<Body>, ureq::Error> {
        let mut request = self.agent.get(url.as_str());
        if let Some(cookies) = self.cookies.header(url) {
            request = request.header(header::COOKIE, cookies);
        }
        request.call()
    }

    /// The text of an answer, decoded as browsers do; `stated` is its content type.
    fn body(&self, response: Response<Body>, stated: Option<&str>) -> Result<String, FetchError> {
        let reader = response.into_body().into_with_config().limit(u64::MAX).reader();
        let mut bytes = Vec::new();
        // Counted after unpacking.
        let read = reader.take(MOST + 1).read_to_end(&mut bytes);
        read.map_err(|error| self.why(ureq::Error::from(error)))?;
        if bytes.len() as u64 > MOST {
            return Err(FetchError::Large);
        }
        Ok(charset::decode(&bytes, stated))
    }

    fn why(&self, error: ureq::Error) -> FetchError {
        use std::io::ErrorKind;
        match error {
            ureq::Error::Timeout(_) => FetchError::Slow(self.patience),
            ureq::Error::HostNotFound => FetchError::Unknown,
            ureq::Error::Rustls(error) => FetchError::Certificate(error.to_string()),
            ureq::Error::Io(error) => match error.kind() {
                ErrorKind::TimedOut | ErrorKind::WouldBlock => FetchError::Slow(self.patience),
                // What the other end's certificate has wrong comes as invalid data.
                ErrorKind::InvalidData if self.site.scheme() == "https" => {
                    FetchError::Certificate(error.to_string())
                }
                ErrorKind::ConnectionRefused => FetchError::Connection("refused".to_owned()),
                _ => FetchError::Connection(error.to_string()),
            },
            ureq::Error::ConnectionFailed => FetchError::Connection("failed".to_owned()),
            other => FetchError::Other(other.to_string()),
        }
    }
}

/// Whether a site is on this machine.
pub(crate) fn is_here(site: &Url) -> bool {
    match site.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

/// Where an answer sends to.
fn target(from: &Url, response: &Response<Body>) -> Option<Url> {
    let location = response.headers().get(header::LOCATION)?.to_str().ok()?;
    let mut to = from.join(location).ok()?;
    to.set_fragment(None);
    Some(to)
}

/// The words for a status, after a blank.
fn words(status: u16) -> String {
    let known = ureq::http::StatusCode::from_u16(status).ok();
    known.and_then(|known| known.canonical_reason()).map(|words| format!(" {words}")).unwrap_or_default()
}
