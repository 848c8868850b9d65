//! Text that comes from standard input.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use agmark_syntax::format::{Candidate, Surroundings, WholeText};
use agmark_syntax::{AnyFormat, Registry};
use agmark_workspace::paths;

use crate::targets::{self, UsageError};

/// All of standard input.
///
/// # Errors
/// If it cannot be read, or is not text.
pub fn read() -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(String::from_utf8(bytes).map_err(|e| UsageError::InputNotUtf8(e.utf8_error().valid_up_to()))?)
}

/// The format of a text by its file name; without a name, by its content. None for plain Markdown, HTML or JSON, which
/// is skipped.
///
/// # Errors
/// If the format is unknown.
pub fn format_of(
    registry: &Registry,
    name: Option<&Path>,
    text: &str,
) -> Result<Option<Arc<dyn AnyFormat>>, UsageError> {
    let whole: &dyn WholeText = &text;
    let path: Option<PathBuf> = name.map(paths::absolute);
    let candidate =
        Candidate { path: path.as_deref(), language: None, text: whole, surroundings: Surroundings::NONE };
    match (registry.detect(&candidate), name) {
        (Some(format), _) => Ok(Some(format)),
        (None, Some(name)) if registry.may_be_ours(name) => Ok(None),
        (None, Some(name)) => Err(targets::unknown(registry, &name.to_string_lossy())),
        (None, None) => Err(UsageError::UnknownInput),
    }
}
