//! The text of a program: where it may be cut, and the tree of its template.

pub(crate) mod ast;
pub(crate) mod cuts;
pub(crate) mod fence;
pub(crate) mod identifier;
pub(crate) mod literal;
pub(crate) mod static_kind;
pub(crate) mod yaml_text;
