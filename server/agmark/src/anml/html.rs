//! `agmark anml from-html`: a page to ANML.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use agmark_anml::html;
use agmark_audit::http::{self, Client, Cookies, LocalStorage, Secrets};
use agmark_audit::page_source::PageSource;
use agmark_audit::render::{Browser, Sandbox, Setup};
use agmark_task::Stop;
use url::Url;

use crate::destination::Destination;
use crate::examples;
use crate::input::{self, Input, InputError};
use crate::interrupt;

const AFTER: &str = "\
    Roles and names are those that browsers compute for people who cannot see the page: by tags, `role`, labels, \
    captions and `aria-*`. What can be used gets a ref; what is hidden is left out. Scripts and style sheets of the \
    page are not read, unless --render lets a browser make the page first. An address is fetched only because it is \
    named here, and only from its own site.";

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("anml from-html", AFTER))]
pub struct Args {
    /// File, URL, or `-` for standard input
    #[arg(value_name = "FILE|URL")]
    page: String,
    /// Load the page and run its scripts in headless Chromium or Chrome first
    #[arg(long)]
    render: bool,
    /// Chromium or Chrome to start [default: searched on PATH and in the usual folders]
    #[arg(long, value_name = "PATH", requires = "render")]
    chrome: Option<PathBuf>,
    /// Seconds to wait until the page is idle; after that, the page is read as it is
    #[arg(long, value_name = "SECONDS", default_value_t = 15, requires = "render", value_parser = clap::value_parser!(u64).range(1..=600))]
    render_timeout: u64,
    /// Start Chromium without its sandbox (necessary as root): only for pages that you trust
    #[arg(long, requires = "render")]
    no_sandbox: bool,
}

/// # Errors
/// When the page cannot be read, fetched or rendered.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let address = http::is_address(&args.page).then_some(args.page.as_str());
    let text = match (address, args.render) {
        (Some(address), false) => fetched(address)?,
        (None, false) => input(args).text()?,
        (_, true) => {
            let url = match address {
                Some(address) => http::parse(address)?,
                None => file(args)?,
            };
            match rendered(args, &url)? {
                Some(text) => text,
                None => return Ok(ExitCode::from(interrupt::CODE)),
            }
        }
    };
    // The address goes into the front matter, its credentials do not.
    let shown = address.map(shown);
    Ok(Destination::Printed.put(&html::convert(&text, shown.as_deref())))
}

/// The text of a page on a server, without its scripts.
///
/// # Errors
/// When it is not the address of a page, or the page cannot be fetched.
pub fn fetched(address: &str) -> anyhow::Result<String> {
    let url = http::parse(address)?;
    let fetched = Client::new(&url, Cookies::default()).page(&url);
    let why = |why| InputError { name: shown(address), why: format!("{why}: check the address") };
    Ok(fetched.map_err(why)?.text)
}

/// The rendered page; none if the user interrupted it.
fn rendered(args: &Args, url: &Url) -> anyhow::Result<Option<String>> {
    let setup = Setup {
        chrome: args.chrome.clone(),
        sandbox: if args.no_sandbox { Sandbox::Off } else { Sandbox::On },
        timeout: Duration::from_secs(args.render_timeout),
        ..Setup::default()
    };
    let stop = Stop::default();
    interrupt::listen(&stop)?;
    let browser = Browser::start(&setup, url, &Cookies::default(), &LocalStorage::default(), &stop)
        .map_err(|why| fails(args, &why))?;
    let page = browser.page(url);
    browser.close();
    match page {
        _ if stop.is_set() => Ok(None),
        Ok(page) => Ok(Some(page.text)),
        Err(why) => Err(fails(args, &why).into()),
    }
}

fn input(args: &Args) -> Input {
    match args.page.parse() {
        Ok(input) => input,
        Err(never) => match never {},
    }
}

/// The address of a file on this machine.
fn file(args: &Args) -> Result<Url, InputError> {
    let Input::File(path) = input(args) else {
        return Err(fails(args, &"cannot be rendered: name a file or an address"));
    };
    let absolute = path.canonicalize().map_err(|error| fails(args, &input::unreadable(&error)))?;
    Url::from_file_path(&absolute).map_err(|()| fails(args, &"has no address: move it to another folder"))
}

fn fails(args: &Args, why: &dyn std::fmt::Display) -> InputError {
    let name = if http::is_address(&args.page) { shown(&args.page) } else { input(args).name() };
    InputError { name, why: why.to_string() }
}

/// An address without the credentials in it.
pub fn shown(address: &str) -> String {
    match http::parse(address) {
        Ok(url) => {
            let mut secrets = Secrets::default();
            secrets.add_address(&url);
            secrets.mask(address)
        }
        Err(_) => http::bare_address(address),
    }
}
