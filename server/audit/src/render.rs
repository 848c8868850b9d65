//! Renders pages with headless Chromium over the DevTools protocol.
//!
//! One browser is used for a whole crawl, with a tab for each page, several at the same time. It has a new profile,
//! which is removed afterwards. It is controlled through pipes, so that no port is open for other programs. If this
//! program ends, the pipes close and the browser ends.

mod activity;
mod browser;
mod connection;
mod find_browser;
mod process;
mod setup;
mod tab;

pub use browser::Browser;
pub use find_browser::program;
pub use setup::{BrowserError, DEFAULT_TIMEOUT, Sandbox, Screenshots, Setup};
