//! A document as the prompt for an agent: with included files, files of contexts, and each context once.

mod call;
mod gather;
mod markdown;
mod model;
mod write;
mod xml;

use std::path::Path;

pub use call::{CallError, command_prompt};
pub use model::{Files, Prompt, PromptFormat};

/// The prompt of the document `text`, the file at `path`. `None` if it is too long.
pub fn prompt(text: &str, path: &Path, files: &dyn Files, format: PromptFormat) -> Option<Prompt> {
    Some(gather::gather(text, path, files)?.written(format))
}
