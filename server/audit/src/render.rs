//! Pages as a browser shows them: a headless Chromium, spoken to over its own protocol.
//!
//! One browser serves a whole crawl; each page has a tab of its own, several at the same time. It runs with a fresh
//! profile that goes with it, and is told what to do through pipes: no port is open that others on the machine could
//! use, and when this program ends in whatever way, the pipes close and the browser ends, too.

pub mod find;
mod process;
mod quiet;
mod tab;
mod wire;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use agmark_task::Stop;
use serde_json::json;
use url::Url;

use crate::http::{Cookies, FetchError, Fetched, LocalStorage, Secrets, same_site};
use crate::page_source::PageSource;
use process::Process;
use wire::{Wire, WireError};

/// How long a page may take until it is quiet, unless somebody says otherwise.
pub const PATIENCE: Duration = Duration::from_secs(15);

/// How a browser is started, and what it does with each page.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The program; none is one that is found on this machine.
    pub chrome: Option<PathBuf>,
    /// Runs it without the sandbox that keeps pages from the machine.
    pub sandbox: Sandbox,
    /// How long a page may take until it is quiet.
    pub patience: Duration,
    /// Whether pictures of the pages are taken.
    pub screenshots: Screenshots,
}

impl Default for Setup {
    fn default() -> Self {
        Setup { chrome: None, sandbox: Sandbox::On, patience: PATIENCE, screenshots: Screenshots::None }
    }
}

/// Whether the browser keeps pages in its sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sandbox {
    On,
    Off,
}

/// Whether pictures of pages are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screenshots {
    None,
    Taken,
}

/// Why there is no browser.
#[derive(Debug, thiserror::Error)]
pub enum BrowserError {
    #[error(
        "no Chromium was found on PATH or in the usual places: install Chromium or Chrome, or name it with --chrome PATH"
    )]
    Missing,
    #[error("{}: the program does not exist: name a Chromium or Chrome", .0.display())]
    NoProgram(PathBuf),
    #[error("{} cannot be started: {error}", program.display())]
    Start { program: PathBuf, error: std::io::Error },
    #[error("Chromium ended before it was ready: {0}")]
    Ended(String),
    #[error("Chromium does not answer")]
    Silent,
    #[error("no folder for Chromium's profile: {0}")]
    Profile(std::io::Error),
}

/// A browser that is running.
pub struct Browser {
    wire: Arc<Wire>,
    /// None once it was ended.
    process: Mutex<Option<Process>>,
    site: Url,
    setup: Setup,
    /// Puts what is to be in the local storage there.
    storage: Option<String>,
    signed_in: bool,
    secrets: Secrets,
    stop: Stop,
}

impl Browser {
    /// Starts a browser for a site, with the credentials of a person for this site alone. It ends when
    /// [`Browser::close`] is called or it is dropped; `stop` lets its pages end early.
    ///
    /// # Errors
    /// Where there is no Chromium, or it does not start.
    pub fn start(
        setup: &Setup,
        site: &Url,
        cookies: &Cookies,
        local: &LocalStorage,
        stop: &Stop,
    ) -> Result<Arc<Self>, BrowserError> {
        let program = find::program(setup.chrome.as_deref())?;
        let (process, wire) = Process::start(&program, setup.sandbox)?;
        let browser = Browser {
            wire,
            process: Mutex::new(Some(process)),
            site: site.clone(),
            setup: setup.clone(),
            storage: local.script(site),
            secrets: secrets(site, cookies, local),
            signed_in: !cookies.is_empty() || !local.is_empty(),
            stop: stop.clone(),
        };
        let ready = browser.prepare(cookies);
        match ready {
            Ok(()) => Ok(Arc::new(browser)),
            Err(WireError::Closed) => Err(BrowserError::Ended(browser.last_words())),
            Err(_) => Err(BrowserError::Silent),
        }
    }

    /// Ends the browser and removes its profile. What it is doing for others fails.
    pub fn close(&self) {
        let process = self.process.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(process) = process {
            // It ends by itself when it is asked to, and is made to where it does not.
            self.wire.tell("Browser.close", &json!({}), None);
            process.end(&self.wire);
        }
    }

    fn prepare(&self, cookies: &Cookies) -> Result<(), WireError> {
        let line = self.wire.line();
        let patience = process::START;
        line.call("Browser.getVersion", &json!({}), None, patience)?;
        line.call("Browser.setDownloadBehavior", &json!({ "behavior": "deny" }), None, patience)?;
        let cookies = cookies.for_browser(&self.site);
        if !cookies.is_empty() {
            line.call("Storage.setCookies", &json!({ "cookies": cookies }), None, patience)?;
        }
        Ok(())
    }

    /// Whether an address is one of the site. A file is a site alone: it has no origin.
    fn is_of_site(&self, url: &Url) -> bool {
        if self.site.scheme() == "file" {
            url.path() == self.site.path() && url.scheme() == "file"
        } else {
            same_site(url, &self.site)
        }
    }

    /// What the browser said before it ended.
    fn last_words(&self) -> String {
        let mut process = self.process.lock().unwrap_or_else(PoisonError::into_inner);
        process.as_mut().map_or_else(String::new, Process::last_words)
    }
}

impl PageSource for Browser {
    fn page(&self, url: &Url) -> Result<Fetched, FetchError> {
        tab::load(self, url)
    }

    fn is_signed_in(&self) -> bool {
        self.signed_in
    }

    fn secrets(&self) -> Secrets {
        self.secrets.clone()
    }
}

fn secrets(site: &Url, cookies: &Cookies, local: &LocalStorage) -> Secrets {
    let mut secrets = Secrets::default();
    cookies.secrets().chain(local.secrets()).for_each(|(name, value)| secrets.add(name, value));
    secrets.add_address(site);
    secrets
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.close();
    }
}
