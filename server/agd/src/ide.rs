//! Editor features, one file for each request.

pub(crate) mod actions;
mod chunk_blocks;
pub(crate) mod code_lens;
pub(crate) mod commands;
pub(crate) mod completion;
mod cursor;
pub(crate) mod hover;
pub(crate) mod inlay_hints;
mod known_ids;
pub(crate) mod on_type;
#[cfg(test)]
mod tests;
