//! What editors offer: one file for each feature.

pub mod actions;
pub mod code_lens;
pub mod commands;
pub mod completion;
mod document;
mod entry_docs;
pub mod fixes;
pub mod hover;
pub mod inlay_hints;
mod manifest_piece;
