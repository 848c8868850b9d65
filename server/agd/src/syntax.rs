//! The text as the editor reads it, from the tree of a chunk. Any text can be read.

pub mod block;
pub mod context;
pub mod cuts;
pub mod inline;
pub mod read;
pub mod refs;
pub mod syntax_kind;
pub mod value;
