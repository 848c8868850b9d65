//! Reads a text: where it is cut, its lines, and their structure.

pub mod calls;
pub mod content;
pub(crate) mod cuts;
pub(crate) mod detection;
pub(crate) mod header_kind;
pub mod indent;
pub(crate) mod line_class;
pub mod line_item;
pub(crate) mod nesting;
pub mod ordinary;
pub mod structure;
mod structure_builder;
pub mod syntax_kind;
pub mod value;
pub mod whole;
