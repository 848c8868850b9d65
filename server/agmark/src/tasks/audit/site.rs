//! Audits of pages on servers. They use the network and start a browser, because the user asked for it.

use std::path::PathBuf;
use std::time::Duration;

use agmark_audit::crawl::{Audit, Progress, Reach};
use agmark_audit::http::{self, Client, Cookies, LocalStorage};
use agmark_audit::render::{Browser, DEFAULT_TIMEOUT, Screenshots, Setup};
use agmark_audit::{Options, Report};
use agmark_lsp::TaskContext;
use agmark_task::{Stop, Watch};
use url::Url;

use super::arguments::{CANCELLED, flag, number, percent, text};
use super::recent_sites;

/// Audits one page.
pub fn page(context: &TaskContext<'_>, address: &str, options: &Options) -> Result<Report, String> {
    visit(context, address, options, |audit, entry| audit.page(entry))
}

/// Audits a page and the pages that it links to; saves the address for the workspace.
pub fn site(context: &TaskContext<'_>, address: &str, options: &Options) -> Result<Report, String> {
    let usual = Reach::default();
    let reach = Reach {
        depth: number(context, "depth", usual.depth),
        pages: number(context, "maxPages", usual.pages),
        at_once: number(context, "concurrency", usual.at_once),
        ..usual
    };
    let report = visit(context, address, options, |audit, entry| audit.site(entry, reach))?;
    if !report.pages.is_empty()
        && let Err(why) = recent_sites::save(context, address)
    {
        context.log(&format!("the address of the site is not remembered: {why}"));
    }
    Ok(report)
}

fn visit(
    context: &TaskContext<'_>,
    address: &str,
    options: &Options,
    audit: impl FnOnce(Audit<'_>, &Url) -> Report,
) -> Result<Report, String> {
    let entry = http::parse(address).map_err(|error| error.to_string())?;
    let client = Client::new(&entry, Cookies::default());
    let (stop, following) = (Stop::default(), TaskProgress(context));
    let mut pages = Audit::new(&client, options).watched(&following, &stop);
    let browser = match flag(context, "render") {
        true => Some(browser(context, &entry, &stop)?),
        false => None,
    };
    if let Some(browser) = &browser {
        pages = pages.pages_from(browser.clone());
    }
    let report = audit(pages, &entry);
    if let Some(browser) = browser {
        browser.close();
    }
    if stop.is_set() { Err(CANCELLED.to_owned()) } else { Ok(report) }
}

fn browser(context: &TaskContext<'_>, entry: &Url, stop: &Stop) -> Result<std::sync::Arc<Browser>, String> {
    context.progress("Chromium starts", None);
    let usual = usize::try_from(DEFAULT_TIMEOUT.as_secs()).unwrap_or(usize::MAX);
    let setup = Setup {
        chrome: text(context, "chrome").map(PathBuf::from),
        timeout: Duration::from_secs(number(context, "renderTimeout", usual) as u64),
        screenshots: Screenshots::Taken,
        ..Setup::default()
    };
    let (cookies, local) = (Cookies::default(), LocalStorage::default());
    Browser::start(&setup, entry, &cookies, &local, stop).map_err(|error| error.to_string())
}

/// Shows the progress of the audit in the editor.
struct TaskProgress<'a>(&'a TaskContext<'a>);

impl Watch<Progress> for TaskProgress<'_> {
    fn on(&self, event: Progress) {
        let Progress { done, known, page } = event;
        self.0.progress(&format!("{done} of {known}: {page}"), percent(done, known));
    }

    fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }
}
