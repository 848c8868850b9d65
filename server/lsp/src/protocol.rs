//! The protocol's data: what each side can do, its positions and addresses, and ours.

pub mod client_capabilities;
pub mod from_proto;
pub mod server_capabilities;
pub mod to_proto;
pub mod uris;
