//! `agmark anml from-html`: a page to ANML.

use std::process::ExitCode;

use agmark_anml::html;
use agmark_audit::http::{self, Client, Cookies};

use super::browser::Browser;
use super::input::{Input, InputError};
use crate::terminal;

const AFTER: &str = "\
    Roles and names are those that browsers compute for people who cannot see the page: by tags, `role`, labels, \
    captions and `aria-*`. What can be used gets a ref; what is hidden is left out. Scripts and style sheets of the \
    page are not read, unless --render lets a browser make the page first. An address is fetched only because it is \
    named here, and only from its own site.";

#[derive(Debug, clap::Args)]
#[command(after_long_help = AFTER)]
pub struct Args {
    /// A file, `-` for standard input, or an address
    #[arg(value_name = "FILE|URL")]
    page: String,
    /// Let a browser load the page and run its scripts first: Chromium or Chrome, headless
    #[arg(long)]
    render: bool,
    /// The browser to use, if it is not found by itself
    #[arg(long, value_name = "PROGRAM", requires = "render")]
    browser: Option<std::path::PathBuf>,
}

/// # Errors
/// When the page cannot be read, fetched or rendered.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let address = args.page.contains("://").then_some(args.page.as_str());
    let text = match (address, args.render) {
        (Some(address), false) => {
            let url = http::parse(address)?;
            let fetched = Client::new(&url, Cookies::default()).page(&url);
            fetched.map_err(|why| fails(args, &format!("{why}: check the address")))?.text
        }
        (None, false) => input(args).text()?,
        (_, true) => {
            let browser = Browser::find(args.browser.as_deref()).map_err(|why| fails(args, &why))?;
            let url = match address {
                Some(address) => http::parse(address)?,
                None => file(args)?,
            };
            browser.page(url.as_str()).map_err(|why| fails(args, &why))?
        }
    };
    terminal::print(html::convert(&text, address))?;
    Ok(ExitCode::SUCCESS)
}

fn input(args: &Args) -> Input {
    match args.page.parse() {
        Ok(input) => input,
        Err(never) => match never {},
    }
}

/// The address of a file on this machine.
fn file(args: &Args) -> Result<url::Url, InputError> {
    let Input::File(path) = input(args) else {
        return Err(fails(args, &"cannot be rendered: name a file or an address"));
    };
    let absolute = path.canonicalize().map_err(|error| fails(args, &super::input::unreadable(&error)))?;
    url::Url::from_file_path(&absolute)
        .map_err(|()| fails(args, &"has no address: move it to another folder"))
}

fn fails(args: &Args, why: &dyn std::fmt::Display) -> InputError {
    let name = if args.page.contains("://") { args.page.clone() } else { input(args).name() };
    InputError { name, why: why.to_string() }
}
