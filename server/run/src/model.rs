//! Calls of the model, independent of its API.

pub mod api;
mod chat;
mod client;
pub mod error;
pub mod message;
mod pause;
mod request;
mod responses;
mod unsupported;

pub use api::Api;
pub use client::{Caller, Client};
pub use error::ModelError;
pub use message::{Call, Format, IncompleteReply, Reply, ToolSpec};
pub use request::{Conversation, Request, Tools};
