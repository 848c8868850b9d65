//! Pages on servers. Nothing is fetched but what a person asks for: the page, and of its own site the manifest,
//! `llms.txt` and the pages that it links to.

mod address;
mod client;
mod cookies;
mod local;
mod secrets;

pub use address::{AddressError, ends_session, links, parse, same_site};
pub use client::{Client, FetchError, Fetched, MAX_BODY_BYTES};
pub use cookies::{Cookies, CookiesError};
pub use local::LocalStorage;
pub use secrets::{Secrets, bare_address, is_telling};
