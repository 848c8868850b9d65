//! The HTTP client of the model API: requests, repetitions, limits.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue};
use reqwest::redirect::Policy;
use serde_json::Value;
use tokio::time::{Instant, sleep, timeout};

use super::error::{self, ModelError};
use super::message::Reply;
use super::pause;
use super::request::Request;
use super::unsupported::{FormatLevel, Unsupported, WITHOUT_TOOLS};
use crate::events::Event;
use crate::http::cause;
use crate::recording::{Exchange, Recording};
use crate::secret::Redactor;
use crate::settings::{Endpoint, Limits};
use agmark_task::Watch;

/// The client of a run.
pub struct Client {
    http: reqwest::Client,
    endpoint: Endpoint,
    limits: Limits,
    /// The end of the run. No pause is longer.
    end: Instant,
    redactor: Redactor,
    recording: Arc<Recording>,
    watch: Arc<dyn Watch<Event>>,
    /// What the server does not support.
    unsupported: Unsupported,
}

/// The program that calls the model, and its position in the run.
#[derive(Clone, Copy, Debug)]
pub struct Caller<'a> {
    /// The program's name.
    pub program: &'a str,
    /// The position in recordings.
    pub position: &'a str,
}

impl Client {
    /// A client for a run that ends at `end`.
    ///
    /// # Errors
    /// If TLS cannot be set up.
    pub fn new(
        endpoint: Endpoint,
        limits: Limits,
        end: Instant,
        recording: Arc<Recording>,
        watch: Arc<dyn Watch<Event>>,
    ) -> Result<Self, ModelError> {
        let redactor = Redactor::new(endpoint.key.as_ref());
        let http =
            crate::http::client(Policy::none(), &endpoint.base_url, &HeaderMap::new()).map_err(|error| {
                ModelError::Connection { message: cause(&error), base_url: endpoint.base_url.clone() }
            })?;
        Ok(Self {
            http,
            endpoint,
            limits,
            end,
            redactor,
            recording,
            watch,
            unsupported: Unsupported::default(),
        })
    }

    /// Sends a request, and repeats it after temporary errors. Features that the server does not support are left out: the
    /// schema, then any format, and tools that the program does not need.
    ///
    /// # Errors
    /// If there is no valid reply.
    pub async fn ask(&self, caller: Caller<'_>, request: Request<'_>) -> Result<Reply, ModelError> {
        let api = self.endpoint.api;
        let answer = loop {
            let level = self.unsupported.format();
            let lower = level.format().map(|format| api.format(&format));
            let format = lower.as_deref().unwrap_or(request.format);
            let tools = if self.unsupported.tools() { request.tools.needed() } else { request.tools };
            let answer = self.exchange(caller, api.body(Request { format, tools, ..request })).await;
            let Err(error) = &answer else { break answer };
            // The notice is shown once, even if other programs of the run get the same error.
            let notice = if error.is_about_format() && level != FormatLevel::Text {
                self.unsupported.add_format(level).then(|| level.next().notice())
            } else if error.is_about_tools() && tools.may_be_left_out() {
                self.unsupported.add_tools().then_some(WITHOUT_TOOLS)
            } else {
                break answer;
            };
            if let Some(notice) = notice {
                let why = self.redactor.text(&error.brief());
                self.watch.on(Event::Notice(format!("{notice} ({why})")));
            }
        };
        api.read(&answer?).map_err(|message| ModelError::Unreadable {
            message: self.redactor.text(&message),
            base_url: self.base_url(),
        })
    }

    /// Sends a request, or takes its result from a recording.
    async fn exchange(&self, caller: Caller<'_>, body: String) -> Result<Value, ModelError> {
        if matches!(*self.recording, Recording::Off) && !self.watch.wants_details() {
            return self.repeat(body).await;
        }
        let shown = self.redactor.value(&serde_json::from_str(&body).unwrap_or_default());
        self.log(caller, "request", &shown);
        if let Some(replayed) = self.recording.replay_reply(caller.position, &shown) {
            if let Ok(reply) = &replayed {
                self.log(caller, "reply", reply);
            }
            return replayed;
        }
        let answer = self.repeat(body).await;
        let result = match &answer {
            Ok(reply) => Exchange::Reply(self.redactor.value(reply)),
            Err(ModelError::Refused { status, message, base_url }) => {
                Exchange::Refused { status: *status, message: message.clone(), base_url: base_url.clone() }
            }
            Err(error) => Exchange::Failed(error.to_string()),
        };
        match &result {
            Exchange::Reply(reply) => self.log(caller, "reply", reply),
            Exchange::Refused { message, .. } | Exchange::Failed(message) => {
                self.log(caller, "error", &Value::from(message.as_str()));
            }
        }
        self.recording.record_reply(caller.position, shown, result);
        answer
    }

    async fn repeat(&self, body: String) -> Result<Value, ModelError> {
        let mut n = 0;
        loop {
            let limit = self.limits.request;
            let timeout_error = || (ModelError::Timeout { limit, base_url: self.base_url() }, None);
            let (error, requested) = match timeout(limit, self.once(body.clone()))
                .await
                .unwrap_or_else(|_| Err(timeout_error()))
            {
                Ok(reply) => return Ok(reply),
                Err(failed) => failed,
            };
            if !error.is_temporary() || n >= self.limits.retries {
                return Err(error);
            }
            let pause = requested.unwrap_or_else(|| pause::backoff(self.limits.backoff, n));
            if Instant::now() + pause >= self.end {
                // The run would end before the next request.
                return Err(error);
            }
            n += 1;
            let (retry, max) = (n, self.limits.retries);
            self.watch.on(Event::Waiting { why: error.brief(), pause, retry, most: max });
            sleep(pause).await;
        }
    }

    /// Sends a request once. An error has the pause that the server asks for.
    async fn once(&self, body: String) -> Result<Value, (ModelError, Option<Duration>)> {
        let url = self.url().map_err(|error| (error, None))?;
        let request = self.http.post(url).headers(self.headers()?).body(body);
        let mut response = request.send().await.map_err(|error| (self.connection_error(&error), None))?;
        let status = response.status();
        let requested = pause::requested(response.headers(), SystemTime::now());
        let limit = self.limits.reply;
        let too_large = || (ModelError::TooLarge { limit }, None);
        if response.content_length().is_some_and(|length| length > limit as u64) && status.is_success() {
            return Err(too_large());
        }
        let mut bytes = Vec::new();
        while let Some(chunk) =
            response.chunk().await.map_err(|error| (self.connection_error(&error), requested))?
        {
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
            return Err((error::from_answer(status.as_u16(), &bytes, self.base_url(), hidden), requested));
        }
        let body: Value = serde_json::from_slice(&bytes).map_err(|error| {
            let message = format!("it is not JSON ({error})");
            (ModelError::Unreadable { message, base_url: self.base_url() }, None)
        })?;
        match error::in_successful_answer(&body) {
            Some((status, body)) => {
                let body = body.to_string().into_bytes();
                Err((error::from_answer(status, &body, self.base_url(), hidden), requested))
            }
            None => Ok(body),
        }
    }

    fn url(&self) -> Result<url::Url, ModelError> {
        let invalid = |message: String| ModelError::Address { message, base_url: self.base_url() };
        let url = format!("{}/{}", self.endpoint.base_url, self.endpoint.api.path());
        let url = url::Url::parse(&url).map_err(|error| invalid(error.to_string()))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(invalid("it must begin with http:// or https://".to_owned()));
        }
        Ok(url)
    }

    fn headers(&self) -> Result<HeaderMap, (ModelError, Option<Duration>)> {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if let Some(key) = &self.endpoint.key {
            let mut value = HeaderValue::try_from(format!("Bearer {}", key.reveal())).map_err(|_| {
                let message = "the key has invalid characters".to_owned();
                (ModelError::Address { message, base_url: self.base_url() }, None)
            })?;
            value.set_sensitive(true);
            headers.insert(AUTHORIZATION, value);
        }
        Ok(headers)
    }

    fn connection_error(&self, error: &reqwest::Error) -> ModelError {
        ModelError::Connection { message: self.redactor.text(&cause(error)), base_url: self.base_url() }
    }

    /// The base URL without the key, which the person may have written into it.
    fn base_url(&self) -> String {
        self.redactor.text(&self.endpoint.base_url)
    }

    fn log(&self, caller: Caller<'_>, what: &'static str, value: &Value) {
        if !self.watch.wants_details() {
            return;
        }
        self.watch.on(Event::Message { program: caller.program.to_owned(), what, text: value.to_string() });
    }
}
