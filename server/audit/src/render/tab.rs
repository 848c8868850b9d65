//! Loads a page in its own tab, waits until it is idle, reads it and closes the tab.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use url::Url;

use super::activity::Activity;
use super::browser::Browser;
use super::connection::{Line, WireError, answer};
use super::setup::Screenshots;
use crate::http::{FetchError, Fetched, MAX_BODY_BYTES, Secrets};
use crate::page_source::PageSource;

/// Maximum time for a command of the browser.
const PROMPT: Duration = Duration::from_secs(10);

/// Maximum time for reading a page: an endless script blocks it forever.
const READING: Duration = Duration::from_secs(5);

/// How often a tab checks whether it is done.
const LOOK: Duration = Duration::from_millis(50);

/// The isolated world of agmark's script, separate from the page's scripts.
const WORLD: &str = "agmark";

/// Reports changes of the page, at most ten times a second.
const WATCH: &str = "(() => { let told = false; new MutationObserver(() => { if (told) return; told = true; \
    setTimeout(() => { told = false; agmarkChanged(''); }, 100); }).observe(document, { subtree: true, \
    childList: true, attributes: true, characterData: true }); })()";

/// Returns the address and the markup of a page, or null if it is too long. Open shadow roots are written as templates.
const READ: &str = "(most) => { \
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
    let line = browser.wire.line();
    let opened = line.call("Target.createTarget", &json!({ "url": "about:blank" }), None, PROMPT);
    let target = text(&opened.map_err(why)?, "targetId");
    let attach = json!({ "targetId": target, "flatten": true });
    let loaded =
        line.call("Target.attachToTarget", &attach, None, PROMPT).map_err(why).and_then(|attached| {
            let session = text(&attached, "sessionId");
            line.join(&session).map_err(why)?;
            let activity = Activity::new(&target, Instant::now());
            let mut tab = Tab { browser, line: &line, session, frame: &target, activity, away: None };
            let loaded = tab.load(url);
            line.leave(&tab.session);
            loaded
        });
    line.tell("Target.closeTarget", &json!({ "targetId": target }), None);
    loaded
}

struct Tab<'a> {
    browser: &'a Browser,
    line: &'a Line,
    session: String,
    frame: &'a str,
    activity: Activity,
    /// The address outside of the site to which the page tried to navigate.
    away: Option<Url>,
}

impl Tab<'_> {
    fn load(&mut self, url: &Url) -> Result<Fetched, FetchError> {
        self.prepare().map_err(why)?;
        let until = Instant::now() + self.browser.setup.patience;
        let going = self.line.ask("Page.navigate", &json!({ "url": url.as_str() }), Some(&self.session));
        let going = going.map_err(why)?;
        loop {
            let now = Instant::now();
            if let Some(message) = self.line.next(LOOK).map_err(why)? {
                if let Some(gone) = answer(&message, going) {
                    self.arrived(&gone.map_err(why)?)?;
                }
                self.hear(&message);
            }
            if self.browser.stop.is_set() {
                return Err(FetchError::Stopped);
            }
            self.fits()?;
            if self.activity.is_quiet(now) {
                return self.read(PROMPT);
            }
            if now >= until {
                // A page that never becomes idle is read as it is now.
                return if self.activity.has_come() { self.read(READING) } else { Err(self.slow()) };
            }
        }
    }

    fn prepare(&mut self) -> Result<(), WireError> {
        self.call("Page.enable", json!({}))?;
        self.call("Network.enable", json!({}))?;
        self.call("Inspector.enable", json!({}))?;
        self.call("Emulation.setFocusEmulationEnabled", json!({ "enabled": true }))?;
        let documents = json!({ "patterns": [{ "urlPattern": "*", "resourceType": "Document" }] });
        self.call("Fetch.enable", documents)?;
        self.call("Runtime.addBinding", json!({ "name": "agmarkChanged", "executionContextName": WORLD }))?;
        self.call("Page.addScriptToEvaluateOnNewDocument", json!({ "source": WATCH, "worldName": WORLD }))?;
        if let Some(storage) = &self.browser.storage {
            self.call("Page.addScriptToEvaluateOnNewDocument", json!({ "source": storage }))?;
        }
        Ok(())
    }

    /// Checks the response to the navigation.
    fn arrived(&self, answer: &Value) -> Result<(), FetchError> {
        let Some(error) = answer.get("errorText").and_then(Value::as_str) else { return Ok(()) };
        self.fits()?;
        Err(match error.trim_start_matches("net::") {
            "ERR_NAME_NOT_RESOLVED" => FetchError::UnknownHost,
            "ERR_CONNECTION_REFUSED" => FetchError::Connection("refused".to_owned()),
            "ERR_TOO_MANY_REDIRECTS" => FetchError::RedirectLoop,
            "ERR_TIMED_OUT" | "ERR_CONNECTION_TIMED_OUT" => self.slow(),
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
    fn fits(&self) -> Result<(), FetchError> {
        if let Some(away) = &self.away {
            return Err(FetchError::OtherSite(away.origin().ascii_serialization()));
        }
        if self.activity.crashed {
            return Err(FetchError::Other("Chromium could not hold the page: its tab crashed".to_owned()));
        }
        if self.activity.is_circle() {
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
    fn read(&mut self, patience: Duration) -> Result<Fetched, FetchError> {
        let until = Instant::now() + patience;
        let world = json!({ "frameId": self.frame, "worldName": WORLD });
        let world =
            self.call_until("Page.createIsolatedWorld", world, until).map_err(|error| self.why(error))?;
        let expression = format!("({READ})({MAX_BODY_BYTES})");
        let context = world.get("executionContextId").cloned().unwrap_or(Value::Null);
        let params = json!({ "expression": expression, "contextId": context, "returnByValue": true });
        let said = self.call_until("Runtime.evaluate", params, until).map_err(|error| self.why(error))?;
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
        let taken = self.call_until("Page.captureScreenshot", params, Instant::now() + READING).ok()?;
        taken.get("data").and_then(Value::as_str).map(str::to_owned)
    }

    fn call(&mut self, method: &str, params: Value) -> Result<Value, WireError> {
        self.call_until(method, params, Instant::now() + PROMPT)
    }

    /// Sends a command to the tab and waits for its response; handles events meanwhile.
    fn call_until(&mut self, method: &str, params: Value, until: Instant) -> Result<Value, WireError> {
        let id = self.line.ask(method, &params, Some(&self.session))?;
        loop {
            if Instant::now() >= until || self.browser.stop.is_set() {
                return Err(WireError::Slow);
            }
            let Some(message) = self.line.next(LOOK)? else { continue };
            if let Some(answer) = answer(&message, id) {
                return answer;
            }
            self.hear(&message);
        }
    }

    fn hear(&mut self, message: &Value) {
        let Some(method) = message.get("method").and_then(Value::as_str) else { return };
        let params = message.get("params").unwrap_or(&Value::Null);
        match method {
            "Fetch.requestPaused" => self.let_pass(params),
            "Page.javascriptDialogOpening" => {
                let no = json!({ "accept": false });
                self.line.tell("Page.handleJavaScriptDialog", &no, Some(&self.session));
            }
            method => self.activity.hear(method, params, Instant::now()),
        }
    }

    /// Allows any document in frames, and only documents of the site in the tab.
    fn let_pass(&mut self, params: &Value) {
        let request = params.get("requestId").cloned().unwrap_or(Value::Null);
        let address = params.pointer("/request/url").and_then(Value::as_str).unwrap_or_default();
        let is_page = params.get("frameId").and_then(Value::as_str) == Some(self.frame);
        let elsewhere = Url::parse(address).ok().filter(|url| !self.browser.is_of_site(url));
        if let Some(elsewhere) = elsewhere.filter(|_| is_page) {
            self.away = Some(elsewhere);
            let refused = json!({ "requestId": request, "errorReason": "Aborted" });
            self.line.tell("Fetch.failRequest", &refused, Some(&self.session));
        } else {
            let passed = json!({ "requestId": request });
            self.line.tell("Fetch.continueRequest", &passed, Some(&self.session));
        }
    }

    fn slow(&self) -> FetchError {
        FetchError::Timeout(self.browser.setup.patience)
    }

    /// Why the page could not be read.
    fn why(&self, error: WireError) -> FetchError {
        match error {
            WireError::Slow if self.browser.stop.is_set() => FetchError::Stopped,
            WireError::Slow => FetchError::Other("it computes without end and cannot be read".to_owned()),
            error => why(error),
        }
    }
}

fn why(error: WireError) -> FetchError {
    match error {
        WireError::Slow => FetchError::Other("Chromium does not answer".to_owned()),
        error => FetchError::Other(error.to_string()),
    }
}

fn text(value: &Value, name: &str) -> String {
    value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
}
