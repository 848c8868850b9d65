//! Where pages come from, and how a crawl is followed and ended.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use url::Url;

use crate::http::{Client, FetchError, Fetched, Secrets};

/// What gives pages, also to several threads at once.
pub trait Load: Send + Sync + 'static {
    /// Gives a page.
    ///
    /// # Errors
    /// Where there is none, or something else.
    fn page(&self, url: &Url) -> Result<Fetched, FetchError>;

    /// Whether pages are those of somebody who is logged in.
    fn is_signed_in(&self) -> bool;

    /// The credentials that it uses. They are masked in every report.
    fn secrets(&self) -> Secrets;
}

impl Load for Client {
    fn page(&self, url: &Url) -> Result<Fetched, FetchError> {
        Client::page(self, url)
    }

    fn is_signed_in(&self) -> bool {
        self.has_credentials()
    }

    fn secrets(&self) -> Secrets {
        Client::secrets(self)
    }
}

/// Somebody who follows an audit.
pub trait Watch {
    /// Whether the audit is to end: asked for several times a second.
    fn is_over(&self) -> bool {
        false
    }

    /// A page was done: the how manieth, and how many are known of by then.
    fn page(&self, _done: usize, _known: usize, _name: &str) {}
}

/// Nobody follows it.
pub struct Unwatched;

impl Watch for Unwatched {}

/// Tells many that it is time to end.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    pub fn set(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}
