//! Pages on servers: the client, the credentials and the browser.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use agmark_audit::http::{self, Client, Cookies, LocalStorage, Secrets};
use agmark_audit::render::{Browser, BrowserError, Sandbox, Screenshots, Setup};
use agmark_task::Stop;
use agmark_workspace::files;
use anyhow::bail;
use url::Url;

use super::args::Args;
use super::report_format::ReportFormat;

/// The visit of a site.
pub struct Visit {
    pub entry: Url,
    pub client: Client,
    cookies: Cookies,
    local: LocalStorage,
}

/// Credentials in the environment. Other users of the machine can see the command line.
struct Credentials {
    cookies: String,
    local: String,
    state: Option<PathBuf>,
}

impl Credentials {
    fn of_environment() -> Self {
        let text = |name: &str| std::env::var(name).unwrap_or_default();
        let state = std::env::var_os("AGMARK_AUTH_STORAGE_STATE").filter(|path| !path.is_empty());
        Credentials {
            cookies: text("AGMARK_AUTH_COOKIE"),
            local: text("AGMARK_AUTH_LOCAL_STORAGE"),
            state: state.map(PathBuf::from),
        }
    }
}

impl Visit {
    /// # Errors
    /// If it is not the address of a page, or the credentials are invalid.
    pub fn new(args: &Args, target: &str) -> anyhow::Result<Self> {
        let entry = http::parse(target)?;
        let (mut cookies, mut local) = (Cookies::default(), LocalStorage::default());
        let given = Credentials::of_environment();
        let of_header = given.cookies.split(';').map(str::trim).filter(|cookie| !cookie.is_empty());
        for cookie in of_header.chain(args.auth_cookie.iter().map(String::as_str)) {
            cookies.add(cookie)?;
        }
        let rendered = args.render || args.audit_pages.is_some();
        let lines = given.local.lines().filter(|line| rendered && !line.trim().is_empty());
        for pair in lines.chain(args.auth_local_storage.iter().map(String::as_str)) {
            local.add(pair)?;
        }
        // The command line has priority over the environment.
        if let Some(state) = args.auth_storage_state.as_ref().or(given.state.as_ref()) {
            let (text, name) = (files::read(state)?, state.display().to_string());
            cookies.add_state(&text, &name)?;
            local.add_state(&text, &name, &entry)?;
        }
        Ok(Visit { client: Client::new(&entry, cookies.clone()), entry, cookies, local })
    }

    /// The browser, if pages are rendered.
    ///
    /// # Errors
    /// If it is not found or does not start.
    pub fn browser(&self, args: &Args, stop: &Stop) -> Result<Option<Arc<Browser>>, BrowserError> {
        if !args.render && args.audit_pages.is_none() {
            return Ok(None);
        }
        let setup = Setup {
            chrome: args.chrome.clone(),
            sandbox: if args.no_sandbox { Sandbox::Off } else { Sandbox::On },
            timeout: Duration::from_secs(args.render_timeout),
            screenshots: if args.output_format == ReportFormat::Html {
                Screenshots::Taken
            } else {
                Screenshots::None
            },
        };
        Browser::start(&setup, &self.entry, &self.cookies, &self.local, stop).map(Some)
    }

    /// The credentials that reports and messages must not show.
    pub fn secrets(&self) -> Secrets {
        let mut secrets = self.client.secrets();
        self.local.secrets().for_each(|(name, value)| secrets.add(name, value));
        secrets
    }
}

/// Checks that no option for servers is given with files.
///
/// # Errors
/// If one is given.
pub fn none_of_its_flags(args: &Args, target: &str) -> anyhow::Result<()> {
    let given = [
        (args.crawl, "--crawl"),
        (args.render, "--render"),
        (!args.auth_cookie.is_empty(), "--auth-cookie"),
        (!args.auth_local_storage.is_empty(), "--auth-local-storage"),
        (args.auth_storage_state.is_some(), "--auth-storage-state"),
        (args.check_llms_txt, "--check-llms-txt"),
    ];
    match given.into_iter().find(|(given, _)| *given) {
        Some((_, flag)) => bail!(
            "{flag} is for pages on a server, and {target} is not an address: give one that begins with http"
        ),
        None => Ok(()),
    }
}
