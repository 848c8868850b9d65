//! A document as the prompt that an agent gets: includes taken in, files of contexts read, each context once.

mod call;
mod gather;
mod markdown;
mod model;
mod write;
mod xml;

use std::path::Path;

pub use call::{CallError, command_prompt};
pub use model::{Files, Prompt, PromptFormat};

/// What the document `text`, the file at `path`, tells an agent. None if it is too long to be read at once.
pub fn prompt(text: &str, path: &Path, files: &dyn Files, format: PromptFormat) -> Option<Prompt> {
    Some(gather::gather(text, path, files)?.written(format))
}
