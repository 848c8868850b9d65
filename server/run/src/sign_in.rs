//! Signing in at servers with OAuth.
//!
//! rmcp implements the protocol. This module decides which servers it may talk to ([`requests`]), which metadata is accepted
//! ([`metadata`]), and what the person is asked ([`question`]). It receives the answer of the browser ([`callback`]) and
//! stores the tokens ([`store`]).

mod callback;
mod error;
mod metadata;
pub(crate) mod person;
mod question;
mod requests;
mod server;
mod store;

pub use error::SignInError;
pub(crate) use error::message;
pub use person::Person;
pub use server::{SignInServer, login, logout};
pub(crate) use server::{SignInSession, is_stored};
pub(crate) use store::SignInStore;
