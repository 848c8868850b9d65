//! How a text is read: its lines, where it may be cut, and its typed parts, from its tree. Ordinary
//! text is read without a tree, with the same result.

pub mod actionable;
pub mod chars;
pub mod context;
pub mod cuts;
pub mod depths;
pub mod detection;
pub mod element;
pub mod entry;
pub mod front_line;
pub mod front_matter;
pub mod json;
pub mod limits;
pub mod line;
pub mod line_node;
pub mod node;
pub mod ordinary;
pub mod refs;
pub mod row;
pub mod stream;
