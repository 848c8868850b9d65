//! The text as the editor reads it, from the tree of a chunk. Any text can be read. Ordinary text is read without a
//! tree, with the same result.

pub mod block;
pub mod context;
pub mod cuts;
pub mod inline;
pub mod ordinary;
pub mod read;
pub mod refs;
pub mod syntax_kind;
pub mod value;
