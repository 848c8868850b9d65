//! Audits pages on servers: one page, the pages that it links to, or the pages of a manifest.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use agmark_aaf::manifest::model::Manifest;
use agmark_task::http::is_loopback;
use agmark_task::{Stop, Unwatched, Watch};
use url::Url;

use crate::http::{Client, FetchError, Fetched, Secrets, ends_session, links};
use crate::manifest::{ManifestFile, WELL_KNOWN};
use crate::memory_limit::MemoryLimit;
use crate::options::Options;
use crate::page::Audited;
use crate::page_source::PageSource;
use crate::report::{Failed, Report};
use crate::robots::{Obey, Robots};

/// How often an audit checks whether it is cancelled.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The limits of a crawl.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Maximum number of links from the first page to a page.
    pub depth: usize,
    /// Maximum number of pages, including the first.
    pub pages: usize,
    /// Maximum number of parallel requests.
    pub at_once: usize,
    /// Which sites' `robots.txt` is applied.
    pub robots: Obey,
}

impl Default for Reach {
    fn default() -> Self {
        Reach { depth: 1, pages: 200, at_once: 4, robots: Obey::default() }
    }
}

/// One more page is done.
#[derive(Clone, Debug)]
pub struct Progress {
    /// How many pages are done.
    pub done: usize,
    /// How many pages are known so far.
    pub known: usize,
    /// The address of the page, without secrets.
    pub page: String,
}

/// An audit of a site.
pub struct Audit<'a> {
    client: &'a Client,
    pages: Arc<dyn PageSource>,
    options: Arc<Options>,
    watch: &'a dyn Watch<Progress>,
    stop: Stop,
}

/// A page that was fetched and audited. Its text is not kept.
struct Visited {
    url: Url,
    page: Audited,
    links: BTreeSet<Url>,
}

/// The state that the threads of an audit share.
struct Work {
    next: AtomicUsize,
    urls: Vec<Url>,
    pages: Arc<dyn PageSource>,
    options: Arc<Options>,
    served: Option<Arc<ManifestFile>>,
    secrets: Secrets,
    memory: MemoryLimit,
    /// Maximum number of links that are read from each page.
    links: usize,
    signed_in: bool,
    stop: Stop,
}

impl<'a> Audit<'a> {
    /// An audit of pages without rendering.
    pub fn new(client: &'a Client, options: &Options) -> Self {
        let pages = Arc::new(client.clone());
        Audit { client, pages, options: Arc::new(options.clone()), watch: &Unwatched, stop: Stop::default() }
    }

    /// Takes the pages from another source, such as a browser.
    #[must_use]
    pub fn pages_from(mut self, pages: Arc<dyn PageSource>) -> Self {
        self.pages = pages;
        self
    }

    /// Reports the progress to `watch`. Sets `stop` if `watch` cancels the audit.
    #[must_use]
    pub fn watched(mut self, watch: &'a dyn Watch<Progress>, stop: &Stop) -> Self {
        self.watch = watch;
        self.stop = stop.clone();
        self
    }

    /// Audits one page.
    pub fn page(&self, entry: &Url) -> Report {
        let secrets = self.secrets(entry);
        let mut report = Report::page();
        let served = self.manifest(entry, &secrets);
        for (url, got) in
            self.visit(vec![entry.clone()], Reach { at_once: 1, ..Reach::default() }, served, 0, &secrets)
        {
            report.take(got.map(|got| got.page).map_err(|error| failed(&url, &error, true)));
        }
        report.without(&secrets)
    }

    /// Audits a page and the pages of its site that it links to: the first page, then the others in order.
    pub fn site(&self, entry: &Url, reach: Reach) -> Report {
        let secrets = self.secrets(entry);
        let served = self.manifest(entry, &secrets);
        let mut report = Report::site();
        let robots = self.robots(entry, reach.robots, &mut report);
        let mut asked = BTreeSet::from([entry.clone()]);
        let mut seen = BTreeSet::new();
        let mut level = vec![entry.clone()];
        let mut pages = Vec::new();
        let mut done = 0;
        for depth in 0..=reach.depth {
            if level.is_empty() || self.stop.is_set() {
                break;
            }
            let count = level.len();
            let mut next = BTreeSet::new();
            // The links of the last level exceed the depth.
            let reach_here = if depth == reach.depth { Reach { pages: 0, ..reach } } else { reach };
            for (url, got) in self.visit(level, reach_here, served.clone(), done, &secrets) {
                match got {
                    // Several addresses can redirect to one page.
                    Ok(got) if seen.insert(got.url.clone()) => {
                        next.extend(got.links);
                        pages.push((depth > 0, got.url, got.page));
                    }
                    Ok(_) => {}
                    Err(error) => report.failed.push(failed(&url, &error, depth == 0)),
                }
            }
            done += count;
            let left = reach.pages.saturating_sub(asked.len());
            level = next
                .into_iter()
                .filter(|url| !asked.contains(url) && !seen.contains(url) && robots.allow(url))
                .take(left)
                .collect();
            asked.extend(level.iter().cloned());
        }
        pages.sort_by(|(later, url, _), (other_later, other, _)| (later, url).cmp(&(other_later, other)));
        report.pages.extend(pages.into_iter().map(|(_, _, page)| page));
        report.failed.sort_by(|one, other| one.name.cmp(&other.name));
        report.without(&secrets)
    }

    /// Audits the pages of a manifest in its order. Routes with parameters are skipped, because their values are
    /// unknown.
    pub fn routes(&self, site: &Url, manifest: &ManifestFile, reach: Reach) -> Report {
        let secrets = self.secrets(site);
        let mut report = Report::site();
        let mut known = BTreeSet::new();
        let routes: Vec<Url> = Manifest::read(&manifest.text, 0)
            .pages
            .iter()
            .filter(|page| !page.route.split('/').any(|part| part.starts_with(':')))
            .filter_map(|page| site.join(page.route.trim()).ok())
            .filter(|url| crate::http::same_site(url, site) && known.insert(url.clone()))
            .take(reach.pages)
            .collect();
        let served = Some(Arc::new(manifest.clone()));
        for (url, got) in self.visit(routes, Reach { pages: 0, ..reach }, served, 0, &secrets) {
            report.take(match got {
                // The name is the route, also after a redirect.
                Ok(got) => Ok(Audited { name: url.to_string(), ..got.page }),
                Err(error) => Err(failed(&url, &error, false)),
            });
        }
        if report.pages.is_empty() {
            // The site does not exist.
            report.failed.iter_mut().for_each(|failed| failed.named = true);
        }
        report.without(&secrets)
    }

    /// All credentials that reports must not show: those of the client, of the browser, and in the address.
    pub fn secrets(&self, entry: &Url) -> Secrets {
        let mut secrets = self.client.secrets();
        secrets.extend(self.pages.secrets());
        secrets.add_address(entry);
        secrets
    }

    /// The `robots.txt` of a site. If the server fails to send it, it counts as one that forbids everything.
    fn robots(&self, entry: &Url, obey: Obey, report: &mut Report) -> Robots {
        let counts = match obey {
            Obey::Nowhere => false,
            Obey::Remote => !is_loopback(entry.as_str()),
            Obey::Everywhere => true,
        };
        let Some(address) = entry.join("/robots.txt").ok().filter(|_| counts) else {
            return Robots::default();
        };
        match self.text(&address) {
            Some(Ok(got)) => Robots::read(&got.text),
            None | Some(Err(FetchError::Status(400..500))) => Robots::default(),
            Some(Err(error)) => {
                report.failed.push(failed(&address, &error, false));
                Robots::nothing()
            }
        }
    }

    /// The manifest of a site, unless the options name another one.
    fn manifest(&self, entry: &Url, secrets: &Secrets) -> Option<Arc<ManifestFile>> {
        if self.options.manifest.is_some() {
            return None;
        }
        let address = entry.join(&format!("/{WELL_KNOWN}")).ok()?;
        let given = match self.text(&address)? {
            Ok(got) => {
                let mut given = ManifestFile::new(address.to_string(), &secrets.mask(got.text));
                given.contract.reason = given.contract.reason.map(|reason| format!("{address}: {reason}"));
                given
            }
            Err(FetchError::Status(404 | 410)) => return None,
            Err(error) => ManifestFile::unreadable(format!("{address}: {error}")),
        };
        Some(Arc::new(given))
    }

    /// Fetches a text; none if the audit is cancelled.
    fn text(&self, address: &Url) -> Option<Result<Fetched, FetchError>> {
        let (send, receive) = mpsc::channel();
        let (client, address) = (self.client.clone(), address.clone());
        // The receiver is gone if the audit was cancelled.
        std::thread::spawn(move || drop(send.send(client.text(&address))));
        loop {
            if self.stop.is_set() || self.watch.is_cancelled() {
                self.stop.set();
                return None;
            }
            match receive.recv_timeout(POLL_INTERVAL) {
                Ok(got) => return Some(got),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    }

    /// Fetches and audits pages in parallel; the result has their order. Pages that are not finished when the audit is
    /// cancelled are left out. `done` is the number of pages before these.
    fn visit(
        &self,
        urls: Vec<Url>,
        reach: Reach,
        served: Option<Arc<ManifestFile>>,
        done: usize,
        secrets: &Secrets,
    ) -> Vec<(Url, Result<Visited, FetchError>)> {
        let count = urls.len();
        let work = Arc::new(Work {
            next: AtomicUsize::new(0),
            urls,
            pages: Arc::clone(&self.pages),
            options: Arc::clone(&self.options),
            served,
            secrets: secrets.clone(),
            memory: MemoryLimit::default(),
            // Some of them are known already.
            links: reach.pages.saturating_mul(2),
            signed_in: self.pages.is_signed_in(),
            stop: self.stop.clone(),
        });
        let (send, receive) = mpsc::channel();
        for _ in 0..reach.at_once.clamp(1, count.max(1)) {
            let (send, work) = (send.clone(), Arc::clone(&work));
            // The thread is not joined: a slow server must not delay a cancelled audit.
            std::thread::spawn(move || {
                while !work.stop.is_set() {
                    let number = work.next.fetch_add(1, Ordering::Relaxed);
                    let Some(url) = work.urls.get(number) else { return };
                    if send.send((number, url.clone(), work.page(url))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        let mut got = Vec::new();
        while !self.stop.is_set() {
            if self.watch.is_cancelled() {
                self.stop.set();
                break;
            }
            match receive.recv_timeout(POLL_INTERVAL) {
                Ok(one) => {
                    got.push(one);
                    let name = got.last().map_or("", |(_, url, _)| url.as_str());
                    let page = secrets.mask(name);
                    self.watch.on(Progress { done: done + got.len(), known: done + count, page });
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        got.sort_by_key(|(number, ..)| *number);
        got.into_iter().map(|(_, url, got)| (url, got)).collect()
    }
}

impl Work {
    /// Fetches and audits a page in this thread, so that its text is freed early and all cores are used.
    fn page(&self, url: &Url) -> Result<Visited, FetchError> {
        let got = self.pages.page(url)?;
        let _pass = self.memory.acquire(got.text.len());
        // A panic in one page must not lose the others.
        catch_unwind(AssertUnwindSafe(|| self.audited(got)))
            .map_err(|_| FetchError::Other("a fault in the audit: please report this page".to_owned()))
    }

    fn audited(&self, got: Fetched) -> Visited {
        let Fetched { url, text, screenshot, .. } = got;
        let follow = |url: &Url| !(self.signed_in && ends_session(url));
        let links = if self.links == 0 { BTreeSet::new() } else { links(&url, &text, self.links, follow) };
        // Masked before excerpts are made, because an excerpt could contain half of a secret.
        let text = self.secrets.mask(text);
        let page = Audited::new(url.to_string(), &text, self.served.as_deref(), &self.options);
        Visited { url, links, page: Audited { screenshot, ..page } }
    }
}

fn failed(url: &Url, error: &FetchError, named: bool) -> Failed {
    Failed { name: url.to_string(), reason: error.to_string(), named }
}
