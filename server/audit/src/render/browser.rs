//! A running browser.

use std::sync::{Arc, Mutex, PoisonError};

use agmark_task::Stop;
use serde_json::json;
use url::Url;

use super::connection::{Connection, ConnectionError};
use super::find_browser;
use super::process::{self, Process};
use super::setup::{BrowserError, Setup};
use crate::http::{Cookies, LocalStorage, Secrets, same_site};

/// A running Chromium with its profile.
pub struct Browser {
    pub(super) connection: Arc<Connection>,
    /// None after [`Browser::close`].
    process: Mutex<Option<Process>>,
    site: Url,
    pub(super) setup: Setup,
    /// The script that sets the local storage.
    pub(super) storage: Option<String>,
    pub(super) signed_in: bool,
    pub(super) secrets: Secrets,
    pub(super) stop: Stop,
}

impl Browser {
    /// Starts a browser with credentials for one site. It ends when [`Browser::close`] is called or it is dropped;
    /// `stop` cancels loading pages.
    ///
    /// # Errors
    /// If Chromium is not found or does not start.
    pub fn start(
        setup: &Setup,
        site: &Url,
        cookies: &Cookies,
        local: &LocalStorage,
        stop: &Stop,
    ) -> Result<Arc<Self>, BrowserError> {
        let program = find_browser::program(setup.chrome.as_deref())?;
        let (process, connection) = Process::start(&program, setup.sandbox)?;
        let browser = Browser {
            connection,
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
            Err(ConnectionError::Closed) => Err(BrowserError::Ended(browser.last_words())),
            Err(_) => Err(BrowserError::Silent),
        }
    }

    /// Ends the browser and removes its profile. Pages that are loading fail.
    pub fn close(&self) {
        let process = self.process.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(process) = process {
            // The process is killed if it does not end after this command.
            self.connection.notify("Browser.close", &json!({}), None);
            process.end(&self.connection);
        }
    }

    fn prepare(&self, cookies: &Cookies) -> Result<(), ConnectionError> {
        let channel = self.connection.channel();
        let timeout = process::START_TIMEOUT;
        channel.call("Browser.getVersion", &json!({}), None, timeout)?;
        channel.call("Browser.setDownloadBehavior", &json!({ "behavior": "deny" }), None, timeout)?;
        let cookies = cookies.for_browser(&self.site);
        if !cookies.is_empty() {
            channel.call("Storage.setCookies", &json!({ "cookies": cookies }), None, timeout)?;
        }
        Ok(())
    }

    /// Whether an address is on the site. A file is a site by itself, because it has no origin.
    pub(super) fn is_of_site(&self, url: &Url) -> bool {
        if self.site.scheme() == "file" {
            url.path() == self.site.path() && url.scheme() == "file"
        } else {
            same_site(url, &self.site)
        }
    }

    /// The last log message of the browser.
    fn last_words(&self) -> String {
        let mut process = self.process.lock().unwrap_or_else(PoisonError::into_inner);
        process.as_mut().map_or_else(String::new, Process::last_words)
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
