//! The way to the model and back: requests, their repetition, their limits.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use agmark_task::Watch;
use agmark_task::http::{Proxy, client_builder};
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue};
use reqwest::redirect::Policy;
use serde_json::Value;
use tokio::time::{Instant, sleep, timeout};

use super::fault::{self, Fault};
use super::message::Reply;
use super::refused::{Held, Refused, WITHOUT_TOOLS};
use super::request::Request;
use super::retry;
use crate::events::Event;
use crate::secret::Redactor;
use crate::settings::{Endpoint, Limits};
use crate::tape::{Exchange, Tape};

/// Asks a model. One client serves a whole run.
pub struct Client {
    http: reqwest::Client,
    endpoint: Endpoint,
    limits: Limits,
    /// When the run is over: no pause is longer.
    end: Instant,
    redactor: Redactor,
    tape: Arc<Tape>,
    watch: Arc<dyn Watch<Event>>,
    /// What the server has refused so far.
    refused: Refused,
}

/// Who asks, and at which place of the run.
#[derive(Clone, Copy, Debug)]
pub struct Asker<'a> {
    /// The program's name.
    pub program: &'a str,
    /// The same in every run that goes the same way.
    pub place: &'a str,
}

impl Client {
    /// A client for a run that ends at `end`.
    ///
    /// # Errors
    /// When TLS cannot be set up.
    pub fn new(
        endpoint: Endpoint,
        limits: Limits,
        end: Instant,
        tape: Arc<Tape>,
        watch: Arc<dyn Watch<Event>>,
    ) -> Result<Self, Fault> {
        let redactor = Redactor::new(endpoint.key.as_ref());
        let http = http_client(Policy::none(), &endpoint.base_url, &HeaderMap::new()).map_err(|error| {
            Fault::Connection { message: cause(&error), base_url: endpoint.base_url.clone() }
        })?;
        Ok(Self { http, endpoint, limits, end, redactor, tape, watch, refused: Refused::default() })
    }

    /// Asks, and asks again after transient faults. What the server does not take is left out: the schema, then any
    /// format, and tools that the program can do without.
    ///
    /// # Errors
    /// When there is no reply that can be read.
    pub async fn ask(&self, asker: Asker<'_>, request: Request<'_>) -> Result<Reply, Fault> {
        let api = self.endpoint.api;
        let answer = loop {
            let held = self.refused.held();
            let lesser = held.format().map(|format| api.format(&format));
            let format = lesser.as_deref().unwrap_or(request.format);
            let tools = if self.refused.tools() { request.tools.needed() } else { request.tools };
            let answer = self.exchange(asker, api.body(Request { format, tools, ..request })).await;
            let Err(fault) = &answer else { break answer };
            // Another program of the run may have learned the same meanwhile: it is told once.
            let told = if fault.is_about_format() && held != Held::Nothing {
                self.refused.lower(held).then(|| held.lower().notice())
            } else if fault.is_about_tools() && tools.may_be_left_out() {
                self.refused.leave_tools().then_some(WITHOUT_TOOLS)
            } else {
                break answer;
            };
            if let Some(told) = told {
                let why = self.redactor.text(&fault.brief());
                self.watch.on(Event::Notice(format!("{told} ({why})")));
            }
        };
        api.read(&answer?).map_err(|message| Fault::Unreadable {
            message: self.redactor.text(&message),
            base_url: self.base_url(),
        })
    }

    /// One request and what came of it, through the tape.
    async fn exchange(&self, asker: Asker<'_>, body: String) -> Result<Value, Fault> {
        if matches!(*self.tape, Tape::Off) && !self.watch.wants_details() {
            return self.repeat(body).await;
        }
        let shown = self.redactor.value(&serde_json::from_str(&body).unwrap_or_default());
        self.log(asker, "request", &shown);
        if let Some(played) = self.tape.play_reply(asker.place, &shown) {
            if let Ok(reply) = &played {
                self.log(asker, "reply", reply);
            }
            return played;
        }
        let answer = self.repeat(body).await;
        let kept = match &answer {
            Ok(reply) => Exchange::Reply(self.redactor.value(reply)),
            Err(Fault::Refused { status, message, base_url }) => {
                Exchange::Refused { status: *status, message: message.clone(), base_url: base_url.clone() }
            }
            Err(fault) => Exchange::Failed(fault.to_string()),
        };
        match &kept {
            Exchange::Reply(reply) => self.log(asker, "reply", reply),
            Exchange::Refused { message, .. } | Exchange::Failed(message) => {
                self.log(asker, "fault", &Value::from(message.as_str()));
            }
        }
        self.tape.keep_reply(asker.place, shown, kept);
        answer
    }

    async fn repeat(&self, body: String) -> Result<Value, Fault> {
        let mut n = 0;
        loop {
            let limit = self.limits.request;
            let late = || (Fault::Late { limit, base_url: self.base_url() }, None);
            let (fault, asked) =
                match timeout(limit, self.once(body.clone())).await.unwrap_or_else(|_| Err(late())) {
                    Ok(reply) => return Ok(reply),
                    Err(failed) => failed,
                };
            if !fault.is_transient() || n >= self.limits.retries {
                return Err(fault);
            }
            let pause = asked.unwrap_or_else(|| retry::backoff(self.limits.backoff, n));
            if Instant::now() + pause >= self.end {
                // The run would be over before the next try.
                return Err(fault);
            }
            n += 1;
            let (retry, most) = (n, self.limits.retries);
            self.watch.on(Event::Waiting { why: fault.brief(), pause, retry, most });
            sleep(pause).await;
        }
    }

    /// One request; a fault comes with the pause that the server asks for.
    async fn once(&self, body: String) -> Result<Value, (Fault, Option<Duration>)> {
        let url = self.url().map_err(|fault| (fault, None))?;
        let request = self.http.post(url).headers(self.headers()?).body(body);
        let mut response = request.send().await.map_err(|error| (self.cut(&error), None))?;
        let status = response.status();
        let asked = retry::asked(response.headers(), SystemTime::now());
        let limit = self.limits.reply;
        let too_large = || (Fault::TooLarge { limit }, None);
        if response.content_length().is_some_and(|length| length > limit as u64) && status.is_success() {
            return Err(too_large());
        }
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| (self.cut(&error), asked))? {
            if bytes.len() + chunk.len() > limit {
                if status.is_success() {
                    return Err(too_large());
                }
                break;
            }
            bytes.extend_from_slice(&chunk);
        }
        let hidden = |text: &str| self.redactor.text(text);
        if !status.is_success() {
            return Err((fault::answer(status.as_u16(), &bytes, self.base_url(), hidden), asked));
        }
        let body: Value = serde_json::from_slice(&bytes).map_err(|error| {
            let message = format!("the reply is not JSON ({error})");
            (Fault::Unreadable { message, base_url: self.base_url() }, None)
        })?;
        match fault::disguised(&body) {
            Some((status, error)) => {
                let error = error.to_string().into_bytes();
                Err((fault::answer(status, &error, self.base_url(), hidden), asked))
            }
            None => Ok(body),
        }
    }

    fn url(&self) -> Result<url::Url, Fault> {
        let wrong = |message: String| Fault::Address { message, base_url: self.base_url() };
        let url = format!("{}/{}", self.endpoint.base_url, self.endpoint.api.path());
        let url = url::Url::parse(&url).map_err(|error| wrong(error.to_string()))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(wrong("it does not begin with http:// or https://".to_owned()));
        }
        Ok(url)
    }

    fn headers(&self) -> Result<HeaderMap, (Fault, Option<Duration>)> {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if let Some(key) = &self.endpoint.key {
            let mut value = HeaderValue::try_from(format!("Bearer {}", key.reveal())).map_err(|_| {
                let message = "the key has characters that a header cannot carry".to_owned();
                (Fault::Address { message, base_url: self.base_url() }, None)
            })?;
            value.set_sensitive(true);
            headers.insert(AUTHORIZATION, value);
        }
        Ok(headers)
    }

    fn cut(&self, error: &reqwest::Error) -> Fault {
        Fault::Connection { message: self.redactor.text(&cause(error)), base_url: self.base_url() }
    }

    /// A person may have put the key into the address.
    fn base_url(&self) -> String {
        self.redactor.text(&self.endpoint.base_url)
    }

    fn log(&self, asker: Asker<'_>, what: &'static str, value: &Value) {
        if !self.watch.wants_details() {
            return;
        }
        self.watch.on(Event::Wire { program: asker.program.to_owned(), what, text: value.to_string() });
    }
}

/// A client for requests to an address, with headers that go with each request.
///
/// # Errors
/// When TLS cannot be set up.
pub fn http_client(redirects: Policy, to: &str, headers: &HeaderMap) -> reqwest::Result<reqwest::Client> {
    let builder = client_builder(Proxy::for_address(to)).redirect(redirects);
    builder.default_headers(headers.clone()).connect_timeout(Duration::from_secs(30)).build()
}

/// The innermost reason, which is the one that a person can do something about.
pub fn cause(error: &reqwest::Error) -> String {
    if error.is_timeout() { "it took too long".to_owned() } else { innermost(error) }
}

/// The innermost reason of an error, in plain words where we know some.
pub fn innermost(error: &(dyn std::error::Error + 'static)) -> String {
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
