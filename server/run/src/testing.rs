//! Servers for tests: a model, and a server that requires a sign-in.

mod model;
mod sign_in_server;

pub use model::{Answer, Model, Received, calls, error, json, ok, text};
pub use sign_in_server::{SignInTestServer, fetch, redirect_of};
