//! The state of a tab, from its events: whether the page has loaded, its status and type, and when it was last active.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use serde_json::Value;

/// Time without activity after which a page is idle.
pub const IDLE_TIME: Duration = Duration::from_millis(500);

/// Maximum number of navigations of a page.
const NAVIGATIONS: usize = 10;

/// The state of the page in a tab.
#[derive(Debug)]
pub struct Activity {
    frame: String,
    /// The request id of the page.
    page: Option<String>,
    /// The status of its response.
    pub status: Option<u16>,
    /// The content type of its response.
    pub content_type: Option<String>,
    /// Its minimum length in bytes: the received bytes or the header `Content-Length`.
    pub length: u64,
    received: u64,
    navigations: usize,
    loaded: bool,
    pub crashed: bool,
    under_way: HashSet<String>,
    /// The time of the last network event or change of the page.
    last: Instant,
}

impl Activity {
    /// The state of a new tab; `frame` is its main frame.
    pub fn new(frame: &str, now: Instant) -> Self {
        Activity {
            frame: frame.to_owned(),
            page: None,
            status: None,
            content_type: None,
            length: 0,
            received: 0,
            navigations: 0,
            loaded: false,
            crashed: false,
            under_way: HashSet::new(),
            last: now,
        }
    }

    /// Updates the state with an event.
    pub fn handle(&mut self, method: &str, params: &Value, now: Instant) {
        let text = |name: &str| params.get(name).and_then(Value::as_str).unwrap_or_default();
        let request = text("requestId");
        match method {
            "Network.requestWillBeSent" => {
                self.last = now;
                let redirected = params.get("redirectResponse").is_some();
                if text("type") == "Document" && text("frameId") == self.frame {
                    self.start_navigation(request, redirected);
                }
                // Requests that never end are ignored.
                if !matches!(text("type"), "EventSource" | "WebSocket" | "Ping") {
                    self.under_way.insert(request.to_owned());
                }
            }
            "Network.responseReceived" => {
                self.last = now;
                if text("type") == "EventSource" {
                    self.under_way.remove(request);
                }
                if self.page.as_deref() == Some(request) {
                    let status = params.pointer("/response/status").and_then(Value::as_u64);
                    self.status = status.and_then(|status| u16::try_from(status).ok());
                    let content_type = params.pointer("/response/mimeType").and_then(Value::as_str);
                    self.length = length(params).unwrap_or(0);
                    self.content_type =
                        content_type.filter(|name| !name.is_empty()).map(str::to_ascii_lowercase);
                }
            }
            "Network.dataReceived" if self.page.as_deref() == Some(request) => {
                self.received += params.get("dataLength").and_then(Value::as_u64).unwrap_or(0);
                self.length = self.length.max(self.received);
            }
            "Network.loadingFinished" | "Network.loadingFailed" => {
                self.last = now;
                self.under_way.remove(request);
            }
            "Page.loadEventFired" => {
                self.last = now;
                self.loaded = true;
            }
            "Runtime.bindingCalled" => self.last = now,
            "Inspector.targetCrashed" => self.crashed = true,
            _ => {}
        }
    }

    /// Whether the page has loaded and is idle.
    pub fn is_idle(&self, now: Instant) -> bool {
        self.loaded && self.under_way.is_empty() && now.saturating_duration_since(self.last) >= IDLE_TIME
    }

    /// Whether the document is complete, regardless of other resources.
    pub fn has_document(&self) -> bool {
        self.status.is_some() && self.page.as_ref().is_none_or(|page| !self.under_way.contains(page))
    }

    /// Whether the page navigates again and again.
    pub fn is_navigation_loop(&self) -> bool {
        self.navigations > NAVIGATIONS
    }

    /// Starts a navigation: a new document, or a redirect of the current one.
    fn start_navigation(&mut self, request: &str, redirected: bool) {
        self.navigations += 1;
        self.page = Some(request.to_owned());
        (self.status, self.content_type, self.length, self.received) = (None, None, 0, 0);
        if !redirected {
            // Requests of the previous document are ignored.
            self.loaded = false;
            self.under_way.clear();
        }
    }
}

/// The value of the header `Content-Length`.
fn length(params: &Value) -> Option<u64> {
    let headers = params.pointer("/response/headers")?.as_object()?;
    let said = headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("content-length"))?.1;
    said.as_str()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn page(activity: &mut Activity, now: Instant) {
        let request = json!({ "requestId": "1", "type": "Document", "frameId": "F" });
        activity.handle("Network.requestWillBeSent", &request, now);
        let response = json!({ "requestId": "1", "response": { "status": 200, "mimeType": "text/html" } });
        activity.handle("Network.responseReceived", &response, now);
        activity.handle("Network.loadingFinished", &json!({ "requestId": "1" }), now);
        activity.handle("Page.loadEventFired", &json!({}), now);
    }

    #[test]
    fn a_page_is_quiet_when_nothing_is_under_way_and_nothing_changes() {
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        let mut activity = Activity::new("F", start);
        assert!(!activity.is_idle(at(60_000)), "nothing has come");
        page(&mut activity, at(0));
        assert!(!activity.is_idle(at(499)) && activity.is_idle(at(500)));
        assert_eq!((activity.status, activity.content_type.as_deref()), (Some(200), Some("text/html")));
        let fetch = json!({ "requestId": "2", "type": "Fetch", "frameId": "F" });
        activity.handle("Network.requestWillBeSent", &fetch, at(400));
        assert!(!activity.is_idle(at(5000)), "a request is under way");
        activity.handle("Network.loadingFailed", &json!({ "requestId": "2" }), at(5000));
        activity.handle("Runtime.bindingCalled", &json!({}), at(5200));
        assert!(!activity.is_idle(at(5600)) && activity.is_idle(at(5700)));
    }

    #[test]
    fn what_never_ends_is_not_waited_for() {
        let start = Instant::now();
        let mut activity = Activity::new("F", start);
        page(&mut activity, start);
        let events = json!({ "requestId": "2", "type": "EventSource", "frameId": "F" });
        activity.handle("Network.requestWillBeSent", &events, start);
        assert!(activity.is_idle(start + IDLE_TIME));
        (0..NAVIGATIONS).for_each(|_| page(&mut activity, start));
        assert!(activity.is_navigation_loop());
    }

    #[test]
    fn frames_within_a_page_are_not_the_page() {
        let start = Instant::now();
        let mut activity = Activity::new("F", start);
        page(&mut activity, start);
        let frame = json!({ "requestId": "2", "type": "Document", "frameId": "G" });
        activity.handle("Network.requestWillBeSent", &frame, start);
        let response = json!({ "requestId": "2", "response": { "status": 500, "mimeType": "text/plain" } });
        activity.handle("Network.responseReceived", &response, start);
        assert_eq!((activity.status, activity.content_type.as_deref()), (Some(200), Some("text/html")));
    }
}
