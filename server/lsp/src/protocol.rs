//! The protocol's data: capabilities, positions and URIs.

pub mod client_capabilities;
pub mod from_proto;
pub mod json;
pub mod server_capabilities;
pub mod to_proto;
pub mod uris;
