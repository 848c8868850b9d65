//! What a document says, whatever its layout: headers with their parameters, content and children.
//!
//! `.X k=v`, `.X k: v` and an indented `k: v` are the same here, and so are `.X: "s"` and an indented `"s"`.
//! Comments are left out, and so is what belongs to no header.

mod build;
pub(crate) mod compare;
mod json;
mod tree;

pub use tree::{Ast, Content, ContentKind, Node, NodeKind, Params, Value};
