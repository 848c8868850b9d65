//! Pages on servers. Only the page that a user names is fetched and, from the same site, the manifest, `llms.txt`,
//! `robots.txt` and the pages that it links to.

mod address;
mod client;
mod cookies;
mod local_storage;
mod secrets;

pub use address::{AddressError, ends_session, is_address, links, parse, same_site};
pub use client::{Client, FetchError, Fetched, MAX_BODY_BYTES};
pub use cookies::{Cookies, CookiesError};
pub use local_storage::LocalStorage;
pub use secrets::{Secrets, bare_address, is_telling};
