//! How a text is read: where it is cut, its lines, and their structure.

pub mod calls;
pub mod content;
pub(crate) mod cuts;
pub(crate) mod detection;
pub(crate) mod header_kind;
pub mod item;
pub(crate) mod line;
pub mod node;
mod reader;
pub(crate) mod scope;
pub mod structure;
pub mod value;
pub mod whole;
