//! Where an audit gets its pages from.

use url::Url;

use crate::http::{Client, FetchError, Fetched, Secrets};

/// Gives pages, also to several threads at once.
pub trait PageSource: Send + Sync + 'static {
    /// The page at an address.
    ///
    /// # Errors
    /// If it cannot be fetched or is not HTML.
    fn page(&self, url: &Url) -> Result<Fetched, FetchError>;

    /// Whether it fetches pages as a signed-in user.
    fn is_signed_in(&self) -> bool;

    /// The credentials that it uses. They are masked in every report.
    fn secrets(&self) -> Secrets;
}

impl PageSource for Client {
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
