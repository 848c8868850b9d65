//! The text of a program: where it may be cut, where actions end, the tree of its template.

pub(crate) mod action_end;
pub(crate) mod ast;
pub(crate) mod cuts;
pub(crate) mod fence;
pub(crate) mod literal;
