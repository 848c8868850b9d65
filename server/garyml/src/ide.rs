//! Editor features, one file for each request.

pub(crate) mod actions;
pub(crate) mod code_lens;
pub(crate) mod commands;
pub(crate) mod completion;
mod cursor;
pub(crate) mod describe;
mod diff_at_cursor;
pub(crate) mod hover;
mod known_commands;
pub(crate) mod on_type;
pub(crate) mod signature;
mod snippet;
