//! Audits pages on servers: one, or those that it links to as well.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};

use url::Url;

use crate::contract::{Given, WELL_KNOWN};
use crate::http::{Client, FetchError, Fetched, ends_session, links};
use crate::options::Options;
use crate::page::Audited;
use crate::report::{Failed, Report};

/// How far a crawl goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// How many links away from the entry pages may be.
    pub depth: usize,
    /// How many pages there may be, with the entry.
    pub pages: usize,
    /// How many requests there may be at the same time.
    pub at_once: usize,
}

impl Default for Reach {
    fn default() -> Self {
        Reach { depth: 1, pages: 200, at_once: 4 }
    }
}

/// Audits one page.
pub fn page(client: &Client, entry: &Url, options: &Options) -> Report {
    let mut report = Report::page();
    let served = manifest(client, entry, options);
    match client.page(entry) {
        Ok(got) => report.take(Ok(audited(&got, served.as_ref(), options))),
        Err(error) => report.take(Err(failed(entry, &error, true))),
    }
    report
}

/// Audits a page and those of its site that it links to: the entry first, the others sorted.
pub fn site(client: &Client, entry: &Url, reach: Reach, options: &Options) -> Report {
    let served = manifest(client, entry, options);
    let mut report = Report::site();
    let mut asked = BTreeSet::from([entry.clone()]);
    let mut seen = BTreeSet::new();
    let mut level = vec![entry.clone()];
    let mut pages = Vec::new();
    for depth in 0..=reach.depth {
        if level.is_empty() {
            break;
        }
        let mut next = BTreeSet::new();
        for (url, got) in fetch(client, &level, reach.at_once) {
            match got {
                // Several addresses may lead to one page.
                Ok(got) if seen.insert(got.url.clone()) => {
                    next.extend(links(&got.url, &got.text));
                    pages.push((depth > 0, got.url.clone(), audited(&got, served.as_ref(), options)));
                }
                Ok(_) => {}
                Err(error) => report.failed.push(failed(&url, &error, depth == 0)),
            }
        }
        let follow = |url: &Url| !(client.has_credentials() && ends_session(url));
        let left = reach.pages.saturating_sub(asked.len());
        level = next
            .into_iter()
            .filter(|url| follow(url) && !asked.contains(url) && !seen.contains(url))
            .take(left)
            .collect();
        asked.extend(level.iter().cloned());
    }
    pages.sort_by(|(later, url, _), (other_later, other, _)| (later, url).cmp(&(other_later, other)));
    report.pages.extend(pages.into_iter().map(|(_, _, page)| page));
    report.failed.sort_by(|one, other| one.name.cmp(&other.name));
    report
}

/// The manifest of a site; one that is given comes before.
fn manifest(client: &Client, entry: &Url, options: &Options) -> Option<Given> {
    if options.manifest.is_some() {
        return None;
    }
    let address = entry.join(&format!("/{WELL_KNOWN}")).ok()?;
    match client.text(&address) {
        Ok(got) => {
            let mut given = Given::new(address.to_string(), &got.text);
            given.contract.reason = given.contract.reason.map(|reason| format!("{address}: {reason}"));
            Some(given)
        }
        Err(FetchError::Status(404 | 410)) => None,
        Err(error) => Some(Given::unreadable(format!("{address}: {error}"))),
    }
}

fn audited(got: &Fetched, served: Option<&Given>, options: &Options) -> Audited {
    Audited::new(got.url.to_string(), &got.text, served, options)
}

fn failed(url: &Url, error: &FetchError, named: bool) -> Failed {
    Failed { name: url.to_string(), reason: error.to_string(), named }
}

/// Fetches pages, some at the same time; in the order in which they were given.
fn fetch(client: &Client, urls: &[Url], at_once: usize) -> Vec<(Url, Result<Fetched, FetchError>)> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..at_once.clamp(1, urls.len().max(1)) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(url) = urls.get(number) else { return };
                    let got = client.page(url);
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((number, url.clone(), got));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(number, ..)| *number);
    done.into_iter().map(|(_, url, got)| (url, got)).collect()
}
