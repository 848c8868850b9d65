//! The content of a document without its layout: headers with their parameters, content and children.
//!
//! `.X k=v`, `.X k: v` and an indented `k: v` are the same here, and so are `.X: "s"` and an indented `"s"`.
//! Comments are omitted, and so are lines that belong to no header.

mod build;
pub(crate) mod compare;
mod json;
mod tree;

pub use tree::{Ast, Content, ContentKind, Node, NodeKind, Params, Value};
