//! The text as an editor reads it: from the tree of a chunk, whatever it contains.

pub mod block;
pub mod context;
pub mod cuts;
pub mod inline;
pub mod node_kind;
pub mod read;
pub mod refs;
pub mod value;
