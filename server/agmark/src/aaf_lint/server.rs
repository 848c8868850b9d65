//! Pages on servers: who is asked, and with which credentials.

use agmark_audit::http::{self, Client, Cookies};
use agmark_workspace::files;
use anyhow::bail;
use url::Url;

use super::Args;

/// Whether a target is an address and no file.
pub fn is_address(target: &str) -> bool {
    target.contains("://")
}

/// The address, and what fetches from its site.
///
/// # Errors
/// Where it is no address of a page, or the credentials cannot be used.
pub fn client(args: &Args, target: &str) -> anyhow::Result<(Client, Url)> {
    let url = http::parse(target)?;
    let mut cookies = Cookies::default();
    for cookie in &args.auth_cookie {
        cookies.add(cookie)?;
    }
    if let Some(state) = &args.auth_storage_state {
        cookies.add_state(&files::read(state)?, &state.display().to_string())?;
    }
    Ok((Client::new(&url, cookies), url))
}

/// Files are crawled by naming their folder, and need no credentials.
///
/// # Errors
/// Where a flag is given that is for servers.
pub fn none_of_its_flags(args: &Args, target: &str) -> anyhow::Result<()> {
    let given = [
        (args.crawl, "--crawl"),
        (!args.auth_cookie.is_empty(), "--auth-cookie"),
        (args.auth_storage_state.is_some(), "--auth-storage-state"),
        (args.check_llms_txt, "--check-llms-txt"),
    ];
    match given.into_iter().find(|(given, _)| *given) {
        Some((_, flag)) => bail!("{flag} is for pages on a server, and {target} is none: give an address"),
        None => Ok(()),
    }
}
