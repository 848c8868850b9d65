//! What a person at an editor is offered.

pub(crate) mod actions;
mod collapse;
pub(crate) mod commands;
pub(crate) mod complete;
pub(crate) mod cursor;
mod front;
pub(crate) mod hover;
pub(crate) mod lens;
mod offers;
mod renumber;
mod subtree;
#[cfg(test)]
mod tests;
pub(crate) mod typing;

pub(crate) use offers::{line_of, next_ref, refs};
