//! Loads a page in its own tab, waits until it is idle, reads it and closes the tab.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use url::Url;

use super::activity::Activity;
use super::browser::Browser;
use super::connection::{Channel, ConnectionError, answer};
use super::setup::Screenshots;
use crate::http::{FetchError, Fetched, MAX_BODY_BYTES, Secrets};
use crate::page_source::PageSource;

/// Maximum time for a command of the browser.
const COMMAND_TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum time for reading a page: an endless script blocks it forever.
const READ_TIMEOUT: Duration = Duration::from_secs(5);

/// How often a tab checks whether it is done.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The isolated world of agmark's script, separate from the page's scripts.
const WORLD_NAME: &str = "agmark";

/// Reports changes of the page, at most ten times a second.
const WATCH_SCRIPT: &str = "(() => { let told = false; new MutationObserver(() => { if (told) return; told = true; \
    setTimeout(() => { told = false; agmarkChanged(''); }, 100); }).observe(document, { subtree: true, \
    childList: true, attributes: true, characterData: true }); })()";

/// Returns the address and the markup of a page, or null if it is too long. Open shadow roots are written as templates.
const READ_SCRIPT: &str = "(most) => { \
    const root = document.documentElement; \
    const roots = []; \
    const visit = (node) => { for (const one of node.querySelectorAll('*')) if (one.shadowRoot) { \
        roots.push(one.shadowRoot); visit(one.shadowRoot); } }; \
    visit(document); \
    let whole = root?.outerHTML ?? ''; \
    if (roots.length && root.getHTML) { \
        const shell = root.cloneNode(false).outerHTML; \
        const end = shell.lastIndexOf('</'); \
        whole = shell.slice(0, end) + root.getHTML({ shadowRoots: roots }) + shell.slice(end); \
    } \
    return whole.length > most ? null : [location.href, (document.doctype ? '<!doctype html>\\n' : '') + whole]; }";

impl PageSource for Browser {
    fn page(&self, url: &Url) -> Result<Fetched, FetchError> {
        load(self, url)
    }

    fn is_signed_in(&self) -> bool {
        self.signed_in
    }

    fn secrets(&self) -> Secrets {
        self.secrets.clone()
    }
}

/// Loads a page.
fn load(browser: &Browser, url: &Url) -> Result<Fetched, FetchError> {
    let channel = browser.connection.channel();
    let opened = channel.call("Target.createTarget", &json!({ "url": "about:blank" }), None, COMMAND_TIMEOUT);
    let target = text(&opened.map_err(fetch_error)?, "targetId");
    let attach = json!({ "targetId": target, "flatten": true });
    let loaded = channel
        .call("Target.attachToTarget", &attach, None, COMMAND_TIMEOUT)
        .map_err(fetch_error)
        .and_then(|attached| {
            let session = text(&attached, "sessionId");
            channel.join(&session).map_err(fetch_error)?;
            let activity = Activity::new(&target, Instant::now());
            let mut tab =
                Tab { browser, channel: &channel, session, frame: &target, activity, outside: None };
            let loaded = tab.load(url);
            channel.leave(&tab.session);
            loaded
        });
    channel.notify("Target.closeTarget", &json!({ "targetId": target }), None);
    loaded
}

struct Tab<'a> {
    browser: &'a Browser,
    channel: &'a Channel,
    session: String,
    frame: &'a str,
    activity: Activity,
    /// The address outside of the site to which the page tried to navigate.
    outside: Option<Url>,
}

impl Tab<'_> {
    fn load(&mut self, url: &Url) -> Result<Fetched, FetchError> {
        self.prepare().map_err(fetch_error)?;
        let until = Instant::now() + self.browser.setup.timeout;
        let going = self.channel.ask("Page.navigate", &json!({ "url": url.as_str() }), Some(&self.session));
        let going = going.map_err(fetch_error)?;
        loop {
            let now = Instant::now();
            if let Some(message) = self.channel.next(POLL_INTERVAL).map_err(fetch_error)? {
                if let Some(gone) = answer(&message, going) {
                    self.check_navigation(&gone.map_err(fetch_error)?)?;
                }
                self.handle(&message);
            }
            if self.browser.stop.is_set() {
                return Err(FetchError::Stopped);
            }
            self.check_page()?;
            if self.activity.is_idle(now) {
                return self.read(COMMAND_TIMEOUT);
            }
            if now >= until {
                // A page that never becomes idle is read as it is now.
                return if self.activity.has_document() {
                    self.read(READ_TIMEOUT)
                } else {
                    Err(self.timeout_error())
                };
            }
        }
    }

    fn prepare(&mut self) -> Result<(), ConnectionError> {
        self.call("Page.enable", json!({}))?;
        self.call("Network.enable", json!({}))?;
        self.call("Inspector.enable", json!({}))?;
        self.call("Emulation.setFocusEmulationEnabled", json!({ "enabled": true }))?;
        let documents = json!({ "patterns": [{ "urlPattern": "*", "resourceType": "Document" }] });
        self.call("Fetch.enable", documents)?;
        self.call(
            "Runtime.addBinding",
            json!({ "name": "agmarkChanged", "executionContextName": WORLD_NAME }),
        )?;
        self.call(
            "Page.addScriptToEvaluateOnNewDocument",
            json!({ "source": WATCH_SCRIPT, "worldName": WORLD_NAME }),
        )?;
        if let Some(storage) = &self.browser.storage {
            self.call("Page.addScriptToEvaluateOnNewDocument", json!({ "source": storage }))?;
        }
        Ok(())
    }

    /// Checks the response to the navigation.
    fn check_navigation(&self, answer: &Value) -> Result<(), FetchError> {
        let Some(error) = answer.get("errorText").and_then(Value::as_str) else { return Ok(()) };
        self.check_page()?;
        Err(match error.trim_start_matches("net::") {
            "ERR_NAME_NOT_RESOLVED" => FetchError::UnknownHost,
            "ERR_CONNECTION_REFUSED" => FetchError::Connection("refused".to_owned()),
            "ERR_TOO_MANY_REDIRECTS" => FetchError::RedirectLoop,
            "ERR_TIMED_OUT" | "ERR_CONNECTION_TIMED_OUT" => self.timeout_error(),
            "ERR_INVALID_REDIRECT" | "ERR_UNSAFE_REDIRECT" => FetchError::InvalidRedirect,
            // A download, or a response without content.
            "ERR_ABORTED" => FetchError::Other("not a page: the answer has no content".to_owned()),
            error if error.starts_with("ERR_CERT") || error.starts_with("ERR_SSL") => {
                FetchError::Certificate(error.to_owned())
            }
            error => FetchError::Connection(error.to_owned()),
        })
    }

    /// Checks that the page so far is a page of the site.
    fn check_page(&self) -> Result<(), FetchError> {
        if let Some(outside) = &self.outside {
            return Err(FetchError::OtherSite(outside.origin().ascii_serialization()));
        }
        if self.activity.crashed {
            return Err(FetchError::Other("Chromium could not hold the page: its tab crashed".to_owned()));
        }
        if self.activity.is_navigation_loop() {
            return Err(FetchError::RedirectLoop);
        }
        if self.activity.length > MAX_BODY_BYTES {
            return Err(FetchError::TooLarge);
        }
        match (self.activity.status, self.activity.content_type.as_deref()) {
            (Some(status @ (204 | 205 | 400..)), _) => Err(FetchError::Status(status)),
            (Some(_), Some(kind)) if !matches!(kind, "text/html" | "application/xhtml+xml") => {
                Err(FetchError::ContentType(kind.to_owned()))
            }
            _ => Ok(()),
        }
    }

    /// Reads the current page.
    fn read(&mut self, timeout: Duration) -> Result<Fetched, FetchError> {
        let until = Instant::now() + timeout;
        let world = json!({ "frameId": self.frame, "worldName": WORLD_NAME });
        let world = self
            .call_until("Page.createIsolatedWorld", world, until)
            .map_err(|error| self.read_error(error))?;
        let expression = format!("({READ_SCRIPT})({MAX_BODY_BYTES})");
        let context = world.get("executionContextId").cloned().unwrap_or(Value::Null);
        let params = json!({ "expression": expression, "contextId": context, "returnByValue": true });
        let said =
            self.call_until("Runtime.evaluate", params, until).map_err(|error| self.read_error(error))?;
        let part = |number: usize| said.pointer(&format!("/result/value/{number}")).and_then(Value::as_str);
        let (Some(address), Some(html)) = (part(0), part(1)) else { return Err(FetchError::TooLarge) };
        if html.len() as u64 > MAX_BODY_BYTES {
            return Err(FetchError::TooLarge);
        }
        let mut url = Url::parse(address).map_err(|_| FetchError::InvalidRedirect)?;
        url.set_fragment(None);
        if !self.browser.is_of_site(&url) {
            return Err(FetchError::OtherSite(url.origin().ascii_serialization()));
        }
        let html = html.to_owned();
        let content_type = self.activity.content_type.clone();
        Ok(Fetched { url, content_type, text: html, screenshot: self.screenshot() })
    }

    fn screenshot(&mut self) -> Option<String> {
        if self.browser.setup.screenshots == Screenshots::None {
            return None;
        }
        let params = json!({ "format": "jpeg", "quality": 55 });
        // The screenshot is optional.
        let taken = self.call_until("Page.captureScreenshot", params, Instant::now() + READ_TIMEOUT).ok()?;
        taken.get("data").and_then(Value::as_str).map(str::to_owned)
    }

    fn call(&mut self, method: &str, params: Value) -> Result<Value, ConnectionError> {
        self.call_until(method, params, Instant::now() + COMMAND_TIMEOUT)
    }

    /// Sends a command to the tab and waits for its response; handles events meanwhile.
    fn call_until(&mut self, method: &str, params: Value, until: Instant) -> Result<Value, ConnectionError> {
        let id = self.channel.ask(method, &params, Some(&self.session))?;
        loop {
            if Instant::now() >= until || self.browser.stop.is_set() {
                return Err(ConnectionError::Timeout);
            }
            let Some(message) = self.channel.next(POLL_INTERVAL)? else { continue };
            if let Some(answer) = answer(&message, id) {
                return answer;
            }
            self.handle(&message);
        }
    }

    fn handle(&mut self, message: &Value) {
        let Some(method) = message.get("method").and_then(Value::as_str) else { return };
        let params = message.get("params").unwrap_or(&Value::Null);
        match method {
            "Fetch.requestPaused" => self.filter_request(params),
            "Page.javascriptDialogOpening" => {
                let no = json!({ "accept": false });
                self.channel.notify("Page.handleJavaScriptDialog", &no, Some(&self.session));
            }
            method => self.activity.handle(method, params, Instant::now()),
        }
    }

    /// Allows any document in frames, and only documents of the site in the tab.
    fn filter_request(&mut self, params: &Value) {
        let request = params.get("requestId").cloned().unwrap_or(Value::Null);
        let address = params.pointer("/request/url").and_then(Value::as_str).unwrap_or_default();
        let is_page = params.get("frameId").and_then(Value::as_str) == Some(self.frame);
        let elsewhere = Url::parse(address).ok().filter(|url| !self.browser.is_of_site(url));
        if let Some(elsewhere) = elsewhere.filter(|_| is_page) {
            self.outside = Some(elsewhere);
            let refused = json!({ "requestId": request, "errorReason": "Aborted" });
            self.channel.notify("Fetch.failRequest", &refused, Some(&self.session));
        } else {
            let passed = json!({ "requestId": request });
            self.channel.notify("Fetch.continueRequest", &passed, Some(&self.session));
        }
    }

    fn timeout_error(&self) -> FetchError {
        FetchError::Timeout(self.browser.setup.timeout)
    }

    /// Why the page could not be read.
    fn read_error(&self, error: ConnectionError) -> FetchError {
        match error {
            ConnectionError::Timeout if self.browser.stop.is_set() => FetchError::Stopped,
            ConnectionError::Timeout => {
                FetchError::Other("it computes without end and cannot be read".to_owned())
            }
            error => fetch_error(error),
        }
    }
}

fn fetch_error(error: ConnectionError) -> FetchError {
    match error {
        ConnectionError::Timeout => FetchError::Other("Chromium does not answer".to_owned()),
        error => FetchError::Other(error.to_string()),
    }
}

fn text(value: &Value, name: &str) -> String {
    value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
}
