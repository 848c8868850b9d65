//! Panics that a test requests, to check that they stay small. It does nothing without a test.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use tower_lsp::jsonrpc::Result;

use crate::server::Server;
use crate::typing::Pause;

static ANY: AtomicBool = AtomicBool::new(false);
static NEXT: Mutex<Option<String>> = Mutex::new(None);

/// Panics the next time that `place` is reached.
pub fn ask_for(place: String) {
    if let Ok(mut next) = NEXT.lock() {
        *next = Some(place);
    }
    ANY.store(true, Ordering::SeqCst);
}

/// A place where a test can request a panic.
///
/// # Panics
/// If a test requested it.
pub fn point(place: &str) {
    if !ANY.load(Ordering::Relaxed) {
        return;
    }
    let meant = NEXT.lock().is_ok_and(|mut next| next.take_if(|next| next == place).is_some());
    assert!(!meant, "asked to, by a test, at {place}");
}

/// Methods for tests, in a server with test hooks.
impl Server {
    /// A request that panics.
    pub async fn test_panic(&self, _: serde_json::Value) -> Result<serde_json::Value> {
        self.ask(|_, _| -> std::result::Result<serde_json::Value, String> { panic!("asked to, by a test") })
            .await
    }

    /// The text that the session has of a document.
    pub async fn test_text(&self, params: serde_json::Value) -> Result<serde_json::Value> {
        let uri = params.get("uri").and_then(serde_json::Value::as_str).and_then(|uri| uri.parse().ok());
        self.ask(move |now, _| {
            let open = uri.as_ref().and_then(|uri| now.opened(uri));
            let (_, open) = open.ok_or("the document is not open")?;
            Ok(serde_json::json!({ "text": open.text.to_string(), "lost": open.lost }))
        })
        .await
    }

    /// Makes a place in the session panic once.
    pub async fn test_fault(&self, params: serde_json::Value) -> Result<serde_json::Value> {
        let place = params.get("at").and_then(serde_json::Value::as_str).unwrap_or_default().to_owned();
        self.ask(move |_, _| {
            ask_for(place);
            Ok(serde_json::Value::Null)
        })
        .await
    }

    /// Holds or releases readings, see [`crate::session::reading_gate::ReadingGate::set`].
    pub async fn test_readings(&self, params: serde_json::Value) -> Result<serde_json::Value> {
        let gate = self.gate.clone();
        let set = tokio::task::spawn_blocking(move || gate.set(&params));
        set.await.map(|()| serde_json::Value::Null).map_err(|_| crate::server::fault())
    }

    /// Simulates a long pause in typing, or a short one with `"short": true`.
    pub async fn test_pause(&self, params: serde_json::Value) -> Result<serde_json::Value> {
        let uri = params.get("uri").and_then(serde_json::Value::as_str).and_then(|uri| uri.parse().ok());
        if let Some(uri) = uri {
            let short = params.get("short").and_then(serde_json::Value::as_bool) == Some(true);
            let pause = if short { Pause::Short } else { Pause::Long };
            self.session().post(crate::session::mailbox::Message::Paused { uri, number: None, pause });
        }
        self.ask(|_, _| Ok(serde_json::Value::Null)).await
    }

    /// A request that takes `ms` milliseconds, or until it is cancelled.
    pub async fn test_sleep(&self, params: serde_json::Value) -> Result<serde_json::Value> {
        let ms = params.get("ms").and_then(serde_json::Value::as_u64).unwrap_or(0);
        self.ask(move |_, cancel| {
            let end = std::time::Instant::now() + std::time::Duration::from_millis(ms);
            while std::time::Instant::now() < end && !cancel.is_cancelled() {
                std::thread::sleep(std::time::Duration::from_millis(5));
            }
            Ok(serde_json::Value::Null)
        })
        .await
    }
}
