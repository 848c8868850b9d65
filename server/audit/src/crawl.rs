//! Audits pages on servers: one, those that it links to as well, or those that a manifest names.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use agmark_aaf::site::Site;
use url::Url;

use crate::contract::{Given, WELL_KNOWN};
use crate::http::{Client, FetchError, Fetched, ends_session, links, masked};
use crate::load::{Load, Stop, Unwatched, Watch};
use crate::options::Options;
use crate::page::Audited;
use crate::report::{Failed, Report};

/// How often it is asked whether the audit is to end.
const LOOK: Duration = Duration::from_millis(50);

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

/// An audit of a site.
pub struct Audit<'a> {
    client: &'a Client,
    pages: Arc<dyn Load>,
    options: &'a Options,
    secrets: Vec<String>,
    watch: &'a dyn Watch,
    stop: Stop,
}

impl<'a> Audit<'a> {
    /// An audit of pages as the server gives them.
    pub fn new(client: &'a Client, options: &'a Options) -> Self {
        let pages = Arc::new(client.clone());
        Audit { client, pages, options, secrets: Vec::new(), watch: &Unwatched, stop: Stop::default() }
    }

    /// Takes pages from somewhere else: from a browser.
    #[must_use]
    pub fn pages_from(mut self, pages: Arc<dyn Load>) -> Self {
        self.pages = pages;
        self
    }

    /// Lets somebody follow it. `stop` is set when they want it to end.
    #[must_use]
    pub fn watched(mut self, watch: &'a dyn Watch, stop: &Stop) -> Self {
        self.watch = watch;
        self.stop = stop.clone();
        self
    }

    /// What is to be readable in no page of the report.
    #[must_use]
    pub fn without(mut self, secrets: impl IntoIterator<Item = String>) -> Self {
        self.secrets.extend(secrets);
        self
    }

    /// Audits one page.
    pub fn page(&self, entry: &Url) -> Report {
        let mut report = Report::page();
        let served = self.manifest(entry);
        for (url, got) in self.fetch(std::slice::from_ref(entry), 1, 0) {
            report.take(match got {
                Ok(got) => Ok(self.audited(got, served.as_ref())),
                Err(error) => Err(failed(&url, &error, true)),
            });
        }
        report
    }

    /// Audits a page and those of its site that it links to: the entry first, the others sorted.
    pub fn site(&self, entry: &Url, reach: Reach) -> Report {
        let served = self.manifest(entry);
        let mut report = Report::site();
        let mut asked = BTreeSet::from([entry.clone()]);
        let mut seen = BTreeSet::new();
        let mut level = vec![entry.clone()];
        let mut pages = Vec::new();
        let mut done = 0;
        for depth in 0..=reach.depth {
            if level.is_empty() || self.stop.is_set() {
                break;
            }
            let mut next = BTreeSet::new();
            for (url, got) in self.fetch(&level, reach.at_once, done) {
                match got {
                    // Several addresses may lead to one page.
                    Ok(got) if seen.insert(got.url.clone()) => {
                        next.extend(links(&got.url, &got.text));
                        pages.push((depth > 0, got.url.clone(), self.audited(got, served.as_ref())));
                    }
                    Ok(_) => {}
                    Err(error) => report.failed.push(failed(&url, &error, depth == 0)),
                }
            }
            done += level.len();
            let follow = |url: &Url| !(self.pages.is_signed_in() && ends_session(url));
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

    /// Audits the pages that a manifest names, in its order; routes with parameters are left out, as nobody knows
    /// which page to take for them.
    pub fn routes(&self, site: &Url, manifest: &Given, reach: Reach) -> Report {
        let mut report = Report::site();
        let mut known = BTreeSet::new();
        let routes: Vec<Url> = Site::read(&manifest.text, 0)
            .pages
            .iter()
            .filter(|page| !page.route.split('/').any(|part| part.starts_with(':')))
            .filter_map(|page| site.join(page.route.trim()).ok())
            .filter(|url| crate::http::same_site(url, site) && known.insert(url.clone()))
            .take(reach.pages)
            .collect();
        for (url, got) in self.fetch(&routes, reach.at_once, 0) {
            report.take(match got {
                // Under the name of the route that it was asked for.
                Ok(got) => Ok(self.audited(Fetched { url, ..got }, Some(manifest))),
                Err(error) => Err(failed(&url, &error, false)),
            });
        }
        if report.pages.is_empty() {
            // There is no such site.
            report.failed.iter_mut().for_each(|failed| failed.named = true);
        }
        report
    }

    /// The manifest of a site; one that is given comes before.
    fn manifest(&self, entry: &Url) -> Option<Given> {
        if self.options.manifest.is_some() {
            return None;
        }
        let address = entry.join(&format!("/{WELL_KNOWN}")).ok()?;
        match self.text(&address)? {
            Ok(got) => {
                let mut given = Given::new(address.to_string(), &got.text);
                given.contract.reason = given.contract.reason.map(|reason| format!("{address}: {reason}"));
                Some(given)
            }
            Err(FetchError::Status(404 | 410)) => None,
            Err(error) => Some(Given::unreadable(format!("{address}: {error}"))),
        }
    }

    /// Fetches a text; none where the audit ends before it came.
    fn text(&self, address: &Url) -> Option<Result<Fetched, FetchError>> {
        let (send, receive) = mpsc::channel();
        let (client, address) = (self.client.clone(), address.clone());
        // Nobody may wait for it any more.
        std::thread::spawn(move || drop(send.send(client.text(&address))));
        loop {
            if self.stop.is_set() || self.watch.is_over() {
                self.stop.set();
                return None;
            }
            match receive.recv_timeout(LOOK) {
                Ok(got) => return Some(got),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    }

    fn audited(&self, got: Fetched, served: Option<&Given>) -> Audited {
        let name = masked(got.url.to_string(), &self.secrets);
        let text = masked(got.text, &self.secrets);
        Audited { picture: got.picture, ..Audited::new(name, &text, served, self.options) }
    }

    /// Fetches pages, some at the same time; in the order in which they were given. Those that are still under way
    /// when the audit ends are left out. `done` is how many were fetched before.
    fn fetch(&self, urls: &[Url], at_once: usize, done: usize) -> Vec<(Url, Result<Fetched, FetchError>)> {
        let (send, receive) = mpsc::channel();
        let queue = Arc::new((AtomicUsize::new(0), urls.to_vec()));
        for _ in 0..at_once.clamp(1, urls.len().max(1)) {
            let (send, queue, pages, stop) =
                (send.clone(), Arc::clone(&queue), Arc::clone(&self.pages), self.stop.clone());
            // Not waited for: one that waits for a server does not hold up the end.
            std::thread::spawn(move || {
                while !stop.is_set() {
                    let number = queue.0.fetch_add(1, Ordering::Relaxed);
                    let Some(url) = queue.1.get(number) else { return };
                    if send.send((number, url.clone(), pages.page(url))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        let mut got = Vec::new();
        while !self.stop.is_set() {
            if self.watch.is_over() {
                self.stop.set();
                break;
            }
            match receive.recv_timeout(LOOK) {
                Ok(one) => {
                    got.push(one);
                    let name = got.last().map_or("", |(_, url, _)| url.as_str());
                    self.watch.page(
                        done + got.len(),
                        done + urls.len(),
                        &masked(name.to_owned(), &self.secrets),
                    );
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        got.sort_by_key(|(number, ..)| *number);
        got.into_iter().map(|(_, url, got)| (url, got)).collect()
    }
}

fn failed(url: &Url, error: &FetchError, named: bool) -> Failed {
    Failed { name: url.to_string(), reason: error.to_string(), named }
}
