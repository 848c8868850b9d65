//! How a text is read: its lines, where it may be cut, and the typed parts of its tree.

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
pub mod node;
pub mod refs;
pub mod row;
pub mod stream;
