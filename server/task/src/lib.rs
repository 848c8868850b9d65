//! What long work has in common, such as an audit or a run: how it is followed and stopped, and how it uses HTTP.

pub mod http;
mod watch;

pub use watch::{Stop, Unwatched, Watch};
