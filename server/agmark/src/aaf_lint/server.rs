//! Pages on servers: who is asked, with which credentials, and whether a browser shows them.

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

/// A site, and how it is visited.
pub struct Visit {
    pub entry: Url,
    pub client: Client,
    cookies: Cookies,
    local: LocalStorage,
}

/// Credentials in the environment. What stands on a command line is seen by everybody on the machine.
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
    /// Where it is no address of a page, or the credentials cannot be used.
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
        // What is on the command line comes before the environment.
        if let Some(state) = args.auth_storage_state.as_ref().or(given.state.as_ref()) {
            let (text, name) = (files::read(state)?, state.display().to_string());
            cookies.add_state(&text, &name)?;
            local.add_state(&text, &name, &entry)?;
        }
        Ok(Visit { client: Client::new(&entry, cookies.clone()), entry, cookies, local })
    }

    /// The browser that shows its pages, where they are to be rendered.
    ///
    /// # Errors
    /// Where there is none, or it does not start.
    pub fn browser(&self, args: &Args, stop: &Stop) -> Result<Option<Arc<Browser>>, BrowserError> {
        if !args.render && args.audit_pages.is_none() {
            return Ok(None);
        }
        let setup = Setup {
            chrome: args.chrome.clone(),
            sandbox: if args.no_sandbox { Sandbox::Off } else { Sandbox::On },
            patience: Duration::from_secs(args.render_timeout),
            screenshots: if args.output_format == ReportFormat::Html {
                Screenshots::Taken
            } else {
                Screenshots::None
            },
        };
        Browser::start(&setup, &self.entry, &self.cookies, &self.local, stop).map(Some)
    }

    /// What must be readable in no report and in no message.
    pub fn secrets(&self) -> Secrets {
        let mut secrets = self.client.secrets();
        self.local.secrets().for_each(|(name, value)| secrets.add(name, value));
        secrets
    }
}

/// Files are crawled by naming their folder, and need no credentials.
///
/// # Errors
/// Where a flag is given that is for servers.
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
