//! What a person at an editor is offered.

pub mod actions;
pub mod code_lens;
mod collapse;
pub mod commands;
pub mod completion;
mod cursor;
pub mod fixes;
pub mod hover;
pub mod on_type;
mod renumber;
mod subtree;
#[cfg(test)]
mod tests;
