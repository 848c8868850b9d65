//! MCP servers: starting them, listing and calling their tools, stopping them.

mod command;
mod connection;
mod context;
mod errors;
mod event_stream;
mod http;
mod invalid_message;
mod limited_reader;
mod remote;
mod server;
mod servers;
pub mod start_error;
mod tool_result;

pub use context::ServerContext;
pub use servers::Servers;
